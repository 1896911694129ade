import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PacerNamespace } from '../../src/doors/workers/exchange.ts'
import { waitingTime } from '../../src/edge/pace.ts'
import { BROWSER, CRAWLER, edge } from '../support/edge/edge.ts'

/** What the tests ask of src/doors/workers/pacer.ts. */
interface Pacer extends Rpc.DurableObjectBranded {
  admit(interval: number): Promise<number>
}

const { PACE } = env as { PACE: DurableObjectNamespace<Pacer> }

const FILES = {
  'robots.txt':
    'User-agent: *\nDisallow: /private/\nRequest-rate: 1/10\nComment: slowly\n\nUser-agent: FreeBot\nAllow: /\n',
}

/** The time that edge and Pacer see. */
function clockAt(start: string) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.parse(start))
  return { advance: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000) }
}

const FORGED = {
  files: {
    'robots.txt': 'User-agent: *\nCrawl-delay: 60\n',
    'site.toml': 'hosts = ["news.test"]\n[crawlers.SearchBot1]\nnetworks = ["searchbot"]\n',
  },
  networks: [
    {
      name: 'searchbot',
      fresh: true,
      v4: Uint32Array.of(0xc0000200, 0xc00002ff),
      v6: new Uint32Array(0),
    },
  ],
}

/** Counters of this edge's own, by the Pacer's rule. */
const counted = async (setting: Partial<Parameters<typeof edge>[0]> = {}) => {
  const names: string[] = []
  const last = new Map<string, number>()
  const getByName = (name: string) => {
    names.push(name)
    const admit = async (interval: number) => {
      const left = waitingTime(last.get(name), Date.now(), interval)
      if (left === 0) last.set(name, Date.now())
      return left
    }
    return { admit }
  }
  const edged = await edge({ ...FORGED, ...setting, env: { PACE: { getByName } as never } })
  const from = (address: string, userAgent: string) =>
    edged.ask('/', userAgent, { headers: address === '' ? {} : { 'cf-connecting-ip': address } })
  return { ...edged, from, names }
}

test('[X3] a crawler over its rate gets the exact time to come back', async () => {
  const clock = clockAt('2026-11-01T06:00:00Z')
  const { ask, asked, log } = await edge({ files: FILES, env: { PACE } })
  expect((await ask('/about.html')).status).toBe(200)
  clock.advance(3.5)
  const response = await ask('/')
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toContain('Request-rate: 1/10')
  expect(asked).toHaveLength(1)
  expect(log.at(-1)).toMatchObject({ outcome: 'deferred', rule: { line: 3 } })
  clock.advance(6.5)
  expect((await ask('/')).status).toBe(200)
})

test('[X3] who is put off learns whom to ask, in the form it likes', async () => {
  clockAt('2026-11-01T07:00:00Z')
  const toml = `hosts = ["news.test"]
[refuse]
status = 402
contact = "bots@news.test"
terms = "https://news.test/terms"
headers = { crawler-price = "USD 1" }
`
  const { ask } = await edge({ files: { ...FILES, 'site.toml': toml }, env: { PACE } })
  await ask('/')
  const text = await ask('/')
  expect(text.headers.get('link')).toBe(
    '<https://news.test/robots.txt>; rel="describedby"; type="text/plain", <https://news.test/terms>; rel="terms-of-service", </robots.txt?help>; rel="help"',
  )
  expect(text.headers.has('crawler-price')).toBe(false)
  expect(await text.text()).toMatch(
    /Policy: {2}https:\/\/news.test\/robots.txt\nContact: bots@news.test\n/,
  )
  const json = await ask('/', CRAWLER, { headers: { accept: 'application/problem+json' } })
  expect(await json.json()).toMatchObject({
    status: 429,
    basis: 'deferred',
    contact: 'bots@news.test',
  })
  expect((await ask('/private/')).headers.get('crawler-price')).toBe('USD 1')
})

test('[X3] what is refused or deferred does not count', async () => {
  const clock = clockAt('2026-11-02T06:00:00Z')
  const { ask } = await edge({ files: FILES, env: { PACE } })
  expect((await ask('/private/')).status).toBe(403)
  expect((await ask('/')).status).toBe(200)
  clock.advance(9)
  expect((await ask('/')).status).toBe(429)
  clock.advance(1)
  expect((await ask('/')).status).toBe(200)
})

test('[X3] crawlers are counted apart, and those without a rate and readers not at all', async () => {
  clockAt('2026-11-03T06:00:00Z')
  const getByName = vi.fn(PACE.getByName.bind(PACE))
  const known = { OtherBot: 'search' } as const
  const { ask } = await edge({
    files: FILES,
    known,
    env: { PACE: { getByName } as PacerNamespace },
  })
  expect((await ask('/')).status).toBe(200)
  expect((await ask('/', 'OtherBot/1')).status).toBe(200)
  expect(getByName).toHaveBeenCalledTimes(2)
  for (const userAgent of ['FreeBot/1', BROWSER]) {
    expect([(await ask('/', userAgent)).status, (await ask('/', userAgent)).status]).toEqual([
      200, 200,
    ])
  }
  expect(getByName).toHaveBeenCalledTimes(2)
})

