/**
 * When a crawler came: hours, joined where there are many.
 */
import { expect, it } from 'vitest'
import { CrawlTimeline } from '../../../src/analysis/report/crawler-counts.ts'

const START = Date.parse('2026-11-21T00:00:00Z')
const HOUR = 3_600_000

it('counts requests, violations and fetches by the hour', () => {
  const timeline = new CrawlTimeline()
  timeline.add(START + HOUR, 1, null, true)
  timeline.add(START + HOUR + 1, 2, 'proven', false)
  timeline.add(START, 1, 'unseen', false)
  timeline.add(START, 1, 'grace', false)
  expect(timeline.report()).toEqual({
    hours: 1,
    spans: [
      { start: '2026-11-21T00:00:00.000Z', requests: 2, proven: 0, unseen: 1, fetches: 0 },
      { start: '2026-11-21T01:00:00.000Z', requests: 3, proven: 2, unseen: 0, fetches: 1 },
    ],
  })
})

it('joins hours where there are many, and loses none, in any order', () => {
  const hours = Array.from({ length: 2000 }, (_, i) => i)
  const [forward, backward] = [new CrawlTimeline(), new CrawlTimeline()]
  for (const hour of hours) forward.add(START + hour * HOUR, 1, 'proven', false)
  for (const hour of hours.reverse()) backward.add(START + hour * HOUR, 1, 'proven', false)
  const { hours: width, spans } = forward.report()
  expect(width).toBe(12)
  expect(spans.length).toBeLessThanOrEqual(200)
  expect(spans.reduce((sum, { proven }) => sum + proven, 0)).toBe(2000)
  expect(backward.report()).toEqual(forward.report())
})
