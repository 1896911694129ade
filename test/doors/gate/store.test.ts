import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RELEASE_KEY } from '../../../src/program/release.ts'
import { bundleOf } from '../../support/bundle.ts'
import { gate } from '../../support/doors/gate.ts'
import { releaseOf, versionOf } from '../../support/edge/store.ts'
import { raw, startOrigin } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const KNOWN = { known: { SearchBot1: 'search' } } as const

/** A folder with a store in it, whose one site has `more` in its site.toml; without a version of it where that is null. */
async function storeFolder(more: string | null = ''): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  if (more === null) return folder
  const write = (key: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(folder, key)), { recursive: true })
    writeFileSync(join(folder, key), bytes)
  }
  const files = {
    'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
    'site.toml': `hosts = ["127.0.0.1"]\n${more}`,
  }
  const version = await versionOf(1, { site: files }, KNOWN)
  for (const { key, bytes } of version.values) write(key, bytes)
  write(RELEASE_KEY, releaseOf(1, version))
  return folder
}

const page = (_: unknown, response: ServerResponse) => void response.end('a page')
const withoutSites = async () => new Uint8Array(await bundleOf({}, KNOWN))
const statusOf = async (url: string, userAgent: string) =>
  (await raw(url, { headers: { 'user-agent': userAgent } })).status

test('a gate serves the sites of a store, the first crawler too', async () => {
  const settings = { store: await storeFolder() }
  const { url, log } = await gate({ files: {}, answer: page, build: withoutSites, settings })
  expect(await statusOf(`${url}/closed/a`, 'SearchBot1/1.0')).toBe(403)
  expect(await statusOf(`${url}/closed/a`, BROWSER)).toBe(200)
  await expect
    .poll(() => log.find(({ outcome }) => outcome === 'prohibited'))
    .toMatchObject({ version: 1 })
})

test('the first reader gets the page of an origin that only the store names', async () => {
  const origin = await startOrigin(page)
  onTestFinished(() => origin.stop())
  const settings = { store: await storeFolder(`origin = "${origin.url}"\n`), origin: null }
  const { url } = await gate({ files: {}, answer: page, build: withoutSites, settings })
  expect(await statusOf(url, BROWSER)).toBe(200)
})

test('a gate whose store has no version starts only where it knows an origin without it', async () => {
  const store = await storeFolder(null)
  const setting = { files: {}, answer: page, build: withoutSites }
  const { url } = await gate({ ...setting, settings: { store } })
  expect(await statusOf(url, BROWSER)).toBe(200)
  expect(await statusOf(url, 'SearchBot1/1.0')).toBe(503)
  const starting = gate({ ...setting, settings: { store, origin: null } })
  await expect(starting).rejects.toThrow(/^the gate does not start: .*\nhelp: .*--origin URL/)
})
