/**
 * I6: how the names of a closed category are published.
 */
import { describe, expect, test } from 'vitest'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { AI_ROBOTS_LIST } from '../../../src/crawlers/merged-lists.ts'
import { WELL_KNOWN_CRAWLERS } from '../../../src/crawlers/policy-tokens.ts'
import { productToken } from '../../../src/words/name-token.ts'
import { categorySite, NO_TRAINING } from '../../support/author/category-site.ts'

describe('[I6] names that are no tokens and that robots.txt files have', () => {
  const { ask, text, generated, reading } = categorySite(
    'User-agent: *\nAllow: /public/\n',
    NO_TRAINING,
  )

  test.each(['Kangaroo Bot', 'Terra Cotta', 'panscient.com', 'Poseidon Research Crawler'])(
    '%s is in the group',
    (name) => {
      expect(text).toContain(`User-agent: ${name}\n`)
      expect(text).not.toContain(`ACAP-crawler: ${name}\n`)
      expect([ask(`Mozilla/5.0 (compatible; ${name}/1.0)`, '/a'), ask(name, '/public/a')]).toEqual(
        Array(2).fill('prohibited'),
      )
    },
  )

  test('but not where what RFC parsers read is a crawler of another category, or a word of readers', () => {
    expect(text).not.toMatch(/^User-agent: (?:netEstate Imprint Crawler|The Knowledge AI)$/im)
    expect(text).toMatch(/^ACAP-crawler: netEstate Imprint Crawler$/m)
    const agents = categorySite('', '[categories.agent]\ncrawl = false\n')
    expect(agents.text).toMatch(/^ACAP-crawler: ChatGPT Agent$/m)
    expect(agents.text).not.toMatch(/^User-agent: ChatGPT Agent$/m)
  })

  test('and what is enforced is what is served', () =>
    expect(proveServed(reading, generated)).toEqual([]))
})

test('[I6] every name of ai.robots.txt that is no token is spelt as it is published', () => {
  const names = AI_ROBOTS_LIST.crawlers
    .map(({ name }) => name)
    .filter((name) => productToken(name) !== name)
  const spelt = WELL_KNOWN_CRAWLERS.map((name) => name.toLowerCase())
  expect(names.filter((name) => !spelt.includes(name))).toEqual([])
})
