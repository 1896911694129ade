import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundleOf } from '../../support/bundle.ts'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = {
  'robots.txt':
    'User-agent: *\nDisallow: /closed/\nCrawl-delay: 60\n\nUser-agent: NamedBot\nDisallow: /closed/\n',
}
const ADMIN = { host: '127.0.0.1', port: 0 }

const site = (path: string) => ({
  site: {
    'robots.txt': `User-agent: *\nDisallow: ${path}\n`,
    'site.toml': 'hosts = ["127.0.0.1"]\n',
  },
})
const built = async (path: string) =>
  new Uint8Array(await bundleOf(site(path), { known: { SearchBot1: 'search' } }))

const begin = (more: Partial<Parameters<typeof gate>[0]> = {}) =>
  gate({
    files: FILES,
    answer: (_, response) => void response.end('a page'),
    settings: { admin: ADMIN },
    ...more,
  })

/** The samples of a scrape: name with labels → value. */
async function scraped(url: string): Promise<Map<string, number>> {
  const answer = await raw(`${url}/metrics`)
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = String(answer.body)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

describe("the operator's port", () => {
  test('is on an address of its own, and serves no page', async () => {
    const { url, adminUrl } = await begin()
    expect(adminUrl).not.toBe(url)
    expect(String((await raw(`${adminUrl}/healthz`)).body)).toBe('ok\n')
    expect(String((await raw(`${adminUrl}/readyz`)).body)).toBe('ready\n')
    expect((await raw(`${adminUrl}/`)).status).toBe(404)
    expect((await raw(`${adminUrl}/metrics`, { method: 'POST' })).status).toBe(405)
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect(String((await raw(url + path, { headers: { 'user-agent': BROWSER } })).body)).toBe(
        'a page',
      )
    }
  })

  test('is nowhere unless it was asked for', async () => {
    expect((await begin({ settings: {} })).adminUrl).toBeNull()
  })

  test('says that the gate is not ready without policies, and while it stops', async () => {
    const { adminUrl, url, stop } = await begin({
      build: async () => new Uint8Array(8),
      settings: { admin: ADMIN, grace: 60 },
    })
    const readiness = async () => {
      const { status, body } = await raw(`${adminUrl}/readyz`)
      return [status, String(body)]
    }
    expect(await readiness()).toEqual([503, 'no policies\n'])
    expect((await raw(`${adminUrl}/healthz`)).status).toBe(200)
    expect((await raw(url, { headers: { 'user-agent': BROWSER } })).status).toBe(200)
    await stop()
  })

  test('is still there while the last requests end', async () => {
    let end: () => void = () => undefined
    let begun: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      begun = resolve
    })
    const { adminUrl, url, stop } = await begin({
      answer: (_, response) => {
        end = () => response.end('ended')
        begun()
      },
      settings: { admin: ADMIN, grace: 60 },
    })
    const page = raw(url, { headers: { 'user-agent': BROWSER } })
    await asked
    const stopped = stop()
    const readiness = await raw(`${adminUrl}/readyz`)
    expect([readiness.status, String(readiness.body)]).toEqual([503, 'stopping\n'])
    end()
    expect(String((await page).body)).toBe('ended')
    await stopped
  })

  test('counts decisions by names that policy or registry know', async () => {
    const { adminUrl, url } = await begin()
    const ask = (path: string, userAgent: string) =>
      raw(url + path, { headers: { 'user-agent': userAgent } })
    await ask('/closed/a', 'SearchBot1/1')
    await ask('/open', 'SearchBot1/1')
    await ask('/open', 'SearchBot1/1')
    await ask('/closed/a', 'NamedBot/1')
    await ask('/closed/a', BROWSER)
    for (let i = 0; i < 50; i++) await ask('/closed/a', `Strange${i}Bot/1 bot crawler "\\`)
    const samples = await scraped(adminUrl!)
    const decisions = Object.fromEntries(
      [...samples].filter(([name]) => name.startsWith('acap_decisions_total')),
    )
    const named = (crawler: string, outcome: string) =>
      `acap_decisions_total{site="site",crawler="${crawler}",outcome="${outcome}",mode="enforce",assurance="unchecked"}`
    expect(decisions).toEqual({
      [named('searchbot1', 'prohibited')]: 1,
      [named('searchbot1', 'permitted')]: 1,
      [named('searchbot1', 'deferred')]: 1,
      [named('namedbot', 'prohibited')]: 1,
      [named('other', 'prohibited')]: 50,
    })
    expect(samples.get('acap_request_duration_seconds_count{status="4xx"}')).toBe(53)
    expect(samples.get('acap_request_duration_seconds_count{status="2xx"}')).toBe(2)
  })

  test('[I3] puts crawlers without a name under one, and counts so many of the names that they declare', async () => {
    const { adminUrl, url } = await begin({
      files: {
        ...FILES,
        'site.toml': 'hosts = ["127.0.0.1"]\n[identify]\nself-declared = "crawler"\n',
      },
    })
    for (let i = 0; i < 70; i++)
      await raw(`${url}/closed/a`, {
        headers: { 'user-agent': `Strange${i}Bot/1.0 (+https://strange${i}.test/bot)` },
      })
    const samples = await scraped(adminUrl!)
    const decisions = [...samples].filter(([name]) => name.startsWith('acap_decisions_total'))
    expect(decisions).toEqual([
      [
        'acap_decisions_total{site="site",crawler="other",outcome="prohibited",mode="enforce",assurance="unchecked"}',
        70,
      ],
    ])
    const declared = [...samples].filter(([name]) => name.startsWith('acap_declared_total'))
    expect(declared.length).toBe(65)
    expect(declared.at(-1)).toEqual(['acap_declared_total{site="site",name="other"}', 6])
  })

  test('[I3] counts readers that declare themselves, where the site only reports them', async () => {
    const { adminUrl, url } = await begin({
      files: {
        ...FILES,
        'site.toml': 'hosts = ["127.0.0.1"]\n[identify]\nself-declared = "report"\n',
      },
    })
    const { status } = await raw(`${url}/closed/a`, { headers: { 'user-agent': 'StrangeBot/1.0' } })
    expect(status).toBe(200)
    const samples = await scraped(adminUrl!)
    expect(samples.get('acap_declared_total{site="site",name="strangebot"}')).toBe(1)
    expect([...samples.keys()].filter((name) => name.startsWith('acap_decisions_total'))).toEqual(
      [],
    )
  })

  test('tells of reloads, of the policies in force, and of faults', async () => {
    const builds = [built('/a/'), built('/b/'), null]
    const { adminUrl, reload } = await begin({
      build: () => builds.shift() ?? Promise.reject(new Error('not built')),
    })
    const hashes = async () =>
      [...(await scraped(adminUrl!)).keys()].filter((name) => name.startsWith('acap_bundle_info'))
    const before = await hashes()
    await reload()
    const after = await hashes()
    expect([before.length, after.length, before[0] === after[0]]).toEqual([1, 1, false])
    await reload()
    expect(await hashes()).toEqual(after)
    const samples = await scraped(adminUrl!)
    const value = (name: string) => samples.get(name)
    expect(value('acap_policy_reloads_total{result="good"}')).toBe(1)
    expect(value('acap_policy_reloads_total{result="bad"}')).toBe(1)
    expect(value('acap_log_lines_total{level="warning"}')).toBe(1)
    expect(value('acap_log_lines_total{level="error"}')).toBe(0)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  test('that is taken keeps the gate from starting', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    await expect(begin({ settings: { admin: { host: '127.0.0.1', port } } })).rejects.toThrow(
      'EADDRINUSE',
    )
  })
})
