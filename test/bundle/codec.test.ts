import { describe, expect, test } from 'vitest'
import { decode } from '../../src/bundle/decode.ts'
import { encode } from '../../src/bundle/encode.ts'
import { nameTrie } from '../../src/compile/name-trie.ts'
import { random } from '../support/random.ts'
import { siteOf } from '../support/site-of.ts'

const POLICY = `User-agent: *
Disallow: /private/
Visit-time: 0100-0500

ACAP-version: 1.1
ACAP-resource-set: pictures /*.gif$ /*.png$
ACAP-crawler: *
ACAP-disallow-crawl: /private/*/x
ACAP-allow-index: the-acap:resource-set:pictures time-limit=3-days
ACAP-crawler: SearchBot1
ACAP-allow-crawl: /private/
`

async function bundle() {
  const trie = nameTrie(['searchbot'])
  const registry = { crawlers: [{ name: 'SearchBot', category: 'search' as const, operator: null }], trie }
  return encode({ sites: [siteOf(POLICY)], registry, networks: [] })
}

function decodeError(bytes: Uint8Array<ArrayBuffer>): string {
  const decoded = decode(bytes.buffer)
  return decoded.ok ? 'none' : decoded.error.code
}

describe('a bundle', () => {
  test('is not made where no Worker could load it', async () => {
    const network = { name: 'all', fresh: true, v4: new Uint32Array(2 ** 24), v6: new Uint32Array() }
    const made = encode({ sites: [], registry: { crawlers: [], trie: nameTrie([]) }, networks: [network] })
    await expect(made).rejects.toThrow('the policies compile to 65 MiB, and a bundle may have 64')
  })

  test('comes back as it went in', async () => {
    const bytes = await bundle()
    const decoded = decode(bytes.buffer)
    if (!decoded.ok) throw new Error(decoded.error.message)
    expect(decoded.bundle.sites).toEqual([siteOf(POLICY)])
    expect(decoded.bundle.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is read from a view on a larger buffer, too', async () => {
    const bytes = await bundle()
    const larger = new Uint8Array(bytes.length + 7)
    larger.set(bytes, 3)
    expect(decode(larger.subarray(3, 3 + bytes.length)).ok).toBe(true)
  })

  test('is the same bytes for the same policy', async () => {
    expect(await bundle()).toEqual(await bundle())
  })

  test.each([
    ['an empty file', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, 0), 'size'],
    ['a file cut short', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -4), 'size'],
    ['another label', (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, 0), 'label'],
    ['another format version', (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, 8), 'version'],
    ['a changed checksum', (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, 16), 'checksum'],
    ['a changed content', (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, bytes.length - 9), 'checksum'],
  ])('tells %s apart', async (_name, mutate, code) => {
    expect(decodeError(mutate(await bundle()))).toBe(code)
  })

  // A million of them: `npm run test:long`.
  const runs = process.env.ACAP_LONG ? 1_000_000 : 20_000
  test(`mutated ${runs} times gives a typed error each time`, async () => {
    const original = await bundle()
    const next = random(7)
    for (let run = 0; run < runs; run++) {
      const bytes = original.slice()
      const first = next(bytes.length)
      bytes[first] = bytes[first]! ^ (1 + next(255))
      // A second change in the same place could restore the byte; another place cannot.
      const second = next(bytes.length)
      if (second !== first) bytes[second] = next(256)
      if (decodeError(bytes) === 'none')
        throw new Error(`run ${run}: ${first} and ${second} changed and nobody noticed`)
    }
  })
})

function changed(bytes: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice()
  copy[at] = copy[at]! ^ 0x55
  return copy
}
