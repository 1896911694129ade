/**
 * User-Agent headers of the lists that the tests have, by who sends them; and a map of crawlers, as JavaScript reads it.
 */
import { readFileSync } from 'node:fs'
import list from 'crawler-user-agents'
import { type ClientTest, flatRows } from '../../../src/author/servers/crawler-map.ts'
import { cached } from '../../../src/base/cached.ts'
import { Agents } from '../../../src/decide/agents.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { siteOf } from '../site-of.ts'

const agents = new Agents(siteOf(''), knownCrawlers())
const samples = list.flatMap(({ instances }) => instances)
const browsers = JSON.parse(
  readFileSync('node_modules/user-agents/dist/user-agents.json', 'utf8'),
) as {
  readonly userAgent: string
}[]

/** Headers of the list of crawlers whose senders the registry knows for crawlers. */
export const CRAWLER_HEADERS: readonly string[] = samples.filter(
  (each) => agents.find(each).kind === 'crawler',
)

/** A feed reader that calls itself a robot, and nothing else. */
const NAMELESS = 'RSSMicro.com RSS/Atom Feed Robot'

/** Headers of real browsers, and those of preview, feed and monitor agents (I5). */
export const OTHER_HEADERS: readonly string[] = [
  ...new Set(browsers.map(({ userAgent }) => userAgent)),
  ...samples.filter((each) => agents.find(each).kind === 'reader' && each !== NAMELESS),
]

/** Who sends a header, by the file of a server: the first row that matches. */
export function clientIn(test: ClientTest, userAgent: string): ClientTest['absent'] {
  if (userAgent === '') return test.absent
  const rows = cached(flat, test, () => flatRows(test.headers))
  return rows.find(([expression]) => compiled(expression).test(userAgent))?.[1] ?? 'reader'
}

const flat = new Map<ClientTest, ReturnType<typeof flatRows>>()
const known = new Map<string, RegExp>()

function compiled(expression: string): RegExp {
  return cached(known, expression, () => new RegExp(expression, 'i'))
}
