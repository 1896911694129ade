/** Made-up traffic in each format that is recognised: every request is read as it was. */
import { describe, expect, it } from 'vitest'
import { ANY_FORMAT, LogReader } from '../../../src/logs/read/log-reader.ts'
import { logOf } from '../../support/logs/known-formats.ts'
import { agentOf, traffic } from '../../support/logs/known-traffic.ts'
import { VENDOR_FORMATS } from '../../support/logs/vendor-formats.ts'

const all = traffic(3).slice(0, 300)

describe('requests are read as they were in', () => {
  it.each(Object.entries(VENDOR_FORMATS))('%s', (_, format) => {
    const reader = new LogReader(ANY_FORMAT)
    const lines = logOf(all, format).split('\n').slice(0, -1)
    const entries = lines.map((line) => reader.read(line)).filter((found) => found?.length !== 0)
    expect(entries).toMatchObject(
      all.map(({ name, ip, time, path, status, referrer }) => {
        const seen = format.isBlind ? {} : { referrer }
        const request = { ip, time, status, target: path, method: 'GET', bytes: 100 }
        return [{ ...request, ...seen, userAgent: agentOf(name) }]
      }),
    )
  })
})
