import { describe, expect, test } from 'vitest'
import { readSelectors } from '../../src/language/site/read-selectors.ts'
import { readSiteConfig } from '../../src/language/site/site.ts'
import { REFUSED, TAKEN } from '../support/language/selectors.ts'

describe('[E1] what finds the elements of a route', () => {
  test.each(TAKEN)('%j is known', (selector) => {
    expect(readSelectors(selector)).not.toBeNull()
  })

  test.each(REFUSED)('%j is not', (selector) => {
    expect(readSelectors(selector)).toBeNull()
  })

  test('is reported at its place where the runtime could not use it', () => {
    const { findings } = readSiteConfig(`[[route]]
match = "/a/"
elements = [{ select = ".a", class = "the-acap:disallow-index" }, { select = "h1 + p", class = "the-acap:disallow-index" }]
`)
    expect(findings).toMatchObject([
      { code: 'ACAP093', severity: 'error', line: 3, column: 78, length: 8 },
    ])
    expect(findings[0]?.help).toContain('`:first-of-type`')
  })

  test('is read in time that grows with its length alone', () => {
    for (const part of [
      '[a=bi]',
      '\\.',
      ':not(.a)',
      'a ',
      ':nth-child(n + 1)',
      '-',
      '--',
      '[a="\\""]',
      ' > a',
      ':not(',
    ]) {
      expect(readSelectors(`${part.repeat(20_000)}!`)).toBeNull()
    }
  })
})

test('a name longer than a call takes arguments is read', () => {
  expect(readSelectors(`.${'a'.repeat(200_000)}`)).toHaveLength(1)
})
