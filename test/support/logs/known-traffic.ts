/**
 * Made-up traffic whose truth is known: 40 crawlers, three texts, forgers, readers and bots that no list knows. It is counted
 * here, request by request, by the definitions of docs/report.md and nothing else.
 */
import { expect } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { random } from '../base/random.ts'
import { acap, folderWith } from '../cli/acap.ts'

export const HOUR = 3_600_000
export const START = Date.parse('2026-11-20T00:00:00Z')
const HOURS = 72
/** Each text closes paths to crawlers, from an hour on. */
const TEXTS = [
  { from: 5, closed: { gptbot: ['/a/'], '*': [] as string[] } },
  { from: 30, closed: { gptbot: ['/a/', '/b/'], '*': ['/c/'] } },
  { from: 47, closed: { gptbot: ['/'], '*': ['/c/'] } },
] as const
/** Bots that no list knows, by the names that they give. */
const UNKNOWN = Array.from({ length: 16 }, (_, i) => `made${i}spider`)
/** NetBot's addresses are published: some claim its name falsely. */
const LISTED =
  `gptbot netbot ccbot bingbot googlebot claudebot amazonbot applebot bytespider perplexitybot yandexbot duckduckbot
  baiduspider petalbot semrushbot ahrefsbot dotbot mj12bot seznambot diffbot imagesiftbot youbot mojeekbot qwantbot`.split(
    /\s+/,
  )
export const CRAWLERS = [...LISTED, ...UNKNOWN]
/** These never fetch robots.txt. */
const BLIND = new Set(['ccbot', ...UNKNOWN.slice(8)])
const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
/** The User-Agent of a crawler, or of a reader. */
export const agentOf = (name: string) =>
  name === 'reader' ? READER : `Mozilla/5.0 (compatible; ${name}/1.0; +https://${name}.example/bot)`
/** The gap that the texts from the second on ask of everybody but GPTBot, in seconds. */
const DELAY = 20
const REFERRERS = [
  '',
  'https://chatgpt.com/',
  'https://www.google.com/',
  'https://www.bing.com/search?q=x',
]
const NETBOTS = '192.0.2.'
const PREFIXES = ['198.51.100.', '203.0.113.', '203.0.114.']

export interface Request {
  readonly name: string
  readonly ip: string
  readonly time: number
  readonly path: string
  readonly status: number
  readonly referrer: string
}

export function traffic(seed: number): readonly Request[] {
  const next = random(seed)
  const pick = <T>(all: readonly T[]): T => all[next(all.length)]!
  // Crawlers come in bursts.
  const bursts = Array.from({ length: 40 }, () => next(HOURS * 3600))
  return Array.from({ length: 4000 }, () => {
    const name =
      next(6) === 0 ? 'reader' : next(4) > 0 ? pick(CRAWLERS.slice(0, 5)) : pick(CRAWLERS)
    const prefix = name === 'netbot' && next(4) > 0 ? pick([NETBOTS, '192.0.3.']) : pick(PREFIXES)
    const isFetch = name !== 'reader' && !BLIND.has(name) && next(14) === 0
    return {
      name,
      ip: prefix + (1 + next(200)),
      time: START + (pick(bursts) + next(900)) * 1000,
      path: isFetch ? '/robots.txt' : `${pick(['/a/', '/b/', '/c/', '/d/'])}${next(20)}`,
      status: isFetch ? pick([200, 200, 304, 404, 503]) : pick([200, 200, 404]),
      referrer: name === 'reader' ? pick(REFERRERS) : '',
    }
  })
}

const isForged = ({ name, ip }: Request) =>
  name === 'netbot' && !ip.startsWith('192.0.2.') && !ip.startsWith('192.0.3.')
const actorOf = (request: Request) =>
  request.name === 'netbot' && !isForged(request)
    ? 'netbot'
    : `${request.name} ${request.ip.replace(/\.\d+$/, '')}`

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

