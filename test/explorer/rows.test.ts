/**
 * The rows of a policy that the author has changed: what each cell was before.
 */
import { describe, expect, it } from 'vitest'
import { type CrawlerRow, rowsOf } from '../../src/explorer/rows.ts'
import { readQuestion } from '../../src/explorer/what-if.ts'
import { meaningOf, NOW } from './asked.ts'

/** The rows with cells that have changed: label, usage, what it was and is. */
function changed(was: string, now: string): readonly string[] {
  const policies = { now: meaningOf({ 'robots.txt': now }), was: meaningOf({ 'robots.txt': was }) }
  const question = readQuestion({ url: '/a', userAgent: 'x', at: '' }, policies.now.program.config, NOW)
  const changesOf = ({ label, cells }: CrawlerRow) =>
    cells.flatMap((cell) =>
      cell.was === null ? [] : [`${label} ${cell.usage}: ${cell.was.standing}, ${cell.standing}`],
    )
  return rowsOf(policies, 'x', question).flatMap(changesOf)
}

const RECORD = 'ACAP-crawler: SearchBot\nACAP-allow-crawl: /\n'

describe('a changed cell', () => {
  it('has what it was before', () => {
    expect(changed(RECORD, `${RECORD}ACAP-disallow-index: /\n`)).toEqual(['SearchBot index: silent, prohibited'])
  })

  it('is one whose terms are others', () => {
    const words = (n: number) => `${RECORD}ACAP-allow-present-snippet: / max-length=${n}-words\n`
    expect(changed(words(10), words(20))).toEqual(['SearchBot present-snippet: terms, terms'])
  })

  it('is none that another field permits', () => {
    expect(changed('', 'User-agent: *\nAllow: /\n')).toEqual([])
  })
})

describe('a name that the author removes', () => {
  it('keeps its row', () => {
    const rule = 'User-agent: Larkspur\nDisallow: /\n'
    expect(changed(rule, '')).toContain('Larkspur crawl: prohibited, reader')
  })
})
