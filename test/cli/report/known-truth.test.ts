/**
 * `acap report` on made-up traffic whose truth is known: it is counted a second time here, request by request, by the
 * definitions of docs/report.md and nothing else.
 */
import { expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/analysis/report/crawl-report.ts'
import { acap, folderWith } from '../../support/acap.ts'
import { random } from '../../support/random.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-11-20T00:00:00Z')
const HOURS = 72
/** Each text closes paths to crawlers, from an hour on. */
const TEXTS = [
  { from: 5, closed: { gptbot: ['/a/'], '*': [] as string[] } },
  { from: 30, closed: { gptbot: ['/a/', '/b/'], '*': ['/c/'] } },
  { from: 47, closed: { gptbot: ['/'], '*': ['/c/'] } },
] as const
const CRAWLERS = ['gptbot', 'ccbot', 'netbot', 'foospider'] as const
const AGENTS: Readonly<Record<string, string>> = {
  gptbot: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ccbot: 'CCBot/2.0 (https://commoncrawl.org/faq/)',
  netbot: 'NetBot/1.0',
  foospider: 'Mozilla/5.0 (compatible; FooSpider/1.0; +https://foo.example/bot)',
  reader: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
}
const NETBOTS = '192.0.2.'
const PREFIXES = ['198.51.100.', '203.0.113.', '203.0.114.']

interface Request {
  readonly name: string
  readonly ip: string
  readonly time: number
  readonly path: string
  readonly status: number
}

function traffic(seed: number): readonly Request[] {
  const next = random(seed)
  const pick = <T>(all: readonly T[]): T => all[next(all.length)]!
  return Array.from({ length: 4000 }, () => {
    const name = pick([...CRAWLERS, 'reader'])
    const prefix = name === 'netbot' && next(4) > 0 ? pick([NETBOTS, '192.0.3.']) : pick(PREFIXES)
    const isFetch = name !== 'foospider' && next(14) === 0
    return {
      name,
      ip: prefix + next(200),
      time: START + next(HOURS * 3600) * 1000,
      path: isFetch ? '/robots.txt' : `${pick(['/a/', '/b/', '/c/', '/d/'])}${next(50)}`,
      status: isFetch ? pick([200, 200, 304, 404, 503]) : 200,
    }
  })
}

const isForged = ({ name, ip }: Request) =>
  name === 'netbot' && !ip.startsWith('192.0.2.') && !ip.startsWith('192.0.3.')
const actorOf = (request: Request) =>
  request.name === 'netbot' && !isForged(request) ? 'netbot' : `${request.name} ${request.ip.replace(/\.\d+$/, '')}`

/** Texts in force at some time of a window; null where the window begins before the first. */
function inForce(from: number, to: number) {
  if (from < START + TEXTS[0].from * HOUR) return null
  return TEXTS.filter(({ from: start }, i) => {
    const end = i + 1 < TEXTS.length ? START + TEXTS[i + 1]!.from * HOUR : Number.POSITIVE_INFINITY
    return START + start * HOUR <= to && end > from
  })
}

const closes = (text: (typeof TEXTS)[number], { name, path }: Request) =>
  text.closed[name === 'gptbot' ? 'gptbot' : '*'].some((prefix) => path.startsWith(prefix))

function conductOf(request: Request, all: readonly Request[]): string | null {
  const { time } = request
  const fetches = all.filter(
    (each) =>
      each.path === '/robots.txt' && actorOf(each) === actorOf(request) && each.time <= time && each.name !== 'reader',
  )
  const last = fetches.reduce((most, each) => Math.max(most, each.time), Number.NEGATIVE_INFINITY)
  const isKnown = last >= time - 24 * HOUR
  const isRead = fetches.some((each) => each.time === last && each.status < 400)
  if (isKnown && !isRead) {
    const now = inForce(time, time)
    return now === null || closes(now[0]!, request) ? 'incomparable' : null
  }
  const texts = inForce(isKnown ? last - HOUR : time - 24 * HOUR, time)
  if (texts === null) return 'incomparable'
  const closed = texts.filter((text) => closes(text, request)).length
  if (closed === 0) return null
  return closed < texts.length ? 'grace' : isKnown ? 'proven' : 'unseen'
}

/** What the report should say of each crawler. */
function truthOf(all: readonly Request[]) {
  return CRAWLERS.map((name) => {
    const own = all.filter((each) => each.name === name)
    const counted = own.filter((each) => !isForged(each))
    const violations = { proven: 0, unseen: 0, grace: 0, incomparable: 0 }
    for (const request of counted.filter(({ path }) => path !== '/robots.txt')) {
      const conduct = conductOf(request, all)
      if (conduct !== null) violations[conduct as keyof typeof violations]++
    }
    return {
      name,
      listed: name !== 'foospider',
      requests: counted.length,
      bytes: 100 * counted.length,
      robots: { fetches: counted.filter(({ path }) => path === '/robots.txt').length },
      violations,
      proof: {
        verified: name === 'netbot' ? counted.length : 0,
        claimed: 0,
        unchecked: name === 'netbot' ? 0 : counted.length,
      },
      forged: name === 'netbot' ? { requests: own.length - counted.length } : null,
    }
  }).sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
}

