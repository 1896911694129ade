import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedCache, ENTRY_BYTES, textBytes } from '../../src/base/bounded-cache.ts'

const MAX_BYTES = 64 * 1024

test('it never holds more bytes than it may', () => {
  const key = fc.integer({ min: 0, max: 40 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), key, bytes: fc.integer({ min: 0, max: 8192 }) }),
    fc.record({
      kind: fc.constantFrom('get' as const, 'delete' as const),
      key,
      bytes: fc.constant(0),
    }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const cache = new BoundedCache<number, number>(MAX_BYTES)
      const declared = new Map<number, number>()
      for (const { kind, key, bytes } of steps) {
        if (kind === 'get') expect([undefined, declared.get(key)]).toContain(cache.get(key))
        else if (kind === 'delete') cache.delete(key)
        else if (cache.set(key, bytes, bytes)) declared.set(key, bytes)
        else expect(bytes + ENTRY_BYTES).toBeGreaterThan(MAX_BYTES / 16)
        const held = [...declared].filter(([each]) => cache.get(each) !== undefined)
        expect(held).toHaveLength(cache.size)
        const sum = held.reduce((total, [, own]) => total + own + ENTRY_BYTES, 0)
        expect(cache.bytes).toBe(sum)
        expect(sum).toBeLessThanOrEqual(MAX_BYTES)
      }
    }),
  )
})

test('a flood of keys that are asked for once does not evict what is used', () => {
  const cache = new BoundedCache<string, string>(MAX_BYTES)
  const used = Array.from({ length: 20 }, (_, i) => `used ${i}`)
  for (const key of used) cache.set(key, key, textBytes(key))
  for (let i = 0; i < 10_000; i++) {
    cache.set(`stranger ${i}`, 'x', 500)
    if (i % 50 === 0)
      for (const key of used) expect([i, key, cache.get(key)]).toEqual([i, key, key])
  }
})

test('an entry that is too large is not kept, and evicts nothing', () => {
  const cache = new BoundedCache<string, number>(MAX_BYTES)
  cache.set('small', 1, 100)
  for (const bytes of [MAX_BYTES / 16, MAX_BYTES, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(cache.set('large', 2, bytes)).toBe(false)
  }
  expect([cache.get('small'), cache.get('large'), cache.size]).toEqual([1, undefined, 1])
})

test('a key that is set again counts once, and one that became too large is gone', () => {
  const cache = new BoundedCache<string, number>(MAX_BYTES)
  for (let i = 0; i < 1000; i++) cache.set('key', i, 1000)
  expect([cache.get('key'), cache.bytes]).toEqual([999, 1000 + ENTRY_BYTES])
  cache.set('key', 0, MAX_BYTES)
  expect([cache.get('key'), cache.bytes]).toEqual([undefined, 0])
})
