import { describe, expect, it } from 'vitest'
import { fixesOf } from '../../src/explorer/draft.ts'
import { withLine } from '../../src/explorer/site-files.ts'
import { meaningOf, NOW } from './asked.ts'

/** The fixes of a robots.txt: code and line. */
function fixesIn(robots: string): readonly (readonly [string, string | null])[] {
  return [...fixesOf(meaningOf({ 'robots.txt': robots }), NOW)].map(([{ code }, line]) => [
    code,
    line,
  ])
}

describe('the fixes of findings', () => {
  it('write a known misspelling canonically', () => {
    expect(fixesIn('User-agent: *\nDisalow: /news/\n')).toEqual([['ACAP005', 'Disallow: /news/']])
  })

  it('write what the help of an error proposes', () => {
    expect(fixesIn('User-agent: *\nDsallw: /news/ # no\n')).toEqual([
      ['ACAP104', 'Disallow: /news/ # no'],
    ])
  })

  it('propose nothing where the help is not a line', () => {
    expect(fixesIn('User-agent: *\nDisallow: /\nNonsense\n')).toEqual([])
  })
})

describe('a draft with a line fixed', () => {
  const draft = { site: 'a', files: new Map([['robots.txt', 'one\r\ntwo\r\nthree\r\n']]) }

  it('keeps the ends of its lines', () => {
    expect(withLine(draft, 'robots.txt', 2, '2').files.get('robots.txt')).toBe(
      'one\r\n2\r\nthree\r\n',
    )
  })

  it('loses a line that is removed', () => {
    expect(withLine(draft, 'robots.txt', 2, null).files.get('robots.txt')).toBe('one\r\nthree\r\n')
  })
})
