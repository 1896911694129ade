import { describe, expect, test } from 'vitest'
import { nameTrie } from '../../src/program/compile/name-trie.ts'
import { decode, openBundle } from '../../src/program/decode.ts'
import { encode } from '../../src/program/encode.ts'
import { checksum, SECTION } from '../../src/program/format.ts'
import { section, sectionFile, sharedSections } from '../../src/program/write-file.ts'
import { random } from '../support/base/random.ts'
import {
  bundle,
  changed,
  NETWORK,
  REGISTRY,
  sectionsOf,
  siteFor,
} from '../support/program/made-bundles.ts'
import { runs } from '../support/runs.ts'

/** Opens a bundle and reads all of it: the error of the first part that is damaged, or the whole in words. */
function readAll(
  bytes: Uint8Array<ArrayBuffer>,
): { readonly error: string } | { readonly content: string } {
  const opened = openBundle(bytes)
  if (!opened.ok) return { error: opened.error.code }
  const { hash, crawlerNames, siteNames } = opened.bundle
  const { registry, networks } = opened.bundle.shared!
  const crawlers = Array.from(
    { length: registry.crawlers.length },
    (_, i) => registry.crawlers.at(i)!,
  )
  const sites = siteNames.map((_, i) => opened.bundle.site(i))
  for (const site of sites) if (!site.ok) return { error: site.error.code }
  return {
    content: JSON.stringify([
      hash,
      crawlerNames,
      { ...registry, crawlers },
      networks,
      siteNames,
      sites,
    ]),
  }
}

function decodeError(bytes: Uint8Array<ArrayBuffer>): string {
  const decoded = decode(bytes)
  return decoded.ok ? 'none' : decoded.error.code
}

/** A whole bundle whose programs have other numbers for usages. */
function withOtherUsages(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  view.setUint32(20, 7, true)
  const end = 64 + view.getUint32(24, true) * 16
  view.setUint32(16, checksum(new Uint32Array(copy.buffer, 20, (end - 20) / 4)), true)
  return copy
}

describe('a bundle', () => {
  test('is not made where no Worker could load it', async () => {
    const network = {
      name: 'all',
      fresh: true,
      v4: new Uint32Array(2 ** 24),
      v6: new Uint32Array(),
    }
    const made = encode({
      sites: [],
      registry: { crawlers: [], trie: nameTrie([]) },
      networks: [network],
    })
    await expect(made).rejects.toThrow('the policies compile to 65 MiB, and a bundle may have 64')
  })

  test('comes back as it went in', async () => {
    const bytes = await bundle()
    const decoded = decode(bytes.buffer)
    if (!decoded.ok) throw new Error(decoded.error.message)
    expect(decoded.bundle.sites).toEqual([siteFor('a', ['a.test']), siteFor('b', ['b.test', '*'])])
    expect(decoded.bundle.registry).toEqual(REGISTRY)
    expect(decoded.bundle.networks).toEqual([NETWORK])
    expect(decoded.bundle.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('gives one crawler of many, with its category and its operator', async () => {
    const names = ['a', 'b', 'c']
    const crawlers = names.map((name, i) => ({
      name,
      category: i === 1 ? ('feed' as const) : ('search' as const),
      operator: i === 0 ? null : 'them',
    }))
    const registry = { crawlers, trie: nameTrie(names) }
    const opened = openBundle(await encode({ sites: [], registry, networks: [] }))
    if (!opened.ok) throw new Error(opened.error.message)
    const read = opened.bundle.shared!.registry.crawlers
    expect([read.length, ...names.map((_, i) => read.at(i)), read.at(3)]).toEqual([
      3,
      ...crawlers,
      undefined,
    ])
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
    [
      'another list of usages',
      (bytes: Uint8Array<ArrayBuffer>) => withOtherUsages(bytes),
      'version',
    ],
    ['a changed hash', (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, 30), 'checksum'],
    ['a changed directory', (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, 70), 'checksum'],
    [
      'a changed list of hosts',
      (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, sectionsOf(bytes)[0]!.offset),
      'checksum',
    ],
    [
      'a changed site',
      (bytes: Uint8Array<ArrayBuffer>) => changed(bytes, bytes.length - 9),
      'checksum',
    ],
  ])('tells %s apart', async (_name, mutate, code) => {
    expect(decodeError(mutate(await bundle()))).toBe(code)
  })

  test('of an older format is refused with what to do', async () => {
    const bytes = await bundle()
    new DataView(bytes.buffer).setUint32(8, 1, true)
    expect(decode(bytes)).toEqual({
      ok: false,
      error: {
        code: 'version',
        message:
          'the bundle has format 1, and this code reads format 3: build it again with `acap build`',
      },
    })
  })

  test('has 2,000 sites at most', async () => {
    const site = siteFor('a', [], 'User-agent: *\n')
    await expect(bundle(Array.from({ length: 2_001 }, () => site))).rejects.toThrow(
      '2,001 sites, and a bundle may have 2,000',
    )
  })

  test('is none where the sections of one kind stand apart', async () => {
    const [first, second] = ['a', 'b'].map((name) =>
      section(SECTION.site, siteFor(name, [`${name}.test`])),
    )
    const shared = sharedSections(REGISTRY, [NETWORK])
    expect(decode(await sectionFile([first!, ...shared, second!]))).toMatchObject({
      ok: false,
      error: {
        code: 'content',
        message: 'the bundle is corrupt: its directory does not fit its size',
      },
    })
  })

  const times = runs(5_000, 1_000_000)
  test(`mutated ${times} times is the same program or a typed error each time`, async () => {
    const original = await bundle()
    const content = readAll(original)
    const next = random(7)
    for (let run = 0; run < times; run++) {
      const bytes = original.slice()
      for (let changes = 1 + next(3); changes > 0; changes--) bytes[next(bytes.length)] = next(256)
      const read = readAll(next(10) === 0 ? bytes.slice(0, next(bytes.length)) : bytes)
      if ('content' in read) expect(read).toEqual(content)
      else expect(['label', 'version', 'size', 'checksum', 'content']).toContain(read.error)
    }
  })
})
