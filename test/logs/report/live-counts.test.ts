/** Requests of the last minute, hour and day, counted apart from how many came. */
import { expect, it } from 'vitest'
import { siteContextOf } from '../../../src/decide/judge.ts'
import { readDraft } from '../../../src/explorer/draft.ts'
import { LogClients } from '../../../src/logs/judge/log-clients.ts'
import { LiveCounts } from '../../../src/logs/report/live-counts.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { random } from '../../support/base/random.ts'
import { logEntry } from '../../support/logs/log-lines.ts'

const NOW = Date.parse('2026-11-28T12:00:30Z')
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const files = new Map([['robots.txt', 'User-agent: *\nDisallow: /private/\n']])
const { program } = readDraft({ site: '', files }, knownCrawlers(), NOW)
const clients = () => new LogClients([siteContextOf(program, knownCrawlers(), [])])

it('counts by age, to the second for a minute and to the minute beyond', () => {
  const next = random(7)
  const entries = Array.from({ length: 3000 }, (_, i) => {
    const age = next(i % 3 === 0 ? MINUTE : i % 3 === 1 ? HOUR : 2 * DAY)
    const userAgent = i % 4 === 0 ? 'Mozilla/5.0 (X11) Firefox/140.0' : 'GPTBot/1.0'
    return logEntry({ time: NOW - age, userAgent, status: i % 5 === 0 ? 403 : 200 })
  }).sort((a, b) => a.time - b.time)
  const live = new LiveCounts(clients())
  for (const entry of entries) live.add(entry, NOW)
  const spans = { minute: [MINUTE, 1000], hour: [HOUR, MINUTE], day: [DAY, MINUTE] } as const
  const report = live.report(NOW)
  for (const [span, [length, unit]] of Object.entries(spans)) {
    const first = (Math.floor((NOW - length) / unit) + 1) * unit
    const own = entries.filter(({ time }) => time >= first && time > NOW - DAY)
    const ofCrawlers = own.filter(({ userAgent }) => userAgent.startsWith('GPTBot'))
    expect(report[span as keyof typeof report], span).toEqual({
      crawlers: ofCrawlers.length,
      readers: own.length - ofCrawlers.length,
      refused: ofCrawlers.filter(({ status }) => status === 403).length,
    })
  }
})

it('forgets what is older, and takes no time that is to come', () => {
  const live = new LiveCounts(clients())
  live.add(logEntry({ time: NOW - DAY - 1, userAgent: 'GPTBot/1.0' }), NOW)
  live.add(logEntry({ time: NOW + 2 * MINUTE, userAgent: 'GPTBot/1.0' }), NOW)
  live.add(logEntry({ time: Number.NaN, userAgent: 'GPTBot/1.0' }), NOW)
  expect(live.report(NOW).day).toEqual({ crawlers: 0, readers: 0, refused: 0 })
  live.add(logEntry({ time: NOW, userAgent: 'GPTBot/1.0' }), NOW)
  expect(live.report(NOW + 30_000).minute.crawlers).toBe(1)
  expect(live.report(NOW + 90_000).minute.crawlers).toBe(0)
  expect(live.report(NOW + 90_000).hour.crawlers).toBe(1)
})
