/**
 * Results from the cache are those of a build from nothing, after any edits in between.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { siteFiles, writeSites } from '../../bench/many-sites.ts'
import { type BuiltSite, buildSites } from '../../src/cli/build/built-sites.ts'
import { runs } from '../support/runs.ts'

const SITES = 5

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** What a build gives, in a form that can be compared. */
function comparable(sites: readonly BuiltSite[]) {
  return Promise.all(
    sites.map(async ({ site, shared, findings, compiled: version }) => {
      const { value, ...compiled } = version ?? { value: null }
      const bytes = value === null ? null : Buffer.from((await value()).bytes).toString('base64')
      return { site, shared, findings, compiled, bytes }
    }),
  )
}

const env = (folder: string) => ({ env: { ACAP_CACHE: folder } })
const NO_CACHE = { env: { ACAP_CACHE: 'off' } }

const line = fc.constantFrom(
  'Disallow: /a',
  'Allow: /a',
  'User-agent: Googlebot',
  'ACAP-crawler: *',
  'ACAP-disallow-crawl: /news/',
  'ACAP-allow-index: /x time-limit=until-2026-03-01',
  'Visit-time: 0600-0845',
  'Dissallow: /b',
  'ACAP-allow-',
)
const routes = fc
  .constantFrom('/news/', '/a/*/b', '/x$')
  .map((match) => `\n[[route]]\nmatch = "${match}"\nfields = ["disallow-crawl"]\n`)
const edits = fc.record({
  site: fc.nat({ max: SITES - 1 }),
  change: fc.oneof(
    fc.record({ add: line }),
    fc.record({ route: routes }),
    fc.constantFrom('renew', 'remove', 'share a host', 'next day', 'nothing' as const),
  ),
})

type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never

let day = Date.parse('2026-03-01T10:00:00Z')

/** Makes an edit in a folder of policies. */
function edit(policies: string, { site, change }: Edit) {
  const name = readdirSync(policies).sort()[site]
  if (name === undefined) return
  const path = (file: string) => join(policies, name, file)
  const append = (file: string, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), `${readFileSync(path(file), 'utf8')}${text}\n`)
  }
  if (change === 'nothing') return
  if (change === 'next day') day += 86_400_000
  else if (change === 'remove') rmSync(path('robots.txt'), { force: true })
  else if (change === 'share a host') writeFileSync(path('site.toml'), 'hosts = ["shared.test"]\n')
  else if (change === 'renew') {
    for (const [file, text] of Object.entries(siteFiles(site + 100)))
      writeFileSync(path(file), text)
  } else {
    writeFileSync(path('robots.txt'), '', { flag: 'a' })
    if ('add' in change) append('robots.txt', change.add)
    else append('site.toml', change.route)
  }
}

/** A permission that lapses over night. */
const LAPSE: Edit[] = [
  { site: 0, change: { add: 'ACAP-crawler: *' } },
  { site: 0, change: { add: 'ACAP-allow-index: /x time-limit=until-2026-03-01' } },
  { site: 0, change: 'next day' },
]

afterEach(() => vi.useRealTimers())

it('a build with the cache is the build without it, after any edits', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 6 }), async (all) => {
      day = Date.parse('2026-03-01T10:00:00Z')
      const [policies, cache] = [
        mkdtempSync(join(tmpdir(), 'acap-policies-')),
        mkdtempSync(join(tmpdir(), 'acap-cache-')),
      ]
      try {
        writeSites(policies, SITES)
        for (const each of all) {
          vi.setSystemTime(day)
          await buildSites(policies, env(cache), 1)
          edit(policies, each)
          vi.setSystemTime(day)
          const expected = await comparable(await buildSites(policies, NO_CACHE))
          expect(await comparable(await buildSites(policies, env(cache), 1))).toEqual(expected)
        }
      } finally {
        for (const folder of [policies, cache]) rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: runs(6, 300, 1_000), examples: [[LAPSE]] },
  )
})

it('a cache that was cut off, altered or is of another program is none', async () => {
  const [policies, cache] = [newFolder(), newFolder()]
  writeSites(policies, SITES)
  const expected = await comparable(await buildSites(policies, env(cache), 1))
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const whole = readFileSync(path)
    const altered = Buffer.from(whole)
    altered[whole.length >> 1]! ^= 1
    for (const bytes of [
      whole.subarray(0, 20),
      whole.subarray(0, whole.length - 1),
      altered,
      Buffer.alloc(0),
    ]) {
      writeFileSync(path, bytes)
      expect(await comparable(await buildSites(policies, env(cache), 1))).toEqual(expected)
      expect(await comparable(await buildSites(policies, env(cache), 1))).toEqual(expected)
    }
  }
})
