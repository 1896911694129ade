import { expect, test } from 'vitest'
import { DecisionTextCache } from '../../src/edge/answers/decision-texts.ts'
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
    const cache = new DecisionTextCache()
    const [first, second] = [1, 2].map(() => cache.textsFor(RULING, null, visit(uri, userAgent), IDENTITY))
    expect([uri.length, userAgent.length, first === second]).toEqual([uri.length, userAgent.length, isCached])
  }
})

test('texts of a permission and of a refusal are cached side by side, and for one mode', () => {
  const cache = new DecisionTextCache()
  const permitted = { ...RULING, outcome: 'permitted', verdict: { ...RULING.verdict, outcome: 'permitted' } } as Ruling
  const textsFor = (ruling: Ruling, mode: string) =>
    cache.textsFor(ruling, null, { ...visit('https://news.test/a', 'bot'), mode } as Visit, IDENTITY)
  const [refusal, permission] = [textsFor(RULING, 'enforce'), textsFor(permitted, 'enforce')]
  expect(textsFor(RULING, 'enforce')).toBe(refusal)
  expect(textsFor(permitted, 'enforce')).toBe(permission)
  expect(permission).not.toBe(refusal)
  expect(textsFor(permitted, 'observe')).not.toBe(permission)
})
