import { beforeAll, describe, expect, test } from 'vitest'
import { Identifier } from '../../src/edge/identity/identify.ts'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import type { LogLine } from '../../src/words/log-line.ts'
import { edge, HOME } from '../support/edge.ts'
import { directoryOf, Signer } from '../support/signer.ts'

const ROBOTS = `ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-crawler: SearchBot1
ACAP-allow-crawl: /private/
`
const TOML = `hosts = ["news.test"]
[crawlers.SearchBot1]
networks = ["searchbot"]
signature-agents = ["https://bot.test"]
`
const FILES = { 'robots.txt': ROBOTS, 'site.toml': TOML }
const PAGE = '/private/newsroom.html'

/** 192.0.2.0/24 and 2001:db8::/32. */
const network = (fresh: boolean) => ({
  name: 'searchbot',
  fresh,
  v4: Uint32Array.of(0xc0000200, 0xc00002ff),
  v6: Uint32Array.of(0x20010db8, 0, 0, 0, 0x20010db8, 0xffffffff, 0xffffffff, 0xffffffff),
})
const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } })

test('[I4] a name is worth what its address proves', async () => {
  const { ask, log } = await edge({ files: FILES, networks: [network(true)] })
  for (const address of ['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7']) {
    expect([address, (await ask(PAGE, undefined, from(address))).status]).toEqual([address, 200])
    expect(log.at(-1)).toMatchObject({
      crawler: { name: 'searchbot1' },
      assurance: { level: 'verified', why: 'network' },
    })
  }
})

test('[I4] a forged name opens nothing, and the log and the refusal say so', async () => {
  const { ask, log } = await edge({ files: FILES, networks: [network(true)] })
  const response = await ask(PAGE, undefined, from('198.51.100.7'))
  expect(response.status).toBe(403)
  expect(await response.text()).toContain(
    'it claims to be searchbot1, but not from an address its operator publishes',
  )
  expect(response.headers.get('accept-signature')).toContain('tag="web-bot-auth"')
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'searchbot1' },
    assurance: { level: 'forged' },
    rule: { line: 2 },
  })
})

test('[I4] a forged name is refused what is closed to the name, and what is closed to all', async () => {
  const robots = 'User-agent: *\nDisallow: /private/\n\nUser-agent: SearchBot1\nDisallow: /\n'
  const { ask, log } = await edge({
    files: { ...FILES, 'robots.txt': robots },
    networks: [network(true)],
  })
  for (const address of ['192.0.2.7', '198.51.100.7']) {
    expect([address, (await ask('/about.html', undefined, from(address))).status]).toEqual([
      address,
      403,
    ])
  }
  const forged = { crawler: { name: 'searchbot1' }, assurance: { level: 'forged' } }
  expect(log.at(-1)).toMatchObject({ ...forged, rule: { line: 5 } })
  expect((await ask(PAGE, undefined, from('198.51.100.7'))).status).toBe(403)
  expect((await ask('/about.html', 'OtherBot/1', from('198.51.100.7'))).status).toBe(200)
})

test('[I4] a stale list makes nobody a forger, proves its addresses, and opens nothing to others', async () => {
  const { ask, log } = await edge({
    files: {
      ...FILES,
      'site.toml': `${TOML}[identify]\nfailed = "refuse"\n`,
      'robots.txt': `${ROBOTS}User-agent: *\nAllow: /about\n`,
    },
    networks: [network(false)],
  })
  expect((await ask(PAGE, undefined, from('192.0.2.7'))).status).toBe(200)
  expect((await ask('/about.html', undefined, from('198.51.100.7'))).status).toBe(200)
  const response = await ask(PAGE, undefined, from('198.51.100.7'))
  expect(response.status).toBe(403)
  expect(await response.text()).toContain(
    'Crawler: searchbot1 (claimed): it claims to be searchbot1',
  )
  expect(log.at(-1)).toMatchObject({
    assurance: { level: 'claimed', why: expect.stringContaining('too old to disprove') },
    rule: { line: 2 },
  })
})

