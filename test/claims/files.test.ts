/**
 * Every sentence of summary, explain, diff and check about files, held to the reference evaluator, or to an independent look at
 * the line. The files are those of the robots cases; ACAP_ROBOTS names a file of JSON lines with `robots` in each, of which
 * `npm run test:long` takes all.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import cases from '../robots-cases.json' with { type: 'json' }
import { checkDiff } from '../support/claims/check-diff.ts'
import { checkExplain } from '../support/claims/check-explain.ts'
import { checkFindings } from '../support/claims/check-findings.ts'
import { checkSummary } from '../support/claims/check-summary.ts'
import { editsOf } from '../support/claims/edited-file.ts'
import { OWN_SITES, OWN_TEXTS, TERMS } from '../support/claims/own-files.ts'
import { AskedFile, type Spoil } from '../support/claims/read-file.ts'
import { isLong } from '../support/runs.ts'

const path = process.env.ACAP_ROBOTS
const given =
  path === undefined
    ? cases.map(({ robots }) => robots)
    : readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { readonly robots: string }).robots)
/** A file of megabytes says the same many times. */
const LONGEST = 60_000
const texts = given.filter((text, i) => text.length < LONGEST && (isLong || i % 5 === 0))
const asked = (text: string) => new AskedFile(text, isLong ? 40 : 15)
const files = texts.map(asked)
const whole = [...files, ...OWN_TEXTS.map(asked)].filter(({ isBroken }) => !isBroken)

function heldTo(
  check: (file: AskedFile) => { readonly asked: number; readonly faults: readonly string[] },
  all = whole,
): number {
  let sum = 0
  for (const file of all) {
    const result = check(file)
    sum += result.asked
    expect(result.faults, file.robots.slice(0, 2000)).toEqual([])
  }
  return sum
}

it('summaries', () => expect(heldTo(checkSummary)).toBeGreaterThan(300))

it('explanations', () =>
  expect(heldTo((file) => checkExplain(file, isLong ? 8 : 4))).toBeGreaterThan(100))

it(
  'differences',
  () => {
    const few = isLong ? whole : whole.slice(0, 8)
    const asked = heldTo((file) => {
      const results = editsOf(file.robots)
        .map((text) => new AskedFile(text, isLong ? 40 : 15))
        .filter(({ isBroken }) => !isBroken)
        .map((now) => checkDiff(file, now))
      return {
        asked: results.reduce((sum, each) => sum + each.asked, 0),
        faults: results.flatMap(({ faults }) => faults),
      }
    }, few)
    expect(asked).toBeGreaterThan(20)
  },
  isLong ? 3_600_000 : undefined,
)

it('differences of sites with tables of categories and routes', () => {
  const sites = OWN_SITES.map(([robots, toml]) => new AskedFile(robots, 30, toml))
  expect(sites.filter(({ isBroken }) => isBroken)).toEqual([])
  for (const [i, old] of sites.entries()) {
    // Each pair one way; both ways in a long run.
    for (const now of sites.filter((_, j) => (isLong ? i !== j : i < j)))
      expect(checkDiff(old, now).faults, `${old.robots}→\n${now.robots}`).toEqual([])
  }
})

it('findings, each of a kind that something looks at', () => {
  const unchecked = new Set<string>()
  const asked = heldTo((file) => {
    const result = checkFindings(file)
    for (const code of result.unchecked) unchecked.add(code)
    return result
  }, files)
  expect(asked).toBeGreaterThan(10)
  expect([...unchecked].sort()).toEqual([])
})

const CLOSED =
  'User-agent: *\nDisallow: /a/\nDisallow: /b/*.pdf$\nCrawl-delay: 10\n\nUser-agent: GPTBot\nDisallow: /\n'

const explained = (file: AskedFile, spoil: Spoil) => checkExplain(file, 40, spoil)
const changed = (file: AskedFile, spoil: Spoil) =>
  checkDiff(file, new AskedFile(file.robots.replace('Disallow: /a/\n', ''), 15), spoil)

const LIES: readonly (readonly [
  what: string,
  robots: string,
  check: (file: AskedFile, spoil: Spoil) => { readonly faults: readonly string[] },
  lie: Spoil,
])[] = [
  ['a place less', CLOSED, checkSummary, (text) => text.replace('`/a/` and ', '')],
  [
    'a folder that is one address',
    CLOSED,
    checkSummary,
    (text) => text.replace('`/a/`', '`/a/` itself'),
  ],
  ['another crawler', CLOSED, checkSummary, (text) => text.replace('GPTBot', 'CCBot')],
  ['a permission', CLOSED, checkSummary, (text) => text.replace('may not', 'may')],
  ['another rate', CLOSED, checkSummary, (text) => text.replace('10 seconds', '1 seconds')],
  ['another line', CLOSED, explained, (text) => text.replaceAll('robots.txt:2', 'robots.txt:3')],
  ['other terms', TERMS, checkSummary, (text) => text.replace('50 words', '60 words')],
  ['terms that are not there', TERMS, checkSummary, (text) => text.replace('for 7 days', '')],
  ['another hour', TERMS, checkSummary, (text) => text.replace('02:00 to 05', '01:00 to 05')],
  ['an hour less', TERMS, checkSummary, (text) => text.replace('to 00:30', 'to 00:20')],
  [
    'a rate of other hours',
    TERMS,
    checkSummary,
    (text) => text.replace('02:00 to 03', '02:00 to 04'),
  ],
  ['no pace', TERMS, checkSummary, (text) => text.replace(/^GPTBot.*seconds\.$/m, 'Nobody.')],
  [
    'silence that is none',
    CLOSED,
    checkSummary,
    (text) => text.replace('rules about', 'rules about fetching,'),
  ],
  ['another outcome', CLOSED, explained, (text) => text.replace('PROHIBITED', 'PERMITTED')],
  ['another word in the sentence', CLOSED, explained, (text) => text.replace('may not', 'may')],
  ['another line as served', CLOSED, explained, (text) => text.replace(/= line \d+/, '= line 1')],
  ['what opens said to close', CLOSED, changed, (text) => text.replace(/^opens /m, 'closes')],
  ['a change less', CLOSED, changed, (text) => text.replace(/^opens .*\n/m, '')],
  ['another page', CLOSED, changed, (text) => text.replace('such as /a/', 'such as /b/')],
  ['another count', CLOSED, changed, (text) => text.replace('1 opens', '2 opens')],
  [
    'another crawler in a change',
    CLOSED,
    changed,
    (text) => text.replace(/^(opens +)any crawler not named in the policy/m, '$1GPTBot'),
  ],
  [
    'another pattern',
    'User-agent: *\nDisallow: a\n',
    checkFindings,
    (text) => text.replace('`a`', '`b`'),
  ],
  [
    'what a query does not open',
    'User-agent: *\nDisallow: /a$\n',
    checkFindings,
    (text) => text.replace('/a$', '/b$'),
  ],
]

it.each(LIES)('a lie is found: %s', (_, robots, check, lie) => {
  const file = new AskedFile(robots, 40)
  expect(check(file, (text) => text).faults).toEqual([])
  expect(check(file, lie).faults).not.toEqual([])
})
