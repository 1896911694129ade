/**
 * Switches in random order on real files: each changes what it says and nothing else, by the reference evaluator, and undo
 * gives the same bytes. ACAP_SEED repeats a run; ACAP_ROBOTS is a file with a JSON object `{"robots": …}` a line, to try
 * other sites' files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { type Draft, type Meaning, readDraft, registryOf } from '../../src/explorer/draft.ts'
import { EditedSite } from '../../src/explorer/drafts.ts'
import { meantBy, type Switch, setSwitch, type Who } from '../../src/explorer/switch.ts'
import { baseUsage, USAGES, type Usage } from '../../src/words/usages.ts'
import { PEOPLES_USES } from '../../src/words/uses.ts'
import { decideByReference } from '../reference.ts'
import { canonical } from '../support/decide/conformance.ts'
import { runs } from '../support/runs.ts'
import { NOW } from './asked.ts'

const seed = Number(process.env.ACAP_SEED ?? 2929)

const CATEGORIES = {
  gptbot: 'training',
  ccbot: 'training',
  googlebot: 'search',
  bingbot: 'search',
  'chatgpt-user': 'assistant',
  'oai-searchbot': 'ai-search',
} as const
const REGISTRY = registryOf(
  Object.entries(CATEGORIES).map(([name, category]) => ({ name, category, operator: null })),
)
const ASKED = [
  'somebody',
  'GPTBot/1.1',
  'CCBot/2.0',
  'Googlebot/2.1',
  'bingbot/2.0',
  'ChatGPT-User/1.0',
  'OAI-SearchBot/1.0',
  'SearchBot1',
  'ModelBot',
]
const PATHS = ['/', '/archive/', '/private/', '/news/', '/wp-admin/']
const TARGETS = [
  ...PATHS,
  '/archive/1912.html',
  '/private/a',
  '/news/a.jpg',
  '/premium/x',
  '/a?print=1',
  '/wp-admin/admin-ajax.php',
]

const OWN = (file: string) =>
  readFileSync(join(PACKAGE_ROOT, 'policies', 'example-news', file), 'utf8')
const SITES: readonly Readonly<Record<string, string>>[] = [
  {
    'robots.txt': OWN('robots.txt'),
    'site.toml': OWN('site.toml'),
    'permissions/news.txt': OWN('permissions/news.txt'),
  },
  {
    'robots.txt': 'User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n',
    'site.toml': 'hosts = ["a.test"]\n',
  },
  {
    'robots.txt':
      'User-agent: *\r\nDisallow: /private/\r\n\r\nUser-agent: GPTBot\r\nUser-agent: CCBot\r\nDisallow: /\r\n\r\nUser-agent: Googlebot\r\nAllow: /',
    'site.toml':
      'hosts = ["a.test"]  # ours\r\n\r\n[categories.training] # closed\r\ncrawl = [ "/news/", \'/archive/\', ]\r\n\r\n[[route]]\r\nmatch = "/archive/"\r\nfields = ["disallow-preserve"]',
  },
  { 'robots.txt': '', 'site.toml': 'hosts = ["a.test"]\n' },
  ...others(),
]

function others(): readonly Readonly<Record<string, string>>[] {
  if (process.env.ACAP_ROBOTS === undefined) return []
  const lines = readFileSync(process.env.ACAP_ROBOTS, 'utf8').trim().split('\n')
  return lines.map((line) => ({
    'robots.txt': JSON.parse(line).robots,
    'site.toml': 'hosts = ["a.test"]\n',
  }))
}

const meaningOf = (draft: Draft) => readDraft(draft, REGISTRY, NOW)

/** Training and answers are what crawlers of a category do. */
const switches = fc
  .record({
    who: fc.oneof<fc.Arbitrary<Who>[]>(
      fc.constant({ kind: 'everybody' }),
      fc
        .constantFrom('training', 'search', 'assistant', 'ai', 'ai-search')
        .map((category) => ({ kind: 'category', category }) as const),
      fc
        .constantFrom('GPTBot', 'Googlebot', 'SearchBot1', 'NewBot')
        .map((name) => ({ kind: 'crawler', name }) as const),
    ),
    use: fc.constantFrom(...PEOPLES_USES),
    path: fc.constantFrom(...PATHS),
    opens: fc.boolean(),
  })
  .filter(({ who, use }) => use.category === null || who.kind === 'everybody')

/** What the reference says to everybody who is asked, about every page and usage. */
function answersOf({ generated, context }: Meaning): ReadonlyMap<string, string> {
  const answers = ASKED.flatMap((userAgent) =>
    TARGETS.flatMap((target) =>
      USAGES.map((usage) => {
        const asked = { userAgent, target, uri: context.home + target, now: NOW, usage }
        const { outcome, restrictions } = decideByReference(generated.policy, asked)
        const terms = outcome === 'permitted' ? [...restrictions.map(canonical)].sort() : []
        return [`${userAgent} ${target} ${usage}`, `${outcome} ${terms}`] as const
      }),
    ),
  )
  return new Map(answers)
}

