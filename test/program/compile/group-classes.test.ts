/**
 * Programs of conventional groups: what tokens share, and that a setting costs no row for each token that it binds to.
 */
import { describe, expect, it } from 'vitest'
import { rateAt } from '../../../src/decide/conventional.ts'
import { decide, engineOf } from '../../../src/decide/decide.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { GroupClasses } from '../../../src/program/compile/group-classes.ts'
import { RuleTable } from '../../../src/program/compile/rule-table.ts'
import { TrieBuilder } from '../../../src/program/compile/trie-builder.ts'
import { membersIn } from '../../../src/program/program.ts'
import { siteOf } from '../../support/site-of.ts'

/** The programs of a text's tokens, and how many rows and trie nodes they take. */
function compiled(...lines: readonly string[]) {
  let rows = 0
  class Counted extends RuleTable {
    override addPlace(origin: Parameters<RuleTable['addPlace']>[0]): number {
      rows++
      return super.addPlace(origin)
    }
  }
  const table = new Counted({
    served: false,
    files: [{ path: 'robots.txt', text: '' }],
    servedLine: () => undefined,
  })
  const tries = new TrieBuilder()
  const classes = new GroupClasses(table, tries, { compared: false, foldsCase: false })
  const refs = classes.add(readText(lines.join('\n')).policy.groups)
  const of = (token: string) => classes.programs[refs.get(token)![0]!.id]!
  const commentsOf = (token: string) =>
    membersIn(classes.settings.comments, of(token).settings.comments)
  return {
    of,
    commentsOf,
    rows,
    count: classes.programs.length,
    nodes: tries.finish().firstByte.length,
  }
}

describe('the programs of a run of names', () => {
  it('[R4] have the settings behind each name, and share the rules', () => {
    const { of, commentsOf, count } = compiled(
      'User-agent: a',
      'Comment: one',
      'User-agent: b',
      'User-agent: c',
      'Comment: two',
      'Robot-version: 2.0',
      'User-agent: d',
      'Disallow: /x',
    )
    expect(['a', 'b', 'c', 'd'].map(commentsOf)).toEqual([['one', 'two'], ['two'], ['two'], []])
    expect(of('b')).toBe(of('c'))
    expect(of('a').root).toBe(of('b').root)
    expect(of('d').root).not.toBe(of('b').root)
    expect(count).toBe(3)
  })

  it('[C1] have the settings of all groups of a name, in file order', () => {
    const { commentsOf } = compiled(
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
    expect(commentsOf('a')).toEqual(['one', 'two', 'three'])
    expect(commentsOf('b')).toEqual(['two', 'three'])
  })

  it('[X3] give the lowest rate of an instant, and of equal ones the first', () => {
    const lines = [
      'User-agent: a',
      'Request-rate: 1/5 0100-0200',
      'Crawl-delay: 5',
      'Request-rate: 1/7 0100-0200',
      'Crawl-delay: 8',
      'Request-rate: 1/8',
      'Request-rate: 1/6 0200-0300',
      'Disallow: /x',
    ]
    const site = siteOf(lines.join('\n'))
    const at = (hour: number) => {
      const facts = { userAgent: 'a', target: '/', now: hour * 3_600_000 + 60_000 }
      const rate = rateAt(
        site.settings,
        engineOf(site).agents.find('a').leads.acap[0]!.groups,
        facts.now,
      )!
      return [decide(site, facts).rate?.seconds, site.rules.line[rate.rule]]
    }
    expect([at(1), at(2), at(3)]).toEqual([
      [7, 4],
      [6, 7],
      [8, 5],
    ])
  })

  it('take a row for each setting and one trie, however many names it binds to', () => {
    const names = 200
    const text = (i: number) => [`User-agent: bot${i}`, 'Crawl-delay: 5', 'Visit-time: 0100-0200']
    const { rows, nodes } = compiled(
      ...Array.from({ length: names }, (_, i) => text(i)).flat(),
      'Disallow: /x',
    )
    expect(rows).toBe(names * 2)
    expect(nodes).toBe(3)
  })

  it.each([
    'Comment: text',
    'Visit-time: 0100-0200',
    'Request-rate: 1/9',
    'App-Directives: app;x=1',
  ])('are in proportion to the text where each name has settings of its own: %s', (setting) => {
    const sizeFor = (names: number) => {
      const lines = Array.from(
        { length: names },
        (_, i) => `User-agent: bot${i + 1000}\n${setting}${i + 1000}`,
      )
      const { groups, settings } = siteOf(`${lines.join('\n')}\nDisallow: /x`)
      return JSON.stringify([groups, settings]).length
    }
    expect(sizeFor(2_000) / sizeFor(1_000)).toBeLessThan(2.2)
  })
})
