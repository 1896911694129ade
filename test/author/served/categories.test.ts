/**
 * I6: policies by category. What is enforced is compared with what is served, as for every policy.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { PUBLISHED_TOKENS } from '../../../src/crawlers/policy-tokens.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import type { Usage } from '../../../src/words/usages.ts'
import { categorySite, NO_TRAINING } from '../../support/author/category-site.ts'

describe('[I6] crawl = false', () => {
  test('prohibits on top of what `*` prohibits, also where `*` allows', () => {
    const { ask } = categorySite(
      'User-agent: *\nAllow: /\nAllow: /public/\nDisallow: /private/\n',
      NO_TRAINING,
    )
    expect([
      ask('GPTBot/1', '/public/a'),
      ask('KimiBot/1.0', '/'),
      ask('MistralAI-Training/1.0', '/a'),
    ]).toEqual(Array(3).fill('prohibited'))
    expect([
      ask('Googlebot/2.1', '/a'),
      ask('Googlebot/2.1', '/private/'),
      ask('ChatGPT-User/1.0', '/a'),
    ]).toEqual(['permitted', 'prohibited', 'permitted'])
  })

  test('stands below a group or record of the crawler’s own name', () => {
    const { ask, text } = categorySite(
      'User-agent: CCBot\nDisallow: /x\n\nACAP-crawler: GPTBot\nACAP-allow-crawl: /\n',
      NO_TRAINING,
    )
    expect([
      ask('CCBot/2.0', '/a'),
      ask('CCBot/2.0', '/x'),
      ask('GPTBot/1', '/a'),
      ask('ClaudeBot/1', '/a'),
    ]).toEqual(['permitted', 'prohibited', 'permitted', 'prohibited'])
    expect(text.match(/ccbot/gi)).toHaveLength(1)
  })

  test('and below a group of its family’s name (I1)', () => {
    const { ask } = categorySite(
      'User-agent: Yandex\nDisallow: /y\n',
      '[categories.search]\ncrawl = false\n',
    )
    expect([
      ask('YandexBot/3.0', '/a'),
      ask('YandexImages/3.0', '/y'),
      ask('Googlebot/2.1', '/a'),
    ]).toEqual(['permitted', 'prohibited', 'prohibited'])
  })

  test('holds beside ACAP records for everybody (C2)', () => {
    const { ask } = categorySite('ACAP-crawler: *\nACAP-allow-crawl: /\n', NO_TRAINING)
    expect([ask('GPTBot/1', '/a'), ask('Googlebot/2.1', '/a')]).toEqual(['prohibited', 'permitted'])
  })

  test('keeps the rules for `*` for crawlers of other categories whose names hold such a name', () => {
    const { ask } = categorySite('User-agent: *\nDisallow: /private/\n', NO_TRAINING)
    expect([
      ask('AI2Bot-DeepResearchEval/1.0', '/a'),
      ask('AI2Bot-DeepResearchEval/1.0', '/private/'),
    ]).toEqual(['permitted', 'prohibited'])
  })

  test.each([
    ['ACAP-crawler: *\nACAP-disallow-crawl: /private/\n', 'permitted prohibited permitted'],
    ['ACAP-crawler: *\nACAP-disallow-index: /a\n', 'permitted permitted prohibited'],
    [
      'User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\nACAP-allow-index: /a\n',
      'permitted prohibited permitted',
    ],
    [
      'User-agent: *\nDisallow: /\n\nACAP-crawler: X\nACAP-allow-index: /a\n',
      'prohibited prohibited prohibited',
    ],
    ['ACAP-crawler: *\nACAP-disallow-other: /\n', 'permitted permitted prohibited'],
    ['ACAP-crawler: *\nACAP-allow-index: /a nonsense=1\n', 'permitted permitted prohibited'],
  ])('and beside records: %j', (robots, outcomes) => {
    const { ask, generated, reading } = categorySite(robots, `${NO_TRAINING}index = false\n`)
    const asks = (name: string) =>
      [ask(name, '/a'), ask(name, '/private/'), ask(name, '/a', 'index')].join(' ')
    expect(asks('AI2Bot-DeepResearchEval/1.0')).toBe(outcomes)
    expect(asks('Googlebot/2.1')).toBe(outcomes)
    expect(asks('AI2Bot/1.0')).toBe('prohibited prohibited prohibited')
    expect(proveServed(reading, generated)).toEqual([])
  })

  test.each(['User-agent: *\nAllow: /public/\n', 'ACAP-crawler: *\nACAP-allow-crawl: /public/\n'])(
    'but not where their own category is closed: the strictest counts: %j',
    (robots) => {
      const { ask, generated, reading } = categorySite(
        robots,
        `${NO_TRAINING}[categories.assistant]\ncrawl = false\n`,
      )
      expect(ask('AI2Bot-DeepResearchEval/1.0', '/public/a')).toBe('prohibited')
      expect(proveServed(reading, generated)).toEqual([])
    },
  )

  test('is for the crawlers of profiles, too, and makes readers of a category crawlers (I5)', () => {
    const { ask, engine } = categorySite(
      '',
      '[crawlers.larkbot]\ncategory = "training"\n\n[categories.training]\ncrawl = false\n\n[categories.preview]\ncrawl = false\n',
    )
    expect(ask('larkbot/1.0', '/a')).toBe('prohibited')
    expect(engine.agents.find('facebookexternalhit/1.1').kind).toBe('crawler')
  })

  test('names policy tokens and repeats settings for `*`', () => {
    const { text } = categorySite(
      'User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n',
      NO_TRAINING,
    )
    const group = text.slice(
      text.indexOf('Google-Extended'),
      text.lastIndexOf('Disallow: /\n') + 12,
    )
    for (const { token } of PUBLISHED_TOKENS) expect(text).toContain(`User-agent: ${token}\n`)
    expect(text).not.toContain('__usage')
    expect(group).toMatch(/Crawl-delay: 5\nDisallow: \/private\/\n# .*\nDisallow: \/\n$/)
  })
})

describe('[I6] what `*` permits for a purpose', () => {
  const PURPOSE =
    'ACAP-usage-purpose: http://purposes.test/study\nACAP-allow-index: /a\nACAP-allow-crawl: /a\n'
  const ROBOTS = `ACAP-crawler: *\nACAP-allow-crawl: /\n${PURPOSE}`
  const PROFILE =
    '[crawlers.larkbot]\ncategory = "training"\npurposes = ["http://purposes.test/study"]\n'

  test('is closed to the category, too', () => {
    const { ask, generated, reading } = categorySite(
      ROBOTS,
      `${PROFILE}${NO_TRAINING}index = false\n`,
    )
    expect([ask('larkbot/1', '/a'), ask('larkbot/1', '/a', 'index')]).toEqual([
      'prohibited',
      'prohibited',
    ])
    expect([ask('Googlebot/2.1', '/a'), ask('Googlebot/2.1', '/a', 'index')]).toEqual([
      'permitted',
      'permitted',
    ])
    expect(proveServed(reading, generated)).toEqual([])
  })
})

test('[I6] a decision gives the key of site.toml, its line, and the line that is served', () => {
  const { engine, text } = categorySite(
    'User-agent: *\nDisallow: /private/\n',
    '[categories]\nseo = { crawl = false }\n\n[categories.training]\ncrawl = false\nindex = false\n',
  )
  const fieldOf = (userAgent: string, usage: Usage = 'crawl') => {
    const [field] = engine.decide({ userAgent, target: '/a', usage, now: 0 }).fields
    return { ...field, served: text.split('\n')[field!.servedLine! - 1], servedLine: undefined }
  }
  const key = {
    source: 'site.toml',
    line: 6,
    text: '[categories.training] crawl = false',
    served: 'Disallow: /',
  }
  expect(fieldOf('GPTBot/1')).toEqual(key)
  expect(fieldOf('AhrefsBot/7')).toEqual({
    ...key,
    line: 3,
    text: '[categories.seo] crawl = false',
  })
  expect(fieldOf('GPTBot/1', 'index')).toMatchObject({
    line: 7,
    text: '[categories.training] index = false',
  })
})

test('[I6] usages beside the crawl are published as a record', () => {
  const { ask, text } = categorySite(
    'User-agent: *\nDisallow: /private/\n',
    '[categories.training]\nindex = false\npreserve = false\n',
  )
  expect([
    ask('GPTBot/1', '/a'),
    ask('GPTBot/1', '/a', 'index'),
    ask('Googlebot/2.1', '/a', 'index'),
  ]).toEqual(['permitted', 'prohibited', 'permitted'])
  expect(text).toMatch(/^ACAP-disallow-index: \/$/m)
  expect(text).toMatch(/^ACAP-disallow-preserve: \/$/m)
})

describe('[I6] what is served equals what is enforced', () => {
  test.each([
    ['User-agent: *\nAllow: /\n', NO_TRAINING],
    [
      'User-agent: *\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 2\n',
      `${NO_TRAINING}[categories.seo]\ncrawl = false\n`,
    ],
    ['User-agent: *\nRobot-version: 2.0\nAllow: *\n', NO_TRAINING],
    [
      'User-agent: GPTBot\nDisallow: /x\n\nACAP-crawler: *\nACAP-allow-crawl: /\nACAP-allow-index: /a\n',
      `${NO_TRAINING}index = false\n`,
    ],
    ['User-agent: *', NO_TRAINING],
    [
      'User-agent: *\nDisallow: /b\n',
      '[categories.training]\nindex = false\n[[route]]\nmatch = "/r/"\nfields = ["disallow-crawl"]\n',
    ],
    [
      'ACAP-crawler: *\nACAP-allow-index: /\n',
      '[categories.training]\nindex = false\n[[route]]\nmatch = "/r/"\nfields = ["disallow-crawl"]\n',
    ],
    ['', `${NO_TRAINING}[[route]]\nmatch = "/r/"\nfields = ["disallow-crawl"]\n`],
    [
      'ACAP-crawler: *\nACAP-allow-crawl: /\nACAP-allow-index: /b\n',
      `${NO_TRAINING}index = false\n[[route]]\nmatch = "/r/"\nfields = ["disallow-crawl", "disallow-index"]\n`,
    ],
    [
      'ACAP-crawler: *\nACAP-allow-crawl: /r/a\n',
      `${NO_TRAINING}[[route]]\nmatch = "/r/"\nfields = ["Googlebot: disallow-crawl"]\n`,
    ],
  ])('for %j', (robots, toml) => {
    const { reading, generated } = categorySite(robots, toml)
    expect(reading.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(proveServed(reading, generated)).toEqual([])
  })
})

it('[I6] the preset no-training is closed to every training crawler and token, and to no other crawler', () => {
  const read = (path: string) => readFileSync(`src/cli/presets/no-training/${path}`, 'utf8')
  const { ask, text } = categorySite(
    read('robots.txt'),
    read('site.toml').replace(/^hosts.*$/m, ''),
  )
  const wrong = knownCrawlers().crawlers.filter(
    ({ name, category }) =>
      (ask(`${name}/1.0`, '/a.html') === 'prohibited') !== (category === 'training'),
  )
  expect(wrong).toEqual([])
  for (const { token, category } of PUBLISHED_TOKENS) {
    if (category === 'training') expect(text).toContain(`User-agent: ${token}\n`)
  }
})
