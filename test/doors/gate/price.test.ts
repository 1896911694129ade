/** [M1] What is said of payments counts from a trusted peer alone, and the origin hears it from no other. */
import { expect, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'

const SITE = 'hosts = ["127.0.0.1"]\n\n[[route]]\nmatch = "/"\nprice = "USD 0.05"\n'
const SAID = {
  'user-agent': 'SearchBot1/1.0',
  'cf-pay-per-crawl': 'protocol=cloudflare, pricing=in-band',
}
const OFFERED = { ...SAID, 'crawler-exact-price': 'USD 0.05', 'payment-context': 'x.y.z' }

test.each([
  ['a trusted peer', ['loopback'], 402, 'USD 0.05', true],
  ['anybody else', [], 200, undefined, false],
] as const)('of %s', async (_, trust, status, charged, isHeard) => {
  const heard: string[] = []
  const { url } = await gate({
    files: { 'site.toml': SITE, 'robots.txt': 'User-agent: *\nDisallow:\n' },
    answer: (request, response) => {
      heard.push(...Object.keys(request.headers))
      response.end('a page')
    },
    settings: { trust },
  })
  const asked = await raw(`${url}/news`, { headers: SAID })
  expect(asked.status).toBe(status)
  const paid = await raw(`${url}/news`, { headers: OFFERED })
  expect([paid.status, paid.headers['crawler-charged']]).toEqual([200, charged])
  for (const name of ['cf-pay-per-crawl', 'crawler-exact-price', 'payment-context'])
    expect([name, heard.includes(name)]).toEqual([name, isHeard])
})
