/**
 * Documents in other vocabularies that a site serves beside robots.txt.
 */
import { expect, test } from 'vitest'
import { BROWSER, edge } from '../support/edge/edge.ts'

const ROBOTS = 'ACAP-crawler: *\nACAP-disallow-other: /news/\n'
const SITE = 'hosts = ["news.test"]\ncanonical = "https://news.test"\n'
const plain = () => new Response('from the origin')
const html = () =>
  new Response('<!doctype html><head><title>x</title>', {
    headers: { 'content-type': 'text/html' },
  })
const serving = (signals: string, origin: () => Response = plain) =>
  edge({
    files: { 'robots.txt': ROBOTS, 'site.toml': `${SITE}[signals]\n${signals}` },
    builtAt: Date.parse('2026-11-28'),
    origin,
  })

test('the licence that follows from the policy, where robots.txt points to it', async () => {
  const { ask } = await serving('license-path = "/legal/license.xml"\n', html)
  const licence = await ask('/legal/license.xml', 'GPTBot/1.0')
  expect([licence.status, licence.headers.get('content-type')]).toEqual([
    200,
    'application/rsl+xml; charset=utf-8',
  ])
  expect(await licence.text()).toContain('<content url="/news/">')
  const robots = await (await ask('/robots.txt', BROWSER)).text()
  expect(robots).toMatch(/^License: https:\/\/news\.test\/legal\/license\.xml$/m)
  for (const path of ['/news/a', '/a']) {
    const page = await ask(path, BROWSER)
    expect(page.headers.get('link')).toContain(
      '<https://news.test/legal/license.xml>; rel="license"; type="application/rsl+xml"',
    )
    expect(await page.text()).toMatch(
      /^<!doctype html><head>.*<link rel="license" type="application\/rsl\+xml" href="https:\/\/news\.test\/legal\/license\.xml"><title>/,
    )
  }
})

test('the file of TDMRep as it follows from the policy', async () => {
  const { ask } = await serving('tdmrep = "policy"\n')
  const file = await ask('/.well-known/tdmrep.json', BROWSER)
  expect(file.headers.get('content-type')).toBe('application/json')
  expect(await file.json()).toEqual([{ location: '/news/', 'tdm-reservation': 1 }])
})

test('the manifest of Content Telemetry, where the site asks for it', async () => {
  const { ask } = await serving('telemetry = true\n')
  const file = await ask('/.well-known/content-telemetry.json', BROWSER)
  expect(file.headers.get('content-type')).toBe('application/json')
  expect(await file.json()).toEqual({
    schema_version: '0.1',
    id: 'https://news.test/.well-known/content-telemetry.json',
    roles: ['content_owner'],
    operator: { name: 'news.test', domain: 'news.test' },
  })
})

test('or the origin’s own', async () => {
  for (const signals of ['', 'tdmrep = "origin"\n']) {
    const { ask } = await serving(signals)
    expect(await (await ask('/.well-known/tdmrep.json', BROWSER)).text()).toBe('from the origin')
  }
})

const SIGNALS = `[signals]
content-usage = "train-ai=y, search=n"
tdm-reservation = 1
tdm-policy = "https://news.test/terms"
`

test.for([
  [{}, 'train-ai=y, search=n', 'https://news.test/terms'],
  [{ 'content-usage': 'train-ai=n' }, 'train-ai=n, search=n', 'https://news.test/terms'],
  [
    { 'content-usage': 'search=y;a' },
    'search=y;a, train-ai=y, search=n',
    'https://news.test/terms',
  ],
  [{ 'content-usage': 'Train=n' }, 'train-ai=y, search=n', 'https://news.test/terms'],
  [{ 'tdm-policy': '/page', 'tdm-reservation': '0' }, 'train-ai=y, search=n', '/page'],
] as const)('[E6] signals of the origin and of the site: %o', async ([headers, usage, policy]) => {
  const files = { 'robots.txt': ROBOTS, 'site.toml': SITE + SIGNALS }
  const { ask, asked } = await edge({ files, origin: () => new Response('text', { headers }) })
  const answer = await ask('/a', BROWSER)
  const sent = ['content-usage', 'tdm-reservation', 'tdm-policy'].map((name) =>
    answer.headers.get(name),
  )
  expect(sent).toEqual([usage, '1', policy])
  // AI Preferences in a request, such as a PUT, are about its own content, and for the origin.
  const put = { method: 'PUT', body: 'b', headers: { 'content-usage': 'train-ai=n' } }
  await ask('/a', BROWSER, put)
  expect(asked.at(-1)?.headers.get('content-usage')).toBe('train-ai=n')
})

test('[E6] mining is reserved in META as in the header; a page that reserves more stays so', async () => {
  const own = '<meta name="tdm-reservation" content="0">'
  const page = () =>
    new Response(`<!doctype html><head>${own}<title>x</title>`, {
      headers: { 'content-type': 'text/html' },
    })
  const asked = async (signals: string) => {
    const { ask } = await serving(signals, page)
    const answer = await ask('/a', BROWSER)
    const tags = (await answer.text()).match(/<meta name="tdm-[^>]*>/gi)
    return [answer.headers.get('tdm-reservation'), answer.headers.get('tdm-policy'), tags]
  }
  const policy = 'https://news.test/terms'
  expect(await asked(`tdm-reservation = 1\ntdm-policy = "${policy}"\n`)).toEqual([
    '1',
    policy,
    ['<META name="tdm-reservation" content="1">', own],
  ])
  expect(await asked('tdm-reservation = 0\n')).toEqual(['0', null, [own]])
  const { ask } = await edge({
    files: {
      'robots.txt': ROBOTS,
      'site.toml': `${SITE}[signals]\ntdm-reservation = 1\n[embed]\naudience = "nobody"\n`,
    },
    origin: page,
  })
  expect(await (await ask('/a', BROWSER)).text()).not.toContain('<META')
})

test('a robots.txt without ACAP, beside the whole policy that every answer links', async () => {
  const files = {
    'robots.txt': `User-agent: *\nDisallow: /b/\n\n${ROBOTS}`,
    'site.toml': `${SITE}[robots]\nacap = "meta"\n`,
  }
  const { ask, log } = await edge({
    files,
    builtAt: Date.parse('2026-11-28'),
    origin: () => page,
  })
  const page = new Response('<!doctype html><title>x</title>', {
    headers: { 'content-type': 'text/html' },
  })
  const robots = await ask('/robots.txt')
  const text = await robots.text()
  expect(text).toContain('User-agent: *\nDisallow: /b/\n')
  expect(text).not.toMatch(/^ACAP/m)
  const whole = await ask('/acap.txt')
  expect(await whole.text()).toContain('ACAP-disallow-other: /news/')
  const link = '</acap.txt>; rel="describedby"; type="text/plain"'
  for (const answer of [robots, whole, await ask('/news/', BROWSER)])
    expect(answer.headers.get('link')).toBe(link)
  const refused = await ask('/b/')
  expect(refused.headers.get('link')).toContain(
    '<https://news.test/acap.txt>; rel="describedby"; type="text/plain"',
  )
  const words = await refused.text()
  expect(words).toContain('Rule:    Disallow: /b/, line 3 of https://news.test/acap.txt\n')
  expect(words).toContain('Policy:  https://news.test/acap.txt\n')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hash = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const logged = log.filter(({ outcome }) => outcome === 'exempt')
  expect(logged.map(({ robotsHash }) => robotsHash)).toEqual([hash, null])
})
