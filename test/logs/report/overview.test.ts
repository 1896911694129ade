/** The four figures of a report: the stretch before a period has the numbers that a report of it has. */
import { describe, expect, it } from 'vitest'
import { acap } from '../../support/cli/acap.ts'
import { logOf } from '../../support/logs/known-formats.ts'
import { HOUR, knownFolder, reportOf, START, traffic } from '../../support/logs/known-traffic.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const at = (hour: number) => new Date(START + hour * HOUR).toISOString()

describe('the overview', () => {
  const all = traffic(3)
  const log = logOf(all)
  const period = (from: number, to: number) => reportOf({ log }, '--from', at(from), '--to', at(to))

  it('compares a period with the equally long stretch right before it', () => {
    const [earlier, later] = [period(24, 48), period(48, 72)]
    const { share, taken, forged, newNames } = later.overview
    for (const figure of ['share', 'taken', 'forged'] as const)
      expect(later.overview[figure].before, figure).toBe(earlier.overview[figure].now)
    expect(share.now).toBe(later.requests.crawlers / later.requests.total)
    const sum = (of: (crawler: (typeof later.crawlers)[number]) => number) =>
      later.crawlers.reduce((total, each) => total + of(each), 0)
    expect(taken.now).toBe(sum(({ violations }) => violations.proven + violations.unseen))
    expect(forged.now).toBe(sum((crawler) => crawler.forged?.requests ?? 0))
    expect(Math.min(taken.now!, forged.now!, share.now!)).toBeGreaterThan(0)
    const named = (until: number) =>
      new Set(all.filter(({ time }) => time < START + until * HOUR).map(({ name }) => name))
    expect(newNames.now).toBe(named(72).size - named(48).size)
    expect(newNames.before).toBe(named(48).size - named(24).size)
  })

  it('knows the end of a period by its last line', () => {
    const last = Math.max(...all.map(({ time }) => time))
    const open = reportOf({ log }, '--from', at(48)).overview
    const closed = reportOf(
      { log },
      '--from',
      at(48),
      '--to',
      new Date(Math.floor(last / 1000) * 1000 + 1).toISOString(),
    ).overview
    expect(open).toEqual(closed)
    expect(open.taken.before).not.toBeNull()
  })

  it('knows nothing of what the log does not reach back to, and of no period', () => {
    const unknown = { share: null, taken: null, forged: null, newNames: null }
    const befores = ({ overview }: ReturnType<typeof reportOf>) =>
      Object.fromEntries(Object.entries(overview).map(([name, { before }]) => [name, before]))
    const whole = reportOf({ log })
    expect(befores(whole)).toEqual(unknown)
    expect(whole.overview.newNames.now).toBeNull()
    expect(befores(period(30, 72))).toEqual(unknown)
    expect(period(36, 72).overview.newNames).toEqual({ now: expect.any(Number), before: null })
  })

  it('has no forged names where none was checked', () => {
    const lines = combinedLine('/a', 'GPTBot/1.0')
    const { out } = acap(['report', 'log', '--json'], { cwd: knownFolder({ log: lines }) })
    expect(JSON.parse(out).overview).toMatchObject({ forged: { now: null }, share: { now: 1 } })
  })
})
