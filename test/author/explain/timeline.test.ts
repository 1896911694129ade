/**
 * When a crawler came: hours, joined where there are many.
 */
import { expect, it } from 'vitest'
import { Timeline } from '../../../src/logs/report/counting.ts'

const START = Date.parse('2026-11-21T00:00:00Z')
const HOUR = 3_600_000

const NAMES = ['requests', 'proven'] as const

it('counts by the hour', () => {
  const timeline = new Timeline(NAMES)
  timeline.at(START + HOUR).requests++
  timeline.at(START + HOUR + 1).proven += 2
  timeline.at(START).requests++
  expect(timeline.report()).toEqual({
    hours: 1,
    spans: [
      { start: '2026-11-21T00:00:00.000Z', requests: 1, proven: 0 },
      { start: '2026-11-21T01:00:00.000Z', requests: 1, proven: 2 },
    ],
  })
})

it('joins hours where there are many, and loses none, in any order', () => {
  const hours = Array.from({ length: 2000 }, (_, i) => i)
  const [forward, backward] = [new Timeline(NAMES, 200), new Timeline(NAMES, 200)]
  for (const hour of hours) forward.at(START + hour * HOUR).proven++
  for (const hour of hours.reverse()) backward.at(START + hour * HOUR).proven++
  const { hours: width, spans } = forward.report()
  expect(width).toBe(12)
  expect(spans.length).toBeLessThanOrEqual(200)
  expect(spans.reduce((sum, { proven }) => sum + proven, 0)).toBe(2000)
  expect(backward.report()).toEqual(forward.report())
})
