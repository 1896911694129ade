/**
 * Bundles and stores of other versions of the code, as today's code answers with them. test/bundles has what was built from the
 * table's policy when the format was new; test/e2e/versions.test.ts runs the code of then itself. A new format asks for a
 * folder of its own: UPDATE_BUNDLES=1 writes it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type AcapOptions, acap } from '../../src/doors/hono/node.ts'
import { folderStore } from '../../src/doors/node/bundle-stores.ts'
import { decode } from '../../src/program/decode.ts'
import { encode } from '../../src/program/encode.ts'
import { FORMAT_VERSION } from '../../src/program/format.ts'
import type { Bundle, SiteProgram } from '../../src/program/program.ts'
import { readRelease } from '../../src/program/release.ts'
import { FILES, KNOWN, STATUS, TABLE } from '../support/author/server-table.ts'
import { answers } from '../support/author/table-answers.ts'
import { bundleOf } from '../support/bundle.ts'
import { releaseOf, versionOf } from '../support/edge/store.ts'

const FOLDER = `test/bundles/v${FORMAT_VERSION}`
/** The table's policy, with something of every table of site.toml. */
const SITES = {
  site: { ...FILES, 'site.toml': `${FILES['site.toml']}\n[crawlers.LateBot]\ndialect = "acap"\n` },
}
if (process.env.UPDATE_BUNDLES) await write()
const OLD = new Uint8Array(readFileSync(`${FOLDER}/table.bin`))
const TODAY = new Uint8Array(await bundleOf(SITES, { known: KNOWN }))

async function write(): Promise<void> {
  const built = await versionOf(3, SITES, { known: KNOWN })
  const store = Object.fromEntries(built.values.map(({ key, bytes }) => [`store/${key}`, bytes]))
  const bundle = new Uint8Array(await bundleOf(SITES, { known: KNOWN }))
  for (const [path, bytes] of Object.entries({
    ...store,
    'store/bundle': releaseOf(7, built),
    'table.bin': bundle,
  })) {
    mkdirSync(dirname(`${FOLDER}/${path}`), { recursive: true })
    writeFileSync(`${FOLDER}/${path}`, bytes)
  }
}

/** The answers to the whole table under these policies; the middleware's server rejects targets with a backslash. */
async function answersWith(options: AcapOptions) {
  const app = new Hono()
  app.use(acap(options))
  app.all('*', async (c) =>
    c.text(`a page with ${await c.req.text()}`, c.req.path.startsWith('/missing') ? 404 : 200),
  )
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const all = await answers((server.address() as AddressInfo).port)
  return all.map(({ etag, ...answer }) => answer)
}

const EXPECTED = TABLE.map(({ outcome }) => STATUS[outcome])

const siteOf = (bytes: Uint8Array): SiteProgram => bundleIn(bytes).sites[0]!

function bundleIn(bytes: Uint8Array): Bundle {
  const decoded = decode(bytes)
  if (!decoded.ok) throw new Error(decoded.error.message)
  return decoded.bundle
}

/** Today's bundle with another site. */
const bundleWith = (site: unknown) => encode({ ...bundleIn(TODAY), sites: [site as SiteProgram] })

type Table = Readonly<Record<string, unknown>>
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)

/** With a key more in every table, lists looked into. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (!isTable(value)) return value
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withMore(each)])),
    later: 1,
  }
}

/** The places of all keys, as `routes.0.match`. */
function keysIn(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [path]
  return Object.entries(value).flatMap(([key, each]) => keysIn(each, `${path}.${key}`))
}

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

describe('policies of another version of the code', () => {
  test('that is older answer the whole table: bundle and store', async () => {
    const all = await answersWith({ bundle: TODAY })
    expect(all.map(({ status }) => status)).toEqual(EXPECTED)
    expect(await answersWith({ bundle: OLD })).toEqual(all)
    const empty = await bundleOf({}, { known: KNOWN })
    expect(await answersWith({ bundle: empty, bundles: folderStore(`${FOLDER}/store`) })).toEqual(
      all,
    )
  })

  test('that is newer mean the same: a key that nobody knows here is ignored', async () => {
    const site = siteOf(TODAY)
    const { names, any, groups, files, routes } = site
    const later = withMore({ names, any, groups, files, routes }) as Table
    const config = { ...(withMore(site.config) as Table), crawlers: {} }
    expect(await answersWith({ bundle: await bundleWith({ ...site, ...later, config }) })).toEqual(
      await answersWith({ bundle: TODAY }),
    )
  })

  test('are written for older code too: it finds every key that it knew', () => {
    expect(keysIn(siteOf(TODAY))).toEqual(expect.arrayContaining([...keysIn(siteOf(OLD))]))
  })

  test('have every key that this code knows: a newer one gets its default where a program is decoded', () => {
    expect(keysIn(siteOf(OLD))).toEqual(expect.arrayContaining([...keysIn(siteOf(TODAY))]))
  })
})

test('a release of a newer format is refused, and one with keys that nobody knows here is read', () => {
  const release = JSON.parse(readFileSync(`${FOLDER}/store/bundle`, 'utf8'))
  const read = (more: object) =>
    readRelease(new TextEncoder().encode(JSON.stringify({ ...release, ...more })))
  expect(read({ later: 1 })).toMatchObject(release)
  expect(() => read({ format: FORMAT_VERSION + 1 })).toThrow(
    `has format ${FORMAT_VERSION + 1}, and this code reads format ${FORMAT_VERSION}: update acap-edge`,
  )
  expect(() => read({ format: FORMAT_VERSION - 1 })).toThrow(
    '`acap publish --rebuild` publishes it again',
  )
})
