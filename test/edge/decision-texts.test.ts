import { expect, test } from 'vitest'
import { RefusalCache } from '../../src/edge/answers/decision-texts.ts'
import type { Identity } from '../../src/edge/identity/identify.ts'
import type { Visit } from '../../src/edge/request/read-request.ts'
import type { Ruling } from '../../src/engine/ruling.ts'

const AGENT = {}
const RULING = {
  verdict: { outcome: 'prohibited', basis: 'conventional', rules: [1], embedded: [] },
  facts: { target: '/a' },
} as unknown as Ruling
const IDENTITY = { agent: AGENT, fault: null, assurance: 'claimed' } as unknown as Identity

const visit = (url: string, userAgent: string) =>
  ({ url, userAgent, target: '/a', site: { engine: {} }, bundle: {}, route: null, home: '' }) as unknown as Visit

test('texts of a refusal are cached unless a stranger chose how long they are', () => {
  const long = 'x'.repeat(2000)
  for (const [uri, userAgent, isCached] of [
    ['https://news.test/a', 'bot', true],
    [`https://news.test/${long}`, 'bot', false],
    ['https://news.test/a', `bot ${long}`, false],
  ] as const) {
    const cache = new RefusalCache()
    const [first, second] = [1, 2].map(() => cache.textsFor(RULING, null, visit(uri, userAgent), IDENTITY))
    expect([uri.length, userAgent.length, first === second]).toEqual([uri.length, userAgent.length, isCached])
  }
})
