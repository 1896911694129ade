import { describe, expect, test } from 'vitest'
import type { LogLine } from '../../src/words/log-line.ts'
import { edge } from '../support/edge/edge.ts'
import { FILES, network, PAGE, ROBOTS, TOML } from '../support/edge/proven-names.ts'

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
      expect([userAgent, cf, await assurance(userAgent, verified(cf, address))]).toEqual([
        userAgent,
        cf,
        'unchecked',
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
