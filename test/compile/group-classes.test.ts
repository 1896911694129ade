/**
 * Programs of conventional groups: what tokens share, and that a setting costs no row for each token that it binds to.
 */
import { describe, expect, it } from 'vitest'
import { GroupClasses } from '../../src/compile/group-classes.ts'
import { RuleTable } from '../../src/compile/rule-table.ts'
import { TrieBuilder } from '../../src/compile/trie-builder.ts'
import { readText } from '../../src/language/site/read-site.ts'

/** The programs of a text's tokens, and how many rows and trie nodes they take. */
function compiled(...lines: readonly string[]) {
  let rows = 0
  class Counted extends RuleTable {
    override addPlace(origin: Parameters<RuleTable['addPlace']>[0]): number {
      rows++
      return super.addPlace(origin)
    }
  }
  const table = new Counted({ served: false, files: [{ path: 'robots.txt', text: '' }], servedLine: () => undefined })
  const tries = new TrieBuilder()
  const classes = new GroupClasses(table, tries, { compared: false, foldsCase: false })
  const refs = classes.add(readText(lines.join('\n')).policy.groups)
  const of = (token: string) => classes.programs[refs.get(token)![0]!.id]!
  return { of, rows, count: classes.programs.length, nodes: tries.finish().firstByte.length }
}

describe('the programs of a run of names', () => {
  it('[R4] have the settings behind each name, and share the rules', () => {
    const { of, count } = compiled(
      'User-agent: a',
      'Comment: one',
      'User-agent: b',
      'User-agent: c',
      'Comment: two',
      'Robot-version: 2.0',
      'User-agent: d',
      'Disallow: /x',
    )
    expect(['a', 'b', 'c', 'd'].map((token) => of(token).comments)).toEqual([['one', 'two'], ['two'], ['two'], []])
    expect(of('b')).toBe(of('c'))
    expect(of('a').root).toBe(of('b').root)
    expect(of('d').root).not.toBe(of('b').root)
    expect(count).toBe(3)
  })

  it('[C1] have the settings of all groups of a name, in file order', () => {
    const { of } = compiled(
      'User-agent: a',
      'Comment: one',
      'User-agent: b',
      'Comment: two',
      'Disallow: /x',
      'User-agent: b',
      'User-agent: a',
      'Comment: three',
      'Disallow: /y',
    )
    expect(of('a').comments).toEqual(['one', 'two', 'three'])
    expect(of('b').comments).toEqual(['two', 'three'])
  })

  it('[X3] have of the rates of one window the lowest, and of equal ones the first', () => {
    const { of } = compiled(
      'User-agent: a',
      'Request-rate: 1/5 0100-0200',
      'Crawl-delay: 5',
      'Request-rate: 1/7 0100-0200',
      'Crawl-delay: 7',
      'Request-rate: 1/7',
      'Request-rate: 1/6 0200-0300',
      'Disallow: /',
    )
    const window = (hour: number) => ({ from: hour * 60, to: (hour + 1) * 60 })
    expect(of('a').rates.map(({ seconds, window }) => ({ seconds, window }))).toEqual([
      { seconds: 7, window: window(1) },
      { seconds: 7, window: null },
      { seconds: 6, window: window(2) },
    ])
  })

  it('take a row for each setting and one trie, however many names it binds to', () => {
    const names = 200
    const text = (i: number) => [`User-agent: bot${i}`, 'Crawl-delay: 5', 'Visit-time: 0100-0200']
    const { rows, nodes } = compiled(...Array.from({ length: names }, (_, i) => text(i)).flat(), 'Disallow: /x')
    expect(rows).toBe(names * 2)
    expect(nodes).toBe(3)
  })
})