function lineOf({ name, ip, time, path, status }: Request): string {
  const [, date, clock] = /^(.*)T(.*)\.\d+Z$/.exec(new Date(time).toISOString())!
  const at = `${date!.slice(8)}/Nov/2026:${clock} +0000`
  return `${ip} - - [${at}] "GET ${path} HTTP/1.1" ${status} 100 "-" "${AGENTS[name]}"\n`
}

const textOf = ({ closed }: (typeof TEXTS)[number]) =>
  Object.entries(closed)
    .map(
      ([name, paths]) =>
        `User-agent: ${name}\n${paths.map((path: string) => `Disallow: ${path}\n`).join('') || 'Disallow:\n'}`,
    )
    .join('\n')
const PREFIX_LIST = [{ ipv4Prefix: '192.0.2.0/24' }, { ipv4Prefix: '192.0.3.0/24' }]
const POLICIES = {
  'policies/a/robots.txt': 'User-agent: NetBot\nDisallow: /x/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n[crawlers.NetBot]\nnetworks = ["net"]\n',
  'policies/.networks/net.json': JSON.stringify({ creationTime: new Date().toISOString(), prefixes: PREFIX_LIST }),
}
const robots = TEXTS.flatMap(({ from }, i) => ['--robots', `t${i}.txt@${new Date(START + from * HOUR).toISOString()}`])

function reportOf(logs: Readonly<Record<string, string>>, ...args: readonly string[]): CrawlReport {
  const texts = Object.fromEntries(TEXTS.map((text, i) => [`t${i}.txt`, textOf(text)]))
  const cwd = folderWith({ ...POLICIES, ...texts, ...logs })
  const { out, err } = acap(['report', ...Object.keys(logs), ...robots, ...args, '--json'], { cwd })
  expect(err).toBe('')
  return JSON.parse(out) as CrawlReport
}

it.each([1, 2, 3])('every number is the true one, seed %i', (seed) => {
  const all = traffic(seed)
  const report = reportOf({ log: all.map(lineOf).join('') })
  expect(report.crawlers).toMatchObject(truthOf(all))
  const readers = all.filter(({ name }) => name === 'reader').length
  expect(report.requests).toMatchObject({ total: all.length, readers, crawlers: all.length - readers })
  expect(report.lines).toMatchObject({ read: all.length, unread: 0, undated: 0 })
  for (const conduct of ['proven', 'unseen', 'grace', 'incomparable'] as const)
    expect(Math.max(...report.crawlers.map(({ violations }) => violations[conduct])), conduct).toBeGreaterThan(3)
})

it('the numbers are the same, split over files and in any order', () => {
  const all = traffic(4)
  const next = random(5)
  const parts: Record<string, string> = { x: '', y: '', z: '' }
  const shuffled = all.map((request) => ({ request, key: next(1 << 30) })).sort((a, b) => a.key - b.key)
  for (const { request, key } of shuffled) parts['xyz'[key % 3]!] += lineOf(request)
  expect(reportOf(parts)).toEqual(reportOf({ log: all.map(lineOf).join('') }))
})

it('a fetch before the period counts, and requests outside it do not', () => {
  const all = traffic(6)
  const [from, to] = [START + 40 * HOUR, START + 60 * HOUR]
  const args = ['--from', new Date(from).toISOString(), '--to', new Date(to).toISOString()]
  const report = reportOf({ log: all.map(lineOf).join('') }, ...args)
  const inside = all.filter(({ time }) => time >= from && time < to)
  expect(report.requests.total).toBe(inside.length)
  const gptbot = inside.filter(({ name, path }) => name === 'gptbot' && path !== '/robots.txt')
  const proven = gptbot.filter((request) => conductOf(request, all) === 'proven').length
  expect(report.crawlers.find(({ name }) => name === 'gptbot')?.violations.proven).toBe(proven)
})

it('evidence has the true numbers, and they can be counted again from it alone', () => {
  const all = traffic(7)
  const texts = Object.fromEntries(TEXTS.map((text, i) => [`t${i}.txt`, textOf(text)]))
  const cwd = folderWith({ ...POLICIES, ...texts, log: all.map(lineOf).join('') })
  const from = START + 20 * HOUR
  const period = ['--from', new Date(from).toISOString()]
  acap(['report', 'log', ...robots, ...period, '--for', 'OpenAI', 'evidence'], { cwd })
  const { code, out } = acap(['verify', 'evidence', '--json'], { cwd })
  expect(code).toBe(0)
  const gptbot = all.filter(({ name, time, path }) => name === 'gptbot' && time >= from && path !== '/robots.txt')
  const found = gptbot.map((request) => conductOf(request, all))
  const violations = Object.fromEntries(
    ['proven', 'unseen', 'grace', 'incomparable'].map((word) => [word, found.filter((each) => each === word).length]),
  )
  expect(violations.proven).toBeGreaterThan(3)
  expect((JSON.parse(out) as { crawlers: unknown }).crawlers).toMatchObject([{ name: 'gptbot', violations }])
})
