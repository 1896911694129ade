/**
 * What the gate logs of hosts: those it serves, and those that no site names.
 */
import { expect, test } from 'vitest'
import { bundleOf } from '../../support/bundle.ts'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'

const page = (_: unknown, response: { end(text: string): void }) => response.end('a page')
const statesOf = (log: readonly Record<string, unknown>[], acap: string) =>
  log.filter((line) => line.acap === acap).map(({ state }) => state)

test('the line `listening` names the hosts, and the sites that refuse nobody', async () => {
  const hosts = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, i) => `h${i}.test`))
  const { log } = await gate({
    files: {},
    answer: page,
    build: async () =>
      new Uint8Array(
        await bundleOf({
          many: { 'robots.txt': '', 'site.toml': `hosts = ${hosts(30)}\n` },
          'www.example.com': {
            'robots.txt': '',
            'site.toml': 'hosts = ["www.example.com"]\nmode = "observe"\n',
          },
          'old.test': { 'robots.txt': '', 'site.toml': 'hosts = ["old.test"]\nmode = "off"\n' },
          'mixed.test': {
            'robots.txt': '',
            'site.toml':
              'hosts = ["mixed.test"]\nmode = "observe"\n[[route]]\nmatch = "/a"\nmode = "enforce"\n',
          },
        }),
      ),
  })
  await expect.poll(() => log.length).toBeGreaterThan(0)
  const [line] = log
  expect(line).toMatchObject({ state: 'listening', hostCount: 33 })
  expect(line!.hosts).toHaveLength(20)
  expect(line!.modes).toEqual([
    'www.example.com only observes: nothing is refused',
    'old.test is off: nothing is refused',
    'mixed.test only observes: only routes that enforce refuse',
  ])
})

test('each host that no site names is logged once, and only a few of them', async () => {
  const { url, log } = await gate({
    files: { 'robots.txt': 'User-agent: *\nDisallow: /\n' },
    answer: page,
  })
  const ask = async (host: string) =>
    (await raw(`${url}/`, { headers: { host, 'user-agent': 'SearchBot1/1' } })).status
  expect([await ask('other.test'), await ask('other.test'), await ask('127.0.0.1')]).toEqual([
    200, 200, 403,
  ])
  for (let i = 0; i < 25; i++) expect(await ask(`h${i}.test`)).toBe(200)
  await expect.poll(() => statesOf(log, 'host')).toHaveLength(21)
  const states = statesOf(log, 'host')
  expect(states[0]).toBe("other.test is no site's host: passed on")
  expect(states.at(-1)).toBe("more hosts are no site's: they are not listed")
})

// Node 20 takes it for no host name.
test('a host that not every URL parser takes is one more that no site names', async () => {
  const { url, log } = await gate({
    files: { 'robots.txt': 'User-agent: *\nDisallow: /\n' },
    answer: page,
  })
  expect(
    (await raw(`${url}/`, { headers: { host: 'xn--a', 'user-agent': 'SearchBot1/1' } })).status,
  ).toBe(200)
  await expect.poll(() => statesOf(log, 'host')).toEqual(["xn--a is no site's host: passed on"])
  expect(statesOf(log, 'fault')).toEqual([])
})

const originless = async (names: readonly string[], origins: readonly string[]) => {
  const site = (name: string): [string, Record<string, string>] => {
    const origin = origins.includes(name) ? 'origin = "http://127.0.0.1:9"\n' : ''
    return [name, { 'robots.txt': '', 'site.toml': `hosts = ["${name}"]\n${origin}` }]
  }
  return new Uint8Array(await bundleOf(Object.fromEntries(names.map(site))))
}

test('without any origin the gate does not start, and names both cures', async () => {
  const settings = { origin: null }
  const build = () => originless(['a.test', 'b.test'], [])
  const fault = 'no origin for a.test, b.test: add --origin URL, or the key `origin` to site.toml'
  await expect(gate({ files: {}, answer: page, build, settings })).rejects.toThrow(
    new TypeError(fault),
  )
})

test('a site without an origin beside one that has it is a warning', async () => {
  const { log } = await gate({
    files: {},
    answer: page,
    build: () => originless(['a.test', 'b.test'], ['b.test']),
    settings: { origin: null },
  })
  await expect
    .poll(() => statesOf(log, 'origin'))
    .toEqual(['no origin for a.test: their requests get 502'])
})

test('an authorization service needs no origin', async () => {
  const settings = { origin: null, authorize: 'nginx', trust: ['loopback'] }
  const { log } = await gate({
    files: {},
    answer: page,
    build: () => originless(['a.test'], []),
    settings,
  })
  await expect.poll(() => statesOf(log, 'gate')).toEqual(['listening'])
})

test('a health check of an authorization service is no unknown host', async () => {
  const settings = { authorize: 'nginx', trust: ['loopback'] }
  const { url, log } = await gate({ files: { 'robots.txt': '' }, answer: page, settings })
  await raw(`${url}/`, { headers: { host: 'probe.test' } })
  await raw(`${url}/`, {
    headers: { host: 'other.test', 'x-original-uri': '/a', 'x-original-method': 'GET' },
  })
  await expect
    .poll(() => statesOf(log, 'host'))
    .toEqual(["other.test is no site's host: passed on"])
})
