/** What a report says of refused search engines, of proxies, of lines that it does not understand, and of logs that overlap. */
import { expect, it } from 'vitest'
import {
  type CountedLog,
  falseSentences,
  REFUSALS,
  searchOf,
} from '../support/claims/check-report.ts'
import { acap, folderWith } from '../support/cli/acap.ts'
import { combinedLine } from '../support/logs/log-lines.ts'

const POLICIES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\nmode = "enforce"\n',
}

const CRAWLERS = ['Googlebot/2.1', 'bingbot/2.0', 'DuckDuckBot/1.1', 'GPTBot/1.2', 'Firefox/140.0']
const REFUSED = [403, 429, 402, 503]
/** One request a second, so that none is the same as another. */
const rows = Array.from({ length: 200 }, (_, i) => ({
  agent: CRAWLERS[i % CRAWLERS.length]!,
  ip: i % 7 === 0 ? '10.0.0.9' : `203.0.113.${1 + (i % 200)}`,
  status: i % 3 === 0 && i % 5 !== 1 ? REFUSED[i % 4]! : 200,
  clock: `06:${String(10 + Math.floor(i / 60))}:${String(i % 60).padStart(2, '0')}`,
  path: `/open/${i}`,
}))
const lineOf = ({ agent, path, ...more }: (typeof rows)[number]) => combinedLine(path, agent, more)
const own = (name: string, from: typeof rows) =>
  from.filter(({ agent }) => agent.toLowerCase().startsWith(`${name}/`))
const names = ['googlebot', 'bingbot', 'duckduckbot', 'gptbot']
const isRefusal = ({ status }: (typeof rows)[number]) => REFUSALS.includes(status)
const twice = [...rows, ...rows.slice(0, 50)]
const known: CountedLog = {
  total: twice.length,
  readers: own('firefox', twice).length,
  hours: 1,
  bytes: 0,
  crawlers: names.map((name) => ({
    ...searchOf(name, own(name, twice).filter(isRefusal).length),
    ...{ name, requests: own(name, twice).length, forged: 0, verified: 0 },
    ...{ proven: 0, unseen: 0, onBehalf: false },
  })),
  proxied: twice.filter(({ ip, agent }) => ip === '10.0.0.9' && !/Firefox/.test(agent)).length,
  unread: 3,
  overlaps: new Map([['one two', 1]]),
}
const text = () => {
  const one = `${rows.map(lineOf).join('')}no\nrequest\nhere\n`
  const two = rows.slice(0, 50).map(lineOf).join('')
  const cwd = folderWith({ ...POLICIES, one, two })
  return acap(['report', 'one', 'two'], { cwd }).out.replace(/^Crawlers were sent.*$/m, '')
}

it('is true', () => {
  const { kinds, faults } = falseSentences(text(), known)
  expect(faults).toEqual([])
  for (const kind of ['who came', 'search refused', 'proxy', 'unread', 'overlap', 'row'])
    expect(kinds, kind).toContain(kind)
})

it.each([
  ['a refusal more', (all: string) => all.replace(/and (\d+) of its/, 'and 1$1 of its')],
  [
    'no refusal',
    (all: string) => all.replace(/^.* reads for a.*$/m, 'No search engine was refused.'),
  ],
  ['an engine more', (all: string) => all.replace(/\d+ other search/, '9 other search')],
  ['behind a proxy', (all: string) => all.replace(/^(\d+ requests of crawlers have)/m, '1$1')],
  ['a line more', (all: string) => all.replace(/^3 lines not/m, '4 lines not')],
  ['another share', (all: string) => all.replace('about 100%', 'about 90%')],
])('a lie is found: %s', (_, lie) => {
  const out = text()
  expect(lie(out)).not.toBe(out)
  expect(falseSentences(lie(out), known).faults).not.toEqual([])
})
