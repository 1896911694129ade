/**
 * `acap report` on made-up traffic whose truth is known (test/support/logs/known-traffic.ts): every number, for every format that can
 * carry it.
 */
import { describe, expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { random } from '../../support/base/random.ts'
import { acap } from '../../support/cli/acap.ts'
import { FORMATS, logOf } from '../../support/logs/known-formats.ts'
import {
  conductOf,
  HOUR,
  knownFolder,
  type Request,
  ROBOTS_ARGS,
  referralsOf,
  reportOf,
  START,
  traffic,
  truthOf,
} from '../../support/logs/known-traffic.ts'

function expectTruth(report: CrawlReport, all: readonly Request[], isBlind = false): void {
  expect(report.crawlers).toMatchObject(truthOf(all))
  const readers = all.filter(({ name }) => name === 'reader').length
  expect(report.requests).toMatchObject({
    total: all.length,
    readers,
    crawlers: all.length - readers,
  })
  expect(report.lines).toMatchObject({ read: all.length, unread: 0, undated: 0 })
  if (isBlind) expect(report.referrals).toBeNull()
  else
    for (const [operator, visits] of Object.entries(referralsOf(all)))
      expect(report.referrals?.find((each) => each.operator === operator)).toEqual({
        operator,
        ...visits,
      })
}

it.each([1, 2])('every number is the true one, seed %i', (seed) => {
  const all = traffic(seed)
  const report = reportOf({ log: logOf(all) })
  expectTruth(report, all)
  expect(report.crawlers.length).toBe(40)
  for (const conduct of ['proven', 'unseen', 'grace', 'incomparable'] as const)
    expect(
      Math.max(...report.crawlers.map(({ violations }) => violations[conduct])),
      conduct,
    ).toBeGreaterThan(3)
  for (const number of ['gaps', 'short'] as const)
    expect(
      Math.max(...report.crawlers.map(({ pace }) => pace?.[number] ?? 0)),
      number,
    ).toBeGreaterThan(3)
})

describe('every number is the true one in', () => {
  const all = traffic(7)
  it.each(Object.entries(FORMATS))('%s', (_, format) => {
    expectTruth(reportOf({ log: logOf(all, format) }, ...(format.args ?? [])), all, format.isBlind)
  })
})

it('the numbers are the same, split over files and in any order', () => {
  const all = traffic(4)
  const next = random(5)
  const parts: Record<string, string> = { x: '', y: '', z: '' }
  const shuffled = all
    .map((request) => ({ request, key: next(1 << 30) }))
    .sort((a, b) => a.key - b.key)
  for (const { request, key } of shuffled) parts['xyz'[key % 3]!] += logOf([request])
  expect(reportOf(parts)).toEqual(reportOf({ log: logOf(all) }))
})

it('a fetch before the period counts, and requests outside it do not', () => {
  const all = traffic(6)
  const [from, to] = [START + 40 * HOUR, START + 60 * HOUR]
  const args = ['--from', new Date(from).toISOString(), '--to', new Date(to).toISOString()]
  const report = reportOf({ log: logOf(all) }, ...args)
  const inside = all.filter(({ time }) => time >= from && time < to)
  expect(report.requests.total).toBe(inside.length)
  const gptbot = inside.filter(({ name, path }) => name === 'gptbot' && path !== '/robots.txt')
  const proven = gptbot.filter((request) => conductOf(request, all) === 'proven').length
  expect(report.crawlers.find(({ name }) => name === 'gptbot')?.violations.proven).toBe(proven)
})

it('evidence has the true numbers, and they can be counted again from it alone', () => {
  const all = traffic(7)
  const cwd = knownFolder({ log: logOf(all) })
  const from = START + 20 * HOUR
  const period = ['--from', new Date(from).toISOString()]
  acap(['report', 'log', ...ROBOTS_ARGS, ...period, '--for', 'OpenAI', 'evidence'], { cwd })
  const { code, out } = acap(['verify', 'evidence', '--json'], { cwd })
  expect(code).toBe(0)
  const gptbot = all.filter(
    ({ name, time, path }) => name === 'gptbot' && time >= from && path !== '/robots.txt',
  )
  const found = gptbot.map((request) => conductOf(request, all))
  const violations = Object.fromEntries(
    ['proven', 'unseen', 'grace', 'incomparable'].map((word) => [
      word,
      found.filter((each) => each === word).length,
    ]),
  )
  expect(violations.proven).toBeGreaterThan(3)
  expect((JSON.parse(out) as { crawlers: unknown }).crawlers).toMatchObject([
    { name: 'gptbot', violations },
  ])
})
