import { expect, it, onTestFinished, vi } from 'vitest'
import { withLocalTimes } from '../../src/explorer/local-times.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

function inZone(zone: string): (text: string) => string {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  return (text) => withLocalTimes(text, NOW)
}

it('gives the time here behind each time in UTC', () => {
  const local = inZone('Europe/Oslo')
  expect(local('DepositBot may come back at 23:00 UTC, in 11 hours')).toBe(
    'DepositBot may come back at 23:00 UTC (00:00 here), in 11 hours',
  )
  expect(local('visits from 01:00 to 05:00 UTC.')).toBe(
    'visits from 01:00 to 05:00 UTC (02:00 to 06:00 here).',
  )
  expect(local('in 3 days, 2026-12-01 00:00 UTC: /e/ opens')).toContain(
    '2026-12-01 00:00 UTC (01:00 here)',
  )
  expect(local('2026-07-01 12:00 UTC')).toBe('2026-07-01 12:00 UTC (14:00 here)')
  expect(local('no time, 12:00, 99:99 UTC')).toBe('no time, 12:00, 99:99 UTC')
})

it('names the day where it is another one here', () => {
  expect(inZone('America/New_York')('2026-12-01 00:00 UTC')).toBe(
    '2026-12-01 00:00 UTC (2026-11-30 19:00 here)',
  )
})

it('says nothing twice to who lives by UTC', () => {
  expect(inZone('UTC')('at 23:00 UTC')).toBe('at 23:00 UTC')
})
