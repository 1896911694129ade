/**
 * Off Workers the client is who connects: a name is proven by the address of the socket, and by no header.
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { edgeForTest, PLATFORMS, platformsHere } from '../support/doors/platforms.ts'
import { raw, startOrigin } from '../support/node-origin.ts'

const LOOPBACK = Uint32Array.of(0x7f000000, 0x7fffffff)
const ELSEWHERE = Uint32Array.of(0xc0000200, 0xc00002ff)
const SITE = {
  'robots.txt': 'User-agent: *\nAllow: /\n',
  'site.toml':
    'hosts = ["127.0.0.1"]\ndecision-header = true\n[crawlers.SearchBot1]\nnetworks = ["searchbot"]\n',
}
const FORGED = {
  'x-forwarded-for': '192.0.2.7',
  'cf-connecting-ip': '192.0.2.7',
  'x-real-ip': '192.0.2.7',
  forwarded: 'for=192.0.2.7',
}

describe.each(platformsHere().filter((platform) => platform !== PLATFORMS[0]))(
  '$name',
  (platform) => {
    test.each([
      ['network', LOOPBACK],
      // The address of a proxy that nobody named, at most: it disproves nothing.
      ['claimed', ELSEWHERE],
    ])('finds a name to be %s by the address of the connection', async (assurance, v4) => {
      const origin = await startOrigin((_, response) => void response.end('a page'))
      onTestFinished(() => origin.stop())
      const networks = [{ name: 'searchbot', fresh: true, v4, v6: new Uint32Array() }]
      const bundle = await bundleOf({ site: SITE }, { known: { SearchBot1: 'search' }, networks })
      const { url } = await edgeForTest(platform, bundle, origin.url)
      for (const headers of [{}, FORGED]) {
        const answer = await raw(url, { headers: { ...headers, 'user-agent': 'SearchBot1/1.0' } })
        expect(answer.headers['acap-decision']).toContain(`assurance=${assurance}`)
      }
    })
  },
)