test('[X3] a forger is held to the rate under every name', async () => {
  clockAt('2026-11-06T06:00:00Z')
  for (const name of [
    'x{N} (compatible; SearchBot1/2.1)',
    '{N}bot-library SearchBot1',
    'SearchBot1 {N}',
    'SearchBot1/{N}',
  ]) {
    const { from } = await counted()
    const statuses: number[] = []
    for (let i = 0; i < 50; i++) {
      statuses.push((await from(`198.51.100.${i}`, name.replace('{N}', String(i)))).status)
    }
    expect([name, statuses.filter((status) => status === 200).length]).toEqual([name, 1])
  }
})

test('[X3] clients without a proven name share 64 counters, by the network that they come from', async () => {
  clockAt('2026-11-07T06:00:00Z')
  const { from, names } = await counted()
  const counterOf = async (address: string, userAgent: string) => {
    await from(address, userAgent)
    return names.at(-1)
  }
  for (let i = 0; i < 300; i++) {
    await from(`198.${i >> 6}.${i & 255}.7`, `SearchBot1/${i}`)
    await from(`2001:db8:${i.toString(16)}::7`, '')
  }
  expect(new Set(names).size).toBeLessThanOrEqual(64)
  expect(new Set(names).size).toBeGreaterThan(32)
  const [first] = [await counterOf('198.51.100.7', 'SearchBot1/1')]
  for (const address of ['198.51.100.8', '198.51.100.255', '::ffff:198.51.100.9']) {
    expect([address, await counterOf(address, '')]).toEqual([address, first])
  }
  const six = await counterOf('2001:db8:1::1', 'SearchBot1/1')
  expect(await counterOf('2001:db8:1:ffff::1', 'a')).toBe(six)
  // A real one keeps a counter of its own, by name and assurance.
  expect(await counterOf('192.0.2.7', 'x SearchBot1')).toBe('["news","searchbot1","network"]')
})

test('[X3] another policy has another key, and no answer contains it', async () => {
  clockAt('2026-11-08T06:00:00Z')
  const addresses = Array.from({ length: 40 }, (_, i) => `198.51.${i}.7`)
  const countersOf = async (robots: string) => {
    const { from, names, ask, log } = await counted({
      files: { ...FORGED.files, 'robots.txt': robots },
    })
    const answers = []
    for (const address of addresses) answers.push(await from(address, 'SearchBot1'))
    answers.push(await ask('/robots.txt'), await ask('/'))
    const said = JSON.stringify([answers.map(({ headers }) => [...headers]), log])
    const etag = /[0-9a-f]{32}/.exec(answers.at(-2)!.headers.get('etag')!)![0]
    return { names: names.slice(0, 40), said, etag }
  }
  const one = await countersOf('User-agent: *\nCrawl-delay: 60\n')
  const two = await countersOf('User-agent: *\nCrawl-delay: 61\n')
  expect(one.names).not.toEqual(two.names)
  // Of the hash no more than its published half is ever said.
  for (const { said, etag } of [one, two]) {
    expect([etag.length, said.match(/(?<!"robotsHash":")\b[0-9a-f]{33,}/g)]).toEqual([32, null])
  }
})

test('[X3] of many requests at once one is admitted', async () => {
  clockAt('2026-11-04T06:00:00Z')
  const { ask } = await edge({ files: FILES, env: { PACE } })
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(49)
})

test('[X2] outside its hours a crawler gets the time when they begin', async () => {
  const robots = 'User-agent: *\nDisallow: /private/\nVisit-time: 0100-0500\n'
  const clock = clockAt('2026-11-05T23:59:30.250Z')
  const { ask } = await edge({ files: { 'robots.txt': robots } })
  const response = await ask('/')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3630'])
  expect((await ask('/', BROWSER)).status).toBe(200)
  expect((await ask('/robots.txt')).status).toBe(200)
  clock.advance(3630)
  expect((await ask('/', CRAWLER)).status).toBe(200)
})

test.each(['9223372036854775', '8640000000001', `1${'0'.repeat(15)}`])(
  '[X3] a delay of %s seconds holds a crawler for a year, and no store fails at it',
  async (delay) => {
    const clock = clockAt('2026-11-01T06:00:00Z')
    const name = `Delay${delay}Bot`
    const files = { 'robots.txt': `User-agent: ${name}\nCrawl-delay: ${delay}\n` }
    const { ask, log } = await edge({ files, env: { PACE } })
    expect((await ask('/about.html', `${name}/1.0`)).status).toBe(200)
    clock.advance(1)
    const late = await ask('/about.html', `${name}/1.0`)
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, String(366 * 86_400 - 1)])
    expect(log.filter(({ acap }) => acap !== 'request')).toEqual([])
  },
)
