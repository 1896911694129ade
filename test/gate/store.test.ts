import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RELEASE_KEY } from '../../src/bundle/release.ts'
import { bundleOf } from '../support/bundle.ts'
import { gate } from '../support/gate.ts'
import { raw } from '../support/node-origin.ts'
import { releaseOf, versionOf } from '../support/store.ts'
import { BROWSER } from '../support/telling-policy.ts'

const KNOWN = { known: { SearchBot1: 'search' } } as const

test('a gate serves the sites of a store, the first crawler too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acap-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (key: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(folder, key)), { recursive: true })
    writeFileSync(join(folder, key), bytes)
  }
  const files = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n', 'site.toml': 'hosts = ["127.0.0.1"]\n' }
  const version = await versionOf(1, { site: files }, KNOWN)
  for (const { key, bytes } of version.values) write(key, bytes)
  write(RELEASE_KEY, releaseOf(1, version))
  const { url, log } = await gate({
    files: {},
    answer: (_, response) => void response.end('a page'),
    build: async () => new Uint8Array(await bundleOf({}, KNOWN)),
    settings: { store: folder },
  })
  const ask = async (path: string, userAgent: string) =>
    (await raw(url + path, { headers: { 'user-agent': userAgent } })).status
  expect(await ask('/closed/a', 'SearchBot1/1.0')).toBe(403)
  expect(await ask('/closed/a', BROWSER)).toBe(200)
  await expect.poll(() => log.find(({ outcome }) => outcome === 'prohibited')).toMatchObject({ version: 1 })
})
