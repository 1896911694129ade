/**
 * Generates a log of three weeks for the example's site: readers, obedient crawlers, and in the
 * last week four suspicious ones, whose names belong to no operator.
 */
import { DAY } from '../../base/calendar.ts'

export const MADE_UP =
  'This traffic is made up, to show what the desk is for: `acap serve --log FILE` shows yours.'

const DAYS = 21
const LAST_WEEK = DAYS - 7

/** A client: how often it comes a day, and which status each path gives it. */
interface Visitor {
  readonly userAgent: string
  readonly network: string
  readonly daily: number
  readonly paths: readonly string[]
  /** Fetches robots.txt each day before anything else. */
  readonly reads: boolean
  /** The first day. */
  readonly since: number
  readonly status: (path: string, day: number) => number
}

const NEWS = [
  '/',
  '/news/2026/harbour-bridge.html',
  '/news/2026/election-count.html',
  '/news/2026/storm-warning.html',
  '/archive/1987/ferry.html',
  '/archive/1994/library.html',
]
const CLOSED = [
  '/premium/analysis/port-finances.html',
  '/private/newsroom.html',
  '/search?q=harbour',
]
const served = () => 200

function visitor(
  userAgent: string,
  network: string,
  daily: number,
  rest: Partial<Visitor> = {},
): Visitor {
  return { userAgent, network, daily, paths: NEWS, reads: true, since: 0, status: served, ...rest }
}

const compatible = (name: string, about: string) => `Mozilla/5.0 (compatible; ${name}; +${about})`
const READERS = ['203.0.113', '198.51.100', '100.20.30', '88.77.66']

const VISITORS: readonly Visitor[] = [
  ...READERS.map((network) =>
    visitor('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', network, 70, {
      paths: [...NEWS, ...CLOSED],
      reads: false,
    }),
  ),
  visitor(compatible('Googlebot/2.1', 'http://www.google.com/bot.html'), '66.249.66', 60),
  visitor(compatible('bingbot/2.0', 'http://www.bing.com/bingbot.htm'), '157.55.39', 35),
  visitor(compatible('GPTBot/1.3', 'https://openai.com/gptbot'), '20.171.206', 40),
  visitor(compatible('ClaudeBot/1.0', 'https://www.anthropic.com/claudebot'), '216.73.216', 25),
  visitor(compatible('ChatGPT-User/1.0', 'https://openai.com/bot'), '23.98.142', 12),
  visitor(compatible('NordlysBot/2.4', 'https://nordlys.example/bot'), '192.0.2', 30),
  // Refused by mistake: the policy lets it in, and something else at the site does not.
  visitor(compatible('SearchBot1/1.0', 'https://searchbot1.example'), '45.60.70', 25, {
    status: (path, day) => (day >= LAST_WEEK && path.startsWith('/news/') ? 403 : 200),
  }),
  // Reads a robots.txt that closes everything to it, and takes the pages.
  visitor(compatible('ModelBot/3.0', 'https://modelbot.example'), '45.80.90', 30, {
    since: LAST_WEEK - 4,
  }),
  // Uses the name of another, from addresses that are not its.
  visitor(compatible('NordlysBot/2.4', 'https://nordlys.example/bot'), '203.0.113', 45, {
    since: LAST_WEEK + 1,
    paths: [...CLOSED, ...NEWS],
    reads: false,
  }),
  // On no list of crawlers.
  visitor('Lumenbot/0.3 (+https://lumenbot.example)', '45.99.11', 28, { since: LAST_WEEK + 3 }),
]

/** The log, in the order of its times. The same instant gives the same log. */
export function madeUpWeek(now: number, host: string): string {
  const next = randomNumbers(46)
  const begin = now - DAYS * DAY
  const requests = VISITORS.flatMap(({ userAgent, network, daily, paths, reads, since, status }) =>
    Array.from({ length: DAYS - since }, (_, i) => since + i).flatMap((day) => {
      const start = begin + day * DAY
      const robots = reads ? [{ at: start, path: '/robots.txt', answer: 200 }] : []
      // Vary the number of requests from day to day.
      const count = Math.round(daily * (0.7 + 0.6 * next()))
      const pages = Array.from({ length: count }, () => {
        const path = paths[Math.floor(next() * paths.length)]!
        return { at: start + 60_000 + next() * (DAY - 120_000), path, answer: status(path, day) }
      })
      const address = `${network}.${1 + Math.floor(next() * 60)}`
      return [...robots, ...pages].map((each) => ({ ...each, address, userAgent }))
    }),
  )
  const lines = requests
    .sort((a, b) => a.at - b.at)
    .map(({ at, path, answer, address, userAgent }) => {
      const size = answer === 200 ? 4000 + path.length * 700 : 300
      return `${host} ${address} - - [${clock(at)}] "GET ${path} HTTP/1.1" ${answer} ${size} "-" "${userAgent}"\n`
    })
  return `#Remark: ${MADE_UP}\n${lines.join('')}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `21/Nov/2026:06:39:00 +0000` */
function clock(at: number): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(8, 10)}/${MONTHS[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`
}

/** Mulberry32: numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
