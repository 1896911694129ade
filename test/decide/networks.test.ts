import { expect, test } from 'vitest'
import { judge, siteContextOf } from '../../src/decide/judge.ts'
import { proofIn } from '../../src/decide/networks.ts'
import { readSite } from '../../src/language/site/read-site.ts'
import { compile } from '../../src/program/compile/compile.ts'
import { registryOf } from '../support/bundle.ts'

/** One address in each list: 192.0.2.1 is in none. */
const listOf = (name: string, last: number) => {
  const address = 0xc0000200 + last
  return { name, fresh: true, v4: Uint32Array.of(address, address), v6: new Uint32Array(0) }
}
const NEWS = 'Googlebot-News/1.0'

/** What a crawler's name is worth at an address, or at 192.0.2.`last`, and what becomes of its crawl. */
function worth(
  toml: string,
  lists: Readonly<Record<string, number>>,
  userAgent: string,
  last: number | string,
) {
  const robots = `ACAP-crawler: *
ACAP-disallow-crawl: /
ACAP-crawler: Googlebot
ACAP-allow-crawl: /
ACAP-crawler: Googlebot-News
ACAP-disallow-index: /
ACAP-crawler: Googlebot-News-Video
ACAP-disallow-index: /
ACAP-crawler: Another-Long-Name
ACAP-allow-crawl: /
`
  const files = Object.entries({ 'robots.txt': robots, 'site.toml': `hosts = ["a.test"]\n${toml}` })
  const { policy } = readSite(
    'a',
    new Map(files.map(([path, text]) => [path, new TextEncoder().encode(text)])),
  )
  const site = compile(policy, { served: false, files: [], servedLine: () => undefined })
  const networks = Object.entries(lists).map(([name, address]) => listOf(name, address))
  const context = siteContextOf(site, registryOf({}), networks)
  const asked = {
    target: '/a',
    uri: 'https://a.test/a',
    userAgent,
    now: 0,
    from: typeof last === 'string' ? last : `192.0.2.${last}`,
    method: 'GET',
  }
  const { ruling } = judge(context, asked)
  return [ruling.crawler.assurance, ruling.outcome]
}

test('[I4] a longer name is proven by the list of the name whose fields it inherits', () => {
  for (const userAgent of ['Googlebot/2.1', NEWS, 'Googlebot-News-Video/1']) {
    expect([userAgent, worth('', { googlebot: 7 }, userAgent, 7)]).toEqual([
      userAgent,
      ['network', 'permitted'],
    ])
    expect([userAgent, worth('', { googlebot: 7 }, userAgent, 1)]).toEqual([
      userAgent,
      ['failed', 'prohibited'],
    ])
  }
})

test('[I4] the longest name with a list of its own counts', () => {
  const lists = { googlebot: 7, 'googlebot-news': 8 }
  expect(worth('', lists, NEWS, 8)).toEqual(['network', 'permitted'])
  expect(worth('', lists, NEWS, 7)).toEqual(['failed', 'prohibited'])
  expect(worth('', lists, 'Googlebot-News-Video/1', 8)).toEqual(['network', 'permitted'])
  expect(worth('', lists, 'Googlebot-News-Video/1', 7)).toEqual(['failed', 'prohibited'])
})

test('[I4] the lists that the policy names for a shorter name prove a longer one', () => {
  const toml =
    '[crawlers.Googlebot]\nnetworks = ["google"]\n[crawlers.Googlebot-News]\npurposes = ["news"]\n'
  expect(worth(toml, { google: 7 }, NEWS, 7)).toEqual(['network', 'permitted'])
  expect(worth(toml, { google: 7 }, NEWS, 1)).toEqual(['failed', 'prohibited'])
})

test('[I4] a name beside it proves nothing and takes nothing away', () => {
  expect(worth('', { googlebot: 7 }, 'Another-Long-Name/1 (like Googlebot)', 1)).toEqual([
    'claimed',
    'permitted',
  ])
  expect(worth('', { 'another-long-name': 7 }, NEWS, 1)).toEqual(['claimed', 'permitted'])
})

test.each(['10.1.2.3', '127.0.0.1', '100.64.0.1', '::1', 'fd00::1', '::ffff:192.168.0.1'])(
  '[I4] an address that only a proxy has disproves no name, and opens nothing: %s',
  (address) => {
    // Judged as a nameless crawler, too, and refused for what that may not.
    expect(worth('', { googlebot: 7 }, NEWS, address)).toEqual(['claimed', 'prohibited'])
  },
)

test('[I4] a list of an author’s own proves a name by an address of a private network', () => {
  const own = { name: 'googlebot', fresh: true, v4: Uint32Array.of(0x0a000000, 0x0affffff) }
  expect(proofIn([{ ...own, v6: new Uint32Array(0) }], '10.1.2.3')).toBe('network')
})
