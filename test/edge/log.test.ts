import { expect, test, vi } from 'vitest'
import { BROWSER, edge } from '../support/edge.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /private/\n' }

test('every decision on a crawler is one line of JSON', async () => {
  const { ask, log } = await edge({ files: FILES })
  await ask('/private/newsroom.html?a=b')
  await ask('/about.html')
  await ask('/about.html', BROWSER)
  expect(log).toHaveLength(2)
  expect(log[0]).toEqual({
    acap: 'decision',
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    site: 'news',
    mode: 'enforce',
    crawler: 'searchbot1',
    assurance: 'claimed',
    outcome: 'prohibited',
    basis: 'conventional',
    rule: 'Disallow: /private/',
    line: 2,
    target: '/private/newsroom.html?a=b',
    userAgent: 'SearchBot1/1.0',
    ms: expect.any(Number),
  })
  expect(log[1]).toMatchObject({ outcome: 'permitted', rule: null, line: null })
})

test('where Analytics Engine is bound, it gets the same as a data point', async () => {
  const writeDataPoint = vi.fn()
  const { ask } = await edge({ files: FILES, env: { DECISIONS: { writeDataPoint } } })
  await ask('/private/')
  expect(writeDataPoint).toHaveBeenCalledExactlyOnceWith({
    indexes: ['news'],
    blobs: [
      'searchbot1',
      'claimed',
      'prohibited',
      'conventional',
      'Disallow: /private/',
      expect.any(String),
      'enforce',
    ],
    doubles: [2, expect.any(Number)],
  })
})

test('a fault of our own keeps crawlers waiting, leaves readers alone, and is logged', async () => {
  const broken = {
    identify: () => {
      throw new Error('a bug')
    },
  }
  const { ask, log } = await edge({ files: FILES, identifier: broken as never })
  const response = await ask('/about.html')
  expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
  expect(log).toContainEqual(expect.objectContaining({ acap: 'fault', fault: expect.stringContaining('a bug') }))
  expect((await ask('/private/newsroom.html', BROWSER)).status).toBe(200)
})
