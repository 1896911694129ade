import { expect, test } from 'vitest'
import { readLogLine, Tally } from '../../../src/logs/report/library-tally.ts'
import { compileNetwork } from '../../../src/program/compile/compile-network.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { siteOf } from '../../support/site-of.ts'

const LINE =
  '192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET /a/b?c HTTP/1.1" 200 512 "-" "GPTBot/1.2"'
const SITE = siteOf('User-agent: GPTBot\nDisallow: /a/\n')

test('a line of a log gives its request, and another line null', () => {
  expect(readLogLine(LINE)).toMatchObject({
    ...{ ip: '192.0.2.1', method: 'GET', target: '/a/b?c', status: 200, bytes: 512 },
    userAgent: 'GPTBot/1.2',
    time: Date.UTC(2026, 2, 1, 10),
  })
  expect(readLogLine('{"userAgent":"GPTBot/1.2","path":"/a","status":200}')?.target).toBe('/a')
  expect(['', 'what is this', '#Fields: date'].map(readLogLine)).toEqual([null, null, null])
})

test('a line is read alone, after any other line', () => {
  readLogLine('{')
  readLogLine('#Fields: date time cs-method')
  expect(readLogLine(LINE)?.target).toBe('/a/b?c')
})

test('a tally takes lines and entries, and calls a crawler by its name', () => {
  const tally = new Tally(SITE)
  tally.add(LINE)
  tally.add(readLogLine(LINE)!)
  tally.add('what is this')
  const { lines, unread, total, crawlers, rules } = tally.report()
  expect([lines, unread, total.requests, total.refused, total.ignoredRobots]).toEqual([
    3, 1, 2, 2, 2,
  ])
  expect(crawlers[0]!.refusedPaths).toEqual([{ path: '/a/b', requests: 2 }])
  expect(rules[0]!.crawlers).toEqual([{ name: 'gptbot', requests: 2 }])
})

test('[I4] who forges a name is not said to ignore robots.txt under it', () => {
  const forged = LINE.replace('192.0.2.1', '8.8.8.8')
  const published = '{"creationTime":"2026-03-01","prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}'
  const { network } = compileNetwork('gptbot', published, 0, false)
  for (const networks of [[network], { GPTBot: ['192.0.2.0/24'] }]) {
    const tally = new Tally(SITE, { crawlers: knownCrawlers(), networks })
    for (const line of [LINE, forged, forged]) tally.add(line)
    const { total, rules, crawlers } = tally.report()
    expect(total).toMatchObject({ requests: 3, refused: 3, forged: 2, ignoredRobots: 1 })
    expect(crawlers[0]).toMatchObject({ ignoredRobots: 1, notForged: { refused: 1 } })
    expect(rules[0]!.crawlers).toEqual([
      { name: 'forged gptbot', requests: 2 },
      { name: 'gptbot', requests: 1 },
    ])
  }
})

test.each([
  ['a line', () => readLogLine(5 as never), 'readLogLine: `line` must be a string'],
  ['a site', () => new Tally({} as never), '`site` must be a compiled site'],
  ['sites', () => new Tally([]), 'Tally: `sites` must have a compiled site'],
  ['a time', () => new Tally(SITE, { now: Number.NaN }), 'Tally: `now` must be milliseconds'],
  ['an entry', () => new Tally(SITE).add({} as never), 'Tally: `add` takes a line of a log'],
])('names %s that is wrong', (_name, ask, message) => {
  expect(ask).toThrow(new RegExp(message.replaceAll('`', '.')))
  expect(ask).toThrow(TypeError)
})