export function conductOf(request: Request, all: readonly Request[]): string | null {
  const { time } = request
  const fetches = all.filter(
    (each) =>
      each.path === '/robots.txt' &&
      actorOf(each) === actorOf(request) &&
      each.time <= time &&
      each.name !== 'reader',
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

const isPage = ({ path, status }: Request) => path !== '/robots.txt' && status === 200
const pagesOf = (all: readonly Request[]) => new Set(all.filter(isPage).map(({ path }) => path))

/** Gaps of at most five minutes before requests that a gap is asked of. */
function paceOf(all: readonly Request[]) {
  const since = START + TEXTS[1].from * HOUR
  const pages = all.filter(({ path }) => path !== '/robots.txt')
  if (!pages.some(({ name, time }) => name !== 'gptbot' && time >= since)) return null
  let [gaps, short] = [0, 0]
  for (const actor of new Set(pages.map(actorOf))) {
    const times = pages
      .filter((each) => actorOf(each) === actor)
      .map(({ time }) => time)
      .sort((a, b) => a - b)
    const found = times
      .map((time, i) => ({ time, gap: time - (times[i - 1] ?? 0) }))
      .filter(({ time, gap }) => time >= since && gap <= 300_000)
      .map(({ gap }) => gap)
    gaps += found.length
    short += found.filter((gap) => gap < DELAY * 1000).length
  }
  return { gaps, short }
}

/** Visits by who sent them, and pages that crawlers of the same operator took. */
export function referralsOf(all: readonly Request[]) {
  const visits = (host: string) =>
    all.filter(({ referrer, status }) => referrer.includes(host) && status < 400).length
  const pages = (name: string) => all.filter((each) => each.name === name && isPage(each)).length
  return {
    OpenAI: {
      visits: visits('chatgpt.com'),
      assistant: visits('chatgpt.com'),
      search: 0,
      pages: pages('gptbot'),
    },
    Google: {
      visits: visits('google.com'),
      assistant: 0,
      search: visits('google.com'),
      pages: pages('googlebot'),
    },
    Microsoft: {
      visits: visits('bing.com'),
      assistant: 0,
      search: visits('bing.com'),
      pages: pages('bingbot'),
    },
  }
}

/** What the report should say of each crawler. */
export function truthOf(all: readonly Request[]) {
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
      listed: !UNKNOWN.includes(name),
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
      pace: paceOf(counted),
      coverage: { pages: pagesOf(counted).size, of: pagesOf(all).size },
    }
  })
    .filter(({ name }) => all.some((each) => each.name === name))
    .sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
}

const textOf = ({ from, closed }: (typeof TEXTS)[number]) =>
  Object.entries(closed)
    .map(
      ([name, paths]) =>
        `User-agent: ${name}\n${paths.map((path: string) => `Disallow: ${path}\n`).join('') || 'Disallow:\n'}${name === '*' && from > TEXTS[0].from ? `Crawl-delay: ${DELAY}\n` : ''}`,
    )
    .join('\n')
const PREFIX_LIST = [{ ipv4Prefix: '192.0.2.0/24' }, { ipv4Prefix: '192.0.3.0/24' }]
const POLICIES = {
  'policies/a/robots.txt': 'User-agent: NetBot\nDisallow: /x/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n[crawlers.NetBot]\nnetworks = ["net"]\n',
  'policies/.networks/net.json': JSON.stringify({
    creationTime: new Date().toISOString(),
    prefixes: PREFIX_LIST,
  }),
}
/** The texts, for the command. */
export const ROBOTS_ARGS = TEXTS.flatMap(({ from }, i) => [
  '--robots',
  `t${i}.txt@${new Date(START + from * HOUR).toISOString()}`,
])

/** A folder with the policies, the texts and these files. */
export function knownFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const texts = Object.fromEntries(TEXTS.map((text, i) => [`t${i}.txt`, textOf(text)]))
  return folderWith({ ...POLICIES, ...texts, ...files })
}

/** The report of logs, by their names. */
export function reportOf(
  logs: Readonly<Record<string, string | Uint8Array>>,
  ...args: readonly string[]
): CrawlReport {
  const given = ['report', ...Object.keys(logs), ...ROBOTS_ARGS, ...args, '--json']
  const { out, err } = acap(given, { cwd: knownFolder(logs) })
  expect(err).toBe('')
  return JSON.parse(out) as CrawlReport
}