/** What a switch did that it does not say, or did not do; null where the two are one. */
function untrue(was: Meaning, is: Meaning, set: Switch): string | null {
  const meant = meantBy(set, was)
  const before = answersOf(was)
  for (const [key, now] of answersOf(is)) {
    const [userAgent, target, usage] = key.split(' ') as [string, string, Usage]
    const name = userAgent === 'somebody' ? '*' : userAgent.replace(/\/.*/, '').toLowerCase()
    const isIn = meant.isMeant(name) && target.startsWith(meant.path)
    const isClosed = now.startsWith('prohibited')
    if (
      isIn &&
      usage === meant.usage &&
      (!set.opens || target === meant.path) &&
      isClosed === set.opens
    )
      return `${key} is ${now}`
    if (now === before.get(key)) continue
    const follows = [usage, baseUsage(usage), 'crawl', usage === 'crawl' ? null : 'other'].includes(
      meant.usage,
    )
    if (!isIn || !follows || isClosed === set.opens)
      return `${key} was ${before.get(key)}, is ${now}`
  }
  return null
}

test(`[ours] a switch changes what it says and nothing else (seed ${seed})`, () => {
  let set = 0
  let left = 0
  const property = fc.property(
    fc.constantFrom(...SITES),
    fc.array(switches, { minLength: 5, maxLength: 5 }),
    (files, all) => {
      const first: Draft = { site: 'a.test', files: new Map(Object.entries(files)) }
      const site = new EditedSite(first)
      const bytes: Draft[] = [first]
      for (const each of all) {
        const was = meaningOf(site.draft)
        const result = setSwitch(was, each, REGISTRY, NOW)
        if ('finer' in result) {
          left++
          continue
        }
        set++
        expect(untrue(was, meaningOf(result.draft), each), JSON.stringify(each)).toBeNull()
        site.set(result.draft)
        bytes.push(result.draft)
      }
      for (const before of bytes.toReversed()) {
        expect(site.draft.files).toEqual(before.files)
        site.undo()
      }
    },
  )
  fc.assert(property, { numRuns: runs(4, 1000), seed, endOnFailure: true })
  if (process.env.ACAP_ROBOTS !== undefined)
    process.stderr.write(`${set} set, ${left} left as they are\n`)
  expect(set).toBeGreaterThan(10)
  expect(left).toBeGreaterThan(0)
}, 7_200_000)

test('[ours] a table that a switch empties goes with whole line ends', () => {
  const toml = 'hosts = ["a.test"]\r\n[categories.training]\r\ncrawl = ["/news/"]\r\n'
  const files = new Map([
    ['robots.txt', ''],
    ['site.toml', toml],
  ])
  const who = { kind: 'category', category: 'training' } as const
  const set = { who, use: PEOPLES_USES[0]!, path: '/news/', opens: true }
  const result = setSwitch(meaningOf({ site: 'a.test', files }), set, REGISTRY, NOW)
  expect('draft' in result && result.draft.files.get('site.toml')).toBe('hosts = ["a.test"]\r\n')
})

test('[I6] a category that `ai` closes is opened, and the others of AI stay closed', () => {
  const files = new Map([
    ['robots.txt', ''],
    ['site.toml', 'hosts = ["a.test"]\n[categories.ai]\ncrawl = false\n'],
  ])
  const who = { kind: 'category', category: 'training' } as const
  const set = { who, use: PEOPLES_USES[0]!, path: '/', opens: true }
  const result = setSwitch(meaningOf({ site: 'a.test', files }), set, REGISTRY, NOW)
  const closed = ['assistant', 'agent', 'ai-search'].map(
    (each) => `[categories.${each}]\ncrawl = false\n`,
  )
  const toml = 'draft' in result ? result.draft.files.get('site.toml')! : result.finer
  expect(toml.replaceAll('\n\n', '\n')).toBe(`hosts = ["a.test"]\n${closed.join('')}`)
})

const SPEAKING = `User-agent: *
Disallow: /a/

User-agent: GPTBot
Disallow: /x/

ACAP-crawler: *
ACAP-allow-crawl: /
ACAP-allow-index: /

ACAP-crawler: GPTBot
ACAP-allow-crawl: /

ACAP-crawler: SearchBot1
ACAP-allow-index: /
`
/** A route inside the path has fields of its own, so one route does not close the path. */
const INNER =
  'hosts = ["a.test"]\n\n[[route]]\nmatch = "/news/sport/"\nfields = ["disallow-preserve"]\n'

test.each<[string, Who, readonly string[]]>([
  [
    'everybody',
    { kind: 'everybody' },
    ['2 Disallow', '6 Disallow', '11 ACAP-disallow-crawl', '15 ACAP-disallow-crawl'],
  ],
  [
    'a category',
    { kind: 'category', category: 'training' },
    ['5 Disallow', '13 ACAP-disallow-crawl'],
  ],
  ['one crawler', { kind: 'crawler', name: 'GPTBot' }, ['5 Disallow', '13 ACAP-disallow-crawl']],
])(
  '[ours] a path is closed to %s in each group, and in each record that is about the crawl',
  (_, who, added) => {
    const files = new Map([
      ['robots.txt', SPEAKING],
      ['site.toml', INNER],
    ])
    const set = { who, use: PEOPLES_USES[0]!, path: '/news/', opens: false }
    const result = setSwitch(meaningOf({ site: 'a.test', files }), set, REGISTRY, NOW)
    const lines = 'draft' in result ? String(result.draft.files.get('robots.txt')).split('\n') : []
    const closing = lines.flatMap((line, i) =>
      line.endsWith(': /news/') ? [`${i} ${line.replace(': /news/', '')}`] : [],
    )
    expect(closing).toEqual(added)
  },
)
