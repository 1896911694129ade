/**
 * Bundles and stores of other versions of the code, as today's code answers with them. What test/bundles/2026-11-23 has was
 * built on that day from the table's policy; test/e2e/versions.test.ts runs the code of that day itself.
 */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { decode } from '../../src/bundle/decode.ts'
import { encode } from '../../src/bundle/encode.ts'
import { FORMAT_VERSION } from '../../src/bundle/format.ts'
import type { Bundle, SiteProgram } from '../../src/bundle/program.ts'
import { readRelease } from '../../src/bundle/release.ts'
import { folderStore } from '../../src/platforms/node/bundle-stores.ts'
import { type AcapOptions, acap } from '../../src/platforms/node/hono.ts'
import { DEFAULT_PROFILE, DEFAULT_ROUTE, DEFAULT_SITE } from '../../src/vocabulary/site-config.ts'
import { bundleOf } from '../support/bundle.ts'
import { FILES, KNOWN, STATUS, TABLE } from '../support/server-table.ts'
import { answers } from '../support/table-answers.ts'

const FOLDER = 'test/bundles/2026-11-23'
const OLD = new Uint8Array(readFileSync(`${FOLDER}/table.bin`))
const TODAY = new Uint8Array(await bundleOf({ site: FILES }, { known: KNOWN }))

/** The answers to the whole table under these policies; the middleware's server rejects targets with a backslash. */
async function answersWith(options: AcapOptions) {
  const app = new Hono()
  app.use(acap(options))
  app.all('*', async (c) => c.text(`a page with ${await c.req.text()}`, c.req.path.startsWith('/missing') ? 404 : 200))
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

/** Without the keys whose values are the defaults. */
function withoutDefaults(table: Table, defaults: Table): Table {
  const rest = Object.entries(table).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (JSON.stringify(value) === JSON.stringify(defaults[key])) return []
    return [[key, isTable(value) && isTable(defaults[key]) ? withoutDefaults(value, defaults[key]) : value]]
  })
  return Object.fromEntries(rest)
}

/** With a key more in every table, lists looked into. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (!isTable(value)) return value
  return { ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withMore(each)])), later: 1 }
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
    expect(await answersWith({ bundle: empty, bundles: folderStore(`${FOLDER}/store`) })).toEqual(all)
  })

  test('that knew no key of site.toml but those that are set answer the whole table', async () => {
    const site = siteOf(TODAY)
    const config = withoutDefaults(site.config as unknown as Table, DEFAULT_SITE as unknown as Table)
    expect(Object.keys(config)).toEqual(['hosts', 'exempt', 'routes'])
    const routes = site.config.routes.map((route) => withoutDefaults(route as unknown as Table, DEFAULT_ROUTE))
    const all = await answersWith({ bundle: await bundleWith({ ...site, config: { ...config, routes } }) })
    expect(all.map(({ status }) => status)).toEqual(EXPECTED)
    expect(all.filter(({ body }) => body.includes('undefined'))).toEqual([])
    expect(all).toEqual(await answersWith({ bundle: TODAY }))
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
    const known = keysIn(siteOf(OLD)).filter((key) => !key.startsWith('.config.crawlers'))
    expect(keysIn(siteOf(TODAY))).toEqual(expect.arrayContaining([...known]))
  })
})

test('a profile and a route of an older version get the defaults of what they lack', async () => {
  const site = siteOf(TODAY)
  const config = { ...site.config, crawlers: { somebot: {} }, routes: [{ match: '/a' }] }
  const next = { from: 1, program: { ...site, config } }
  const read = siteOf(await bundleWith({ ...site, config, next }))
  for (const program of [read, read.next!.program]) {
    expect(program.config).toMatchObject({
      crawlers: { somebot: DEFAULT_PROFILE },
      routes: [{ match: '/a', ...DEFAULT_ROUTE }],
    })
  }
})

test('a release of a newer format is refused, and one with keys that nobody knows here is read', () => {
  const release = JSON.parse(readFileSync(`${FOLDER}/store/bundle`, 'utf8'))
  const read = (more: object) => readRelease(new TextEncoder().encode(JSON.stringify({ ...release, ...more })))
  expect(read({ later: 1 })).toMatchObject(release)
  expect(() => read({ format: FORMAT_VERSION + 1 })).toThrow(
    /has format 3, and this code reads format 2: update acap-edge/,
  )
  expect(() => read({ format: FORMAT_VERSION - 1 })).toThrow(/publish it again/)
})
