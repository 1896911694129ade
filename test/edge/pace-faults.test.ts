/**
 * Pacers that fail or lie: no permitted crawler is kept out by them.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import { edge } from '../support/edge/edge.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /private/\nRequest-rate: 1/10\n' }

const pacedBy = (admit: () => Promise<number>) =>
  edge({ files: FILES, env: { PACE: { getByName: () => ({ admit }) } as never } })

const passesThrough = async (
  admit: () => Promise<number>,
  until: () => unknown = () => undefined,
) => {
  const { ask, log } = await pacedBy(admit)
  const answer = ask('/')
  await until()
  expect((await answer).status).toBe(200)
  expect(log).toContainEqual(expect.objectContaining({ acap: 'pace', crawler: 'searchbot1' }))
}

test('a Pacer that throws, or gives no time, lets the crawler through, and the log says so', async () => {
  await passesThrough(() => Promise.reject(new Error('overloaded')))
  for (const wait of [Number.NaN, -1]) await passesThrough(async () => wait)
})

test('[X3] no Pacer puts a crawler off for longer than the interval', async () => {
  const { ask } = await pacedBy(async () => 1e12)
  expect((await ask('/')).headers.get('retry-after')).toBe('10')
})

test('a Pacer that does not answer within a second lets the crawler through, and the log says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await passesThrough(
    () => new Promise(() => undefined),
    async () => {
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
      vi.advanceTimersByTime(1000)
    },
  )
})
