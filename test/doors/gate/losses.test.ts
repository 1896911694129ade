/**
 * Policies that take something away from a host as a whole: in the middle of a deployment, that is a mistake.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SOURCE_PACE } from '../../../src/doors/gate/policy-source.ts'
import { bundleOf, type SiteFiles } from '../../support/bundle.ts'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

type Sites = Readonly<Record<string, SiteFiles>>

const A: SiteFiles = {
  'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
  'site.toml': 'hosts = ["a.test"]\n',
}
const B: SiteFiles = {
  'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
  'site.toml': 'hosts = ["b.test", "www.b.test"]\n',
}
const STRICTER: SiteFiles = { ...A, 'robots.txt': `${A['robots.txt']}Disallow: /news/\n` }

/** A gate that hears of each change by the system's watch alone. */
async function gateOf(first: Sites, loss: number) {
  const path = mkdtempSync(join(tmpdir(), 'acap-losses-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  let sites = first
  const known = { SearchBot1: 'search' } as const
  const build = async () => new Uint8Array(await bundleOf(sites, { known }))
  const { url, log, reload } = await gate({
    files: {},
    answer: (_, response) => void response.end('a page'),
    settings: {
      policies: { kind: 'folder', path, build },
      pace: { ...SOURCE_PACE, look: 3_600_000, rest: 20, loss },
    },
  })
  return {
    log,
    reload,
    change(next: Sites) {
      sites = next
      writeFileSync(join(path, 'changed'), `${Math.random()}`)
    },
    async status(host: string, path: string, userAgent = 'SearchBot1/1') {
      const headers = { host, 'user-agent': userAgent }
      return (await raw(url + path, { headers })).status
    },
    states: () => log.filter(({ acap }) => acap === 'policies'),
  }
}

describe('what newer policies take away from a host', () => {
  const site = (toml: string, robots = 'User-agent: *\nDisallow: /closed/\n'): SiteFiles => ({
    'robots.txt': robots,
    'site.toml': `hosts = ["b.test"]\n${toml}`,
  })
  test.each<[string, SiteFiles, SiteFiles | null]>([
    ['the host', site(''), null],
    ['all rules of robots.txt', site(''), site('', '')],
    [
      'all rules of robots.txt',
      site('[[route]]\nmatch = "/x/"\nmode = "observe"\n'),
      site('[[route]]\nmatch = "/x/"\nmode = "observe"\n', '\n'),
    ],
    ['all of site.toml', site('log-addresses = true\n'), site('')],
    ['the mode `enforce`', site('log-addresses = true\n'), site('mode = "off"\n')],
    [
      'the origin',
      site('origin = "http://127.0.0.1:1"\n'),
      site('mode = "enforce"\nlog-addresses = true\n'),
    ],
  ])('%s stays until it is certain', async (what, before, after) => {
    const { change, states, log } = await gateOf({ a: A, b: before }, 60_000)
    change(after === null ? { a: STRICTER } : { a: STRICTER, b: after })
    await expect
      .poll(states)
      .toContainEqual(expect.objectContaining({ severity: 'warning', hosts: [`b.test: ${what}`] }))
    expect(log).toContainEqual(expect.objectContaining({ state: 'reloaded', changed: ['a.test'] }))
  })

  test('does not keep another host from its stricter rules', async () => {
    const { change, status } = await gateOf({ a: A, b: B }, 60_000)
    change({ a: STRICTER })
    await expect.poll(() => status('a.test', '/news/')).toBe(403)
    expect(await status('b.test', '/closed/')).toBe(403)
    expect(await status('www.b.test:8080', '/closed/')).toBe(403)
    expect(await status('b.test', '/closed/', BROWSER)).toBe(200)
  })

  test('counts at once at SIGHUP', async () => {
    const { change, reload, status, states } = await gateOf({ a: A, b: B }, 60_000)
    change({ a: STRICTER })
    await expect.poll(() => status('a.test', '/news/')).toBe(403)
    await reload()
    expect(await status('b.test', '/closed/')).toBe(200)
    expect(states().at(-1)).toMatchObject({ state: 'reloaded', went: ['b.test', 'www.b.test'] })
  })

  test('counts after its time, also for the host that answers for all others', async () => {
    const any = { ...B, 'site.toml': 'hosts = ["*"]\n' }
    const { change, status } = await gateOf({ a: A, b: any }, 500)
    change({ a: STRICTER })
    await expect.poll(() => status('a.test', '/news/')).toBe(403)
    expect(await status('other.test', '/closed/')).toBe(403)
    await vi.waitFor(async () => expect(await status('other.test', '/closed/')).toBe(200), {
      timeout: 20_000,
    })
  })

  test('is forgotten when it is there again', async () => {
    const { change, status, states } = await gateOf({ a: A, b: B }, 400)
    change({ a: STRICTER })
    await expect.poll(() => status('a.test', '/news/')).toBe(403)
    change({ a: A, b: { ...B, 'robots.txt': `${B['robots.txt']}Disallow: /more/\n` } })
    await expect.poll(() => status('b.test', '/more/')).toBe(403)
    expect(await status('b.test', '/closed/')).toBe(403)
    expect(states().some(({ went }) => went !== undefined)).toBe(false)
  })

  test('says which hosts came', async () => {
    const { change, states } = await gateOf({ a: A }, 400)
    change({ a: A, b: B })
    await expect
      .poll(states)
      .toContainEqual(expect.objectContaining({ came: ['b.test', 'www.b.test'] }))
  })
})
