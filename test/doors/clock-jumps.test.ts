import { expect, onTestFinished, test, vi } from 'vitest'
import { MemoryPaces } from '../../src/doors/node/exchange.ts'

test('[X3] a rate is kept in memory, no matter how the clock of the day jumps', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const paces = new MemoryPaces()
  expect(await paces.admit('a', 10_000)).toBe(0)
  for (const day of [86_400_000, -86_400_000, -86_400_000]) {
    vi.setSystemTime(Date.now() + day)
    expect(await paces.admit('a', 10_000)).toBe(10_000)
  }
  vi.advanceTimersByTime(10_000)
  expect(await paces.admit('a', 10_000)).toBe(0)
})
