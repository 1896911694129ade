import { expect, test } from 'vitest'
import { decode, openManifest, readSharedValue, readSiteValue } from '../../src/program/decode.ts'
import { BundleLimitError, entryOf, manifestValue, siteValue } from '../../src/program/encode.ts'
import { random } from '../support/base/random.ts'
import { programOf, registryOf } from '../support/bundle.ts'
import { versionOf } from '../support/edge/store.ts'

const files = (name: string) => ({
  'robots.txt': `User-agent: ${name}bot\nDisallow: /${name}/*.html$\n`,
  'site.toml': `hosts = ["${name}.test", "www.${name}.test:8080"]\norigin = "https://${name}.origin.test"\n`,
})
const SITES = {
  a: files('a'),
  b: { ...files('b'), 'site.toml': `${files('b')['site.toml']}mode = "observe"\n` },
}

test('a version comes back from its values as it went in', async () => {
  const { values, manifest, shared, keys } = await versionOf(1, SITES, {
    known: { SearchBot1: 'search' },
  })
  const bytesOf = (key: string) => values.find((value) => value.key === key)!.bytes
  const opened = openManifest(bytesOf(manifest), manifest)
  expect([opened.siteNames, opened.crawlerNames]).toEqual([
    ['a', 'b'],
    ['abot', 'bbot'],
  ])
  expect(opened.shared).toBeNull()
  const { registry, networks } = readSharedValue(bytesOf(shared), shared)
  expect({
    ...registry,
    crawlers: Array.from({ length: registry.crawlers.length }, (_, i) => registry.crawlers.at(i)!),
  }).toEqual(registryOf({ SearchBot1: 'search' }))
  expect(networks).toEqual([])
  for (const [number, name] of ['a', 'b'].entries()) {
    expect(opened.siteAt(`www.${name}.test:8080`)).toBe(number)
    expect(opened.siteKey(number)).toBe(keys[name])
    expect(readSiteValue(bytesOf(keys[name]!), keys[name]!)).toEqual(
      programOf(name, SITES[name as 'a']),
    )
  }
  expect([opened.summary(0), opened.summary(1)]).toEqual([
    { origin: 'https://a.origin.test', refuses: true },
    { origin: 'https://b.origin.test', refuses: false },
  ])
})

test('a manifest is no bundle, and a value under another key is none', async () => {
  const { values, manifest, keys } = await versionOf(1, SITES)
  const table = values.find(({ key }) => key === manifest)!.bytes
  expect(decode(table)).toMatchObject({ ok: false, error: { code: 'content' } })
  expect(() => readSiteValue(values[0]!.bytes, keys.b!)).toThrow('holds another value')
})

test('a mutated value is the same program or an error', async () => {
  const program = programOf('a', SITES.a)
  const { key, bytes } = await siteValue(program)
  const next = random(7)
  for (let run = 0; run < 5000; run++) {
    const mutated = bytes.slice(0, next(10) === 0 ? next(bytes.length) : bytes.length)
    mutated[next(mutated.length)] = next(256)
    let read: unknown
    try {
      read = readSiteValue(mutated, key)
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
      continue
    }
    expect(read).toEqual(program)
  }
})

test('a manifest of more than 2 MB is refused', async () => {
  const entry = entryOf(programOf('a', SITES.a))
  const hosts = Array.from({ length: 100_000 }, (_, i) => `a-long-name-of-a-host-${i}.example.com`)
  const value = await siteValue(programOf('a', SITES.a))
  await expect(manifestValue([{ ...entry, hosts }], [value.key])).rejects.toThrow(BundleLimitError)
})