describe('the platform’s verdict', () => {
  const robots = `User-agent: *\nDisallow: /private/\n\nUser-agent: Googlebot\nAllow: /private/\n`
  const setting = {
    files: { 'robots.txt': robots },
    known: { Googlebot: 'search', Bingbot: 'search' } as const,
  }
  const SEARCH = 'Search Engine Crawler'
  const verified = (cf: object, address?: string) => ({
    ...(address && from(address)),
    cf: cf as never,
  })
  const assurance = async (
    userAgent: string,
    init: RequestInit,
    networks?: Parameters<typeof edge>[0]['networks'],
  ) => {
    const { ask, log } = await edge({ ...setting, ...(networks && { networks }) })
    await ask(PAGE, userAgent, init)
    const { level, why } = (log.at(-1) as unknown as LogLine).assurance
    return level === 'verified' ? why : level
  }

  test('[I4] proves a name where category and network are those of its operator', async () => {
    const cf = { verifiedBotCategory: SEARCH, asn: 15169 }
    expect(await assurance('Googlebot/2.1', verified(cf, '198.51.100.7'))).toBe('network')
    const lower = { ...cf, verifiedBotCategory: SEARCH.toLowerCase() }
    expect(await assurance('Googlebot/2.1', verified(lower, '198.51.100.7'))).toBe('network')
  })

  test('[I4] proves no other name, and none by another category or network', async () => {
    const cases: readonly [userAgent: string, cf: object, address?: string][] = [
      ['Bingbot/2.0', { verifiedBotCategory: SEARCH, asn: 15169 }, '198.51.100.7'],
      ['Googlebot/2.1', { verifiedBotCategory: SEARCH, asn: 8075 }, '198.51.100.7'],
      ['Googlebot/2.1', { verifiedBotCategory: SEARCH }, '198.51.100.7'],
      ['Googlebot/2.1', { verifiedBotCategory: 'AI Crawler', asn: 15169 }, '198.51.100.7'],
      ['Googlebot/2.1', { verifiedBotCategory: 'Other', asn: 15169 }, '198.51.100.7'],
      ['Googlebot/2.1', { verifiedBotCategory: 'constructor', asn: 15169 }, '198.51.100.7'],
      ['Googlebot/2.1', { asn: 15169, botManagement: { verifiedBot: true } }, '198.51.100.7'],
      ['SearchBot1/1.0', { verifiedBotCategory: SEARCH, asn: 15169 }, '198.51.100.7'],
      // A verdict on no address is none.
      ['Googlebot/2.1', { verifiedBotCategory: SEARCH, asn: 15169 }],
    ]
    for (const [userAgent, cf, address] of cases) {
      const level = address === undefined ? 'unchecked' : 'claimed'
      expect([userAgent, cf, await assurance(userAgent, verified(cf, address))]).toEqual([
        userAgent,
        cf,
        level,
      ])
    }
  })

  test('[I4] never lifts what a fresh list says', async () => {
    const init = verified({ verifiedBotCategory: SEARCH, asn: 15169 }, '198.51.100.7')
    const list = (fresh: boolean) => [{ ...network(fresh), name: 'googlebot' }]
    expect(await assurance('Googlebot/2.1', init, list(true))).toBe('forged')
    expect(await assurance('Googlebot/2.1', init, list(false))).toBe('network')
  })
})

test('[I4] site.toml may refuse forged names outright, or believe every name', async () => {
  const robots = `${ROBOTS}User-agent: *\nAllow: /about\n`
  const withFailed = (failed: string) => ({
    'robots.txt': robots,
    'site.toml': `${TOML}[identify]\nfailed = "${failed}"\n`,
  })
  const strict = await edge({ files: withFailed('refuse'), networks: [network(true)] })
  const response = await strict.ask('/about.html', undefined, from('198.51.100.7'))
  expect(response.status).toBe(403)
  expect(strict.log.at(-1)).toMatchObject({
    outcome: 'prohibited',
    crawler: { name: 'searchbot1' },
  })
  const said = await response.text()
  expect(said).toContain('not from an address its operator publishes')
  expect(said).not.toContain('Rule:')
  expect(strict.log.at(-1)).toMatchObject({ basis: 'unspecified', rule: null })
  const accept = { accept: 'application/problem+json', 'cf-connecting-ip': '198.51.100.7' }
  const json = await (await strict.ask('/about.html', undefined, { headers: accept })).json()
  expect(json).toMatchObject({ basis: 'unspecified', rules: [] })
  const ruled = await (await strict.ask(PAGE, undefined, from('198.51.100.7'))).text()
  expect(ruled).toContain('Rule:    ACAP-disallow-crawl: /private/, line 2')
  const trusting = await edge({ files: withFailed('ignore'), networks: [network(true)] })
  expect((await trusting.ask(PAGE, undefined, from('198.51.100.7'))).status).toBe(200)
})

let signer: Signer
beforeAll(async () => {
  signer = await Signer.make()
})
const identifier = () => new Identifier(new KeyDirectories(directoryOf(signer).fetcher))
const signed = async (agent?: string) => ({
  headers: await signer.headers({
    url: HOME + PAGE,
    created: Math.floor(Date.now() / 1000) - 1,
    ...(agent !== undefined && { agent }),
  }),
})

