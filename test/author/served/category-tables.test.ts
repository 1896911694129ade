/**
 * I6: tables of site.toml that stand for several categories, and several tables that stand for one.
 */
import { describe, expect, test } from 'vitest'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { CATEGORIES } from '../../../src/words/decision-words.ts'
import { productToken } from '../../../src/words/name-token.ts'
import { categorySite } from '../../support/author/category-site.ts'

const AI = '[categories.ai]\ncrawl = false\n'
const OF_AI = ['training', 'assistant', 'agent', 'ai-search']

// Of names of several words an exception has no token (I6).
const known = knownCrawlers().crawlers.filter(({ name }) => productToken(name) === name)

describe('[I6] which crawlers a table closes', () => {
  test.each([
    ['ai', OF_AI],
    ['search', ['search', 'ai-search']],
    ['ai-search', ['ai-search']],
    ['training', ['training']],
  ])('%s: those of %j, and no other', (table, categories) => {
    const { ask } = categorySite('', `[categories.${table}]\ncrawl = false\n`)
    const wrong = known.filter(
      ({ name, category }) => (ask(name, '/a') === 'prohibited') !== categories.includes(category),
    )
    expect(wrong).toEqual([])
  })

  test('each category of AI has crawlers in the registry', () =>
    expect(OF_AI.filter((each) => !known.some(({ category }) => category === each))).toEqual([]))

  test('ai is no category', () => {
    expect(CATEGORIES).not.toContain('ai')
    const { reading } = categorySite('', '[crawlers.NewBot]\ncategory = "ai"\n')
    expect(reading.findings).toMatchObject([
      { severity: 'error', message: '`category` cannot be `"ai"`' },
    ])
  })
})

describe('[I6] the author’s key', () => {
  const { engine, text, reading, generated } = categorySite('User-agent: *\nDisallow: /b\n', AI)

  test('is in decisions, also of crawlers of different categories', () => {
    const fields = ['GPTBot', 'ChatGPT-User', 'OAI-SearchBot'].flatMap(
      (userAgent) => engine.decide({ userAgent, target: '/a', usage: 'crawl', now: 0 }).fields,
    )
    const key = { source: 'site.toml', line: 3, text: '[categories.ai] crawl = false' }
    expect(fields).toMatchObject([key, key, key])
  })

  test('is in one group for all of them', () => {
    expect(text.match(/^# \[categories/gm)).toHaveLength(2)
    expect(text).toMatch(/^User-agent: GPTBot$(?:\n.+)*\nUser-agent: OAI-SearchBot$/m)
    expect(proveServed(reading, generated)).toEqual([])
  })

  test('is in findings about names of their own', () => {
    const { generated } = categorySite('User-agent: OAI-SearchBot\nDisallow: /b\n', AI)
    expect(generated.findings.map(({ message }) => message)).toEqual([
      '`OAI-SearchBot` has a group of its own, which leaves `/` open: `[categories.ai]` does not apply to it',
    ])
    const search = categorySite(
      'User-agent: OAI-SearchBot\nDisallow: /b\n',
      '[categories.search]\ncrawl = false\n',
    )
    expect(search.generated.findings).toHaveLength(1)
  })
})

test('[I6] `User-agent: ai` is no crawler', () => {
  const { reading } = categorySite('User-agent: AI\nDisallow: /\n', '')
  expect(reading.findings.map(({ code, help }) => [code, help])).toContainEqual([
    'ACAP122',
    expect.stringContaining('`[categories.ai]`'),
  ])
})

const TOGETHER = `[categories.ai]
crawl = ["/archive/"]
index = ["/news/"]
[categories.search]
crawl = ["/search/"]
[categories.training]
crawl = false
[categories.ai-search]
crawl = ["/archive/", "/answers/"]
preserve = false
`

describe('[I6] tables together', () => {
  test.each([
    'User-agent: *\nAllow: /archive/a\nDisallow: /b\n',
    'ACAP-crawler: *\nACAP-allow-crawl: /archive/\nACAP-allow-index: /\n',
    'User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nRobot-version: 2.0\nAllow: *\n',
  ])('serve what is enforced: %j', (robots) => {
    const { reading, generated } = categorySite(robots, TOGETHER)
    expect(reading.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(proveServed(reading, generated)).toEqual([])
  })

  test('name the first key that prohibits a path, once', () => {
    const { engine, text } = categorySite('', TOGETHER)
    const { fields } = engine.decide({
      userAgent: 'OAI-SearchBot',
      target: '/archive/1',
      usage: 'crawl',
      now: 0,
    })
    expect(fields).toMatchObject([{ text: '[categories.ai] crawl = ["/archive/"]', line: 3 }])
    const [group] = text.split('\n\n').filter((block) => /^User-agent: OAI-SearchBot$/m.test(block))
    expect(group!.match(/^Disallow: .*/gm)).toEqual([
      'Disallow: /archive/',
      'Disallow: /search/',
      'Disallow: /answers/',
    ])
  })
})
