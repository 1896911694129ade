import { describe, expect, it } from 'vitest'
import type { JudgedEntry } from '../../../src/logs/judge/judge-entry.ts'
import type { LogEntry } from '../../../src/logs/judge/log-entry.ts'
import { TopPaths } from '../../../src/logs/report/counting.ts'
import { replayText, replayTexts } from '../../../src/logs/report/replay-sentences.ts'
import { ReplayTally } from '../../../src/logs/report/tally.ts'
import { logEntry } from '../../support/logs/log-lines.ts'

const START = Date.parse('2026-11-21T06:30:00Z')

const entry = (seconds: number, target = '/a', bytes = 100): LogEntry =>
  logEntry({ time: START + seconds * 1000, target, bytes })

type Judged = Extract<JudgedEntry, { readonly kind: 'crawler' }>

const judgement = (given: Partial<Judged> = {}): Judged => ({
  kind: 'crawler',
  name: 'bot',
  declares: null,
  otherHost: null,
  category: 'search',
  assurance: 'claimed',
  isNamed: true,
  isChecked: false,
  outcome: 'permitted',
  observed: false,
  rate: null,
  rule: null,
  ignoredRobots: false,
  other: null,
  ...given,
})

const tallied = (...requests: readonly (readonly [LogEntry, JudgedEntry])[]) => {
  const tally = new ReplayTally()
  for (const [request, judged] of requests) tally.add(request, judged)
  return tally.report()
}

it('the paths seen most are known in bounded memory', () => {
  const paths = new TopPaths()
  for (let i = 0; i < 3; i++) paths.add(`/often?n=${i}`)
  for (let i = 0; i < 30_000; i++) paths.add(`/once/${i}`)
  expect(paths.top(1)).toEqual([{ path: '/often', requests: 3 }])
  expect(paths.top(30_000).length).toBeLessThanOrEqual(20_000)
})

it('puts paths that were seen as often in the order of their letters', () => {
  const paths = new TopPaths()
  for (const path of ['/b', '/c', '/a', '/c']) paths.add(path)
  expect(paths.top(3).map(({ path }) => path)).toEqual(['/c', '/a', '/b'])
})

describe('a replay', () => {
  it('counts readers and exempt requests apart from crawlers', () => {
    const report = tallied(
      [entry(0), { kind: 'reader', declares: null, otherHost: null }],
      [entry(1), { kind: 'exempt', declares: null, otherHost: null }],
      [entry(2), judgement()],
    )
    expect(report).toMatchObject({
      lines: 3,
      readers: 1,
      exempt: 1,
      total: { requests: 1, permitted: 1 },
    })
    expect(report).toMatchObject({ from: '2026-11-21T06:30:00Z', to: '2026-11-21T06:30:02Z' })
  })

  it('says what a refusal saves, and of which paths, without their queries', () => {
    const no = judgement({ outcome: 'prohibited', ignoredRobots: true })
    const report = tallied(
      [entry(0, '/x?1', 70), no],
      [entry(1, '/x?2', 30), no],
      [entry(2, '/y', 5), no],
      [entry(3), judgement()],
    )
    expect(report.crawlers).toMatchObject([
      {
        name: 'bot',
        requests: 4,
        permitted: 1,
        refused: 3,
        ignoredRobots: 3,
        bytes: 205,
        bytesSaved: 105,
      },
    ])
    expect(report.crawlers[0]?.refusedPaths).toEqual([
      { path: '/x', requests: 2 },
      { path: '/y', requests: 1 },
    ])
  })

  it('[X3] holds a crawler to its rate: what is deferred uses nothing up', () => {
    const slow = judgement({ rate: 10 })
    const at = (...seconds: readonly number[]) =>
      tallied(...seconds.map((second) => [entry(second), slow] as const)).total
    expect(at(0, 10, 20)).toMatchObject({ permitted: 3, deferred: 0 })
    expect(at(0, 9, 10, 19, 20)).toMatchObject({ permitted: 3, deferred: 2 })
  })

  it('[X3] counts clients without a proven name by their network, under every name', () => {
    const nameless = (name: string, ip: string) =>
      [{ ...entry(0), ip }, judgement({ rate: 10, name, isNamed: false })] as const
    const { total } = tallied(
      nameless('x1', '192.0.2.7'),
      nameless('x2', '192.0.2.8'),
      nameless('x1', '198.51.100.7'),
    )
    expect([total.permitted, total.deferred]).toEqual([2, 1])
  })

  it('[X3] keeps rates apart by crawler and by assurance', () => {
    const slow = (name: string, assurance: Judged['assurance']) =>
      judgement({ rate: 10, name, assurance })
    const report = tallied(
      [entry(0), slow('a', 'claimed')],
      [entry(0), slow('b', 'claimed')],
      [entry(0), slow('a', 'signed')],
    )
    expect(report.total).toMatchObject({ permitted: 3, deferred: 0 })
  })

  it('counts forged names [I4]', () => {
    const report = tallied([entry(0), judgement({ assurance: 'failed' })], [entry(1), judgement()])
    expect(report.total.forged).toBe(1)
  })

  it('compares two policies', () => {
    const report = tallied(
      [entry(0), judgement({ outcome: 'permitted', other: 'prohibited' })],
      [entry(1), judgement({ outcome: 'prohibited', other: 'permitted' })],
      [entry(2), judgement({ outcome: 'deferred', other: 'permitted' })],
      [entry(3), judgement({ outcome: 'permitted', other: 'permitted' })],
    )
    expect(report.compared).toBe(true)
    expect(report.crawlers).toMatchObject([{ opened: 1, closed: 2 }])
  })

  it('keeps the paths asked for most when there are too many to hold', () => {
    const no = judgement({ outcome: 'prohibited' })
    const tally = new ReplayTally()
    for (let i = 0; i < 50_000; i++) {
      tally.add(entry(0, `/${i}`), no)
      tally.add(entry(0, '/often'), no)
    }
    expect(tally.report().crawlers[0]?.refusedPaths[0]).toEqual({
      path: '/often',
      requests: 50_000,
    })
  })
})

describe('its report', () => {
  const report = tallied(
    [
      entry(0, '/<script>alert(1)</script>', 1500),
      judgement({ name: '<b>"bot"', outcome: 'prohibited', other: 'permitted' }),
    ],
    [entry(7200), judgement({ name: 'other' })],
  )

  it('is a table on a terminal', () => {
    const lines = replayText(report).split('\n')
    expect(lines[0]).toBe('2 lines, 2026-11-21T06:30:00Z to 2026-11-21T08:30:00Z')
    expect(lines).toContain(
      'crawler   for     requests  would permit  would refuse  would defer  forged  against robots  would save  opened  closed',
    )
    expect(lines).toContain(
      '<b>"bot"  search         1             0             1            0       -               0      1.5 kB       0       1',
    )
  })

  it('says on the page what was compared, and who unknown clients are', () => {
    const { texts, names } = replayTexts({ ...report, against: 'a & b' })
    expect(texts.at(-1)).toContain('compared with `a & b`')
    expect(names.join()).toBe('')
  })

  it('can be made of nothing', () => {
    expect(replayText(tallied())).toBe('the log is empty: there is nothing to replay\n')
    expect(replayTexts({ ...tallied(), against: null }).texts[0]).toContain('the log is empty')
  })
})