test('[I4] a signature proves the name that the policy binds to it, with any User-Agent', async () => {
  const { ask, log } = await edge({
    files: FILES,
    networks: [network(true)],
    identifier: identifier(),
  })
  for (const userAgent of ['SearchBot1/1.0', 'Mozilla/5.0', 'OtherBot/1']) {
    expect([userAgent, (await ask(PAGE, userAgent, await signed())).status]).toEqual([
      userAgent,
      200,
    ])
    expect(log.at(-1)).toMatchObject({
      crawler: { name: 'searchbot1' },
      assurance: { level: 'verified', why: 'signed' },
    })
  }
})

test('[I4] a signature of somebody else does not prove a name', async () => {
  const { ask, log } = await edge({
    files: FILES,
    networks: [network(true)],
    identifier: identifier(),
  })
  const { headers } = await signed('https://evil.test')
  const init = { headers: { ...headers, 'cf-connecting-ip': '198.51.100.7' } }
  expect((await ask(PAGE, 'SearchBot1/1.0', init)).status).toBe(403)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'searchbot1' },
    assurance: { level: 'forged' },
  })
})

test('[I3] a client that signs is a crawler', async () => {
  const { ask, log, settled } = await edge({ files: FILES, identifier: identifier() })
  const init = await signed('https://new.test')
  await ask(PAGE, 'Mozilla/5.0', init)
  await settled()
  expect((await ask(PAGE, 'Mozilla/5.0', init)).status).toBe(403)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: null },
    assurance: { level: 'verified', why: 'signed' },
  })
})

test('[I4] a signature that does not hold takes the name away, and the refusal says why', async () => {
  const { ask } = await edge({ files: FILES, identifier: identifier() })
  const { headers } = await signed()
  const response = await ask(`${PAGE}?other`, 'SearchBot1/1.0', {
    headers: { ...headers, signature: 'sig1=:AAAA:' },
  })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('its signature does not fit this request')
})

test('[I4] a directory that is down takes no name away', async () => {
  const directories = new KeyDirectories(
    (async () => new Response('', { status: 500 })) as unknown as typeof fetch,
  )
  const { ask, log } = await edge({ files: FILES, identifier: new Identifier(directories) })
  expect((await ask(PAGE, 'SearchBot1/1.0', await signed())).status).toBe(200)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'searchbot1' },
    assurance: { level: 'unchecked' },
  })
})

test('[I4] a key under a URL of the operator’s host does not prove its origin’s name', async () => {
  const fetcher = (async (input: unknown) =>
    String(input) === 'https://bot.test/uploads/keys.json'
      ? Response.json({ keys: [signer.jwk] })
      : new Response('', { status: 404 })) as unknown as typeof fetch
  const init = await signed('https://bot.test/uploads/keys.json')
  const files = (agent: string) => ({
    ...FILES,
    'site.toml': TOML.replace('https://bot.test', agent),
  })
  const ask = async (agent: string) => {
    const setting = {
      files: files(agent),
      networks: [network(true)],
      identifier: new Identifier(new KeyDirectories(fetcher)),
    }
    const edged = await edge(setting)
    const { status } = await edged.ask(PAGE, 'Mozilla/5.0', init)
    await edged.settled()
    return [
      status,
      (await edged.ask(PAGE, 'Mozilla/5.0', init)).status,
      (edged.log.at(-1) as unknown as LogLine).crawler?.name,
    ]
  }
  expect(await ask('https://bot.test')).toEqual([200, 403, null])
  expect(await ask('https://bot.test/uploads/keys.json')).toEqual([200, 200, 'searchbot1'])
})

test('[I3] a reader never waits for keys: its signature counts once they are known', async () => {
  let answer: (response: Response) => void = () => undefined
  const arriving = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const fetcher = (() => arriving) as unknown as typeof fetch
  const { ask, log, settled } = await edge({
    files: FILES,
    identifier: new Identifier(new KeyDirectories(fetcher)),
  })
  const init = await signed()
  expect((await ask(PAGE, 'Mozilla/5.0', init)).status).toBe(200)
  expect(log).toEqual([])
  const headers = { 'content-type': 'application/http-message-signatures-directory+json' }
  answer(new Response(JSON.stringify({ keys: [signer.jwk] }), { headers }))
  await settled()
  expect((await ask(PAGE, 'Mozilla/5.0', init)).status).toBe(200)
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'searchbot1' },
    assurance: { level: 'verified', why: 'signed' },
  })
})

test('[I4] a documented signer proves the name that its operator gives it', async () => {
  const robots =
    'User-agent: *\nDisallow: /private/\n\nUser-agent: Google-Agent\nAllow: /private/\n'
  const { ask, log } = await edge({ files: { 'robots.txt': robots }, identifier: identifier() })
  expect((await ask(PAGE, 'Google-Agent/1', await signed('https://agent.bot.goog'))).status).toBe(
    200,
  )
  expect(log.at(-1)).toMatchObject({
    crawler: { name: 'google-agent' },
    assurance: { level: 'verified', why: 'signed' },
  })
})
