import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { acap } from '../../src/doors/hono/workers.ts'
import { bundleOf } from '../support/bundle.ts'
import { spellingsOf } from '../support/e2e/spellings.ts'
import { BROWSER, CRAWLER, capturedLog, HOME } from '../support/edge/edge.ts'

const SECRET = 'nobody crawls this'
const SITE = {
  'site.toml': `hosts = ["news.test"]
mode = "observe"
exempt = ["/free/*"]

[[route]]
match = "/strict/"
mode = "enforce"
fields = ["disallow-crawl"]

[[route]]
match = "/off/"
mode = "off"

[[route]]
match = "/private/"
mode = "enforce"
`,
  'robots.txt':
    'User-agent: *\nDisallow: /private/\nDisallow: /strict/\n\nACAP-crawler: *\nACAP-disallow-crawl: /strict/\n',
}

async function guardedApp() {
  const app = new Hono()
  app.use(acap({ bundle: await bundleOf({ news: SITE }, { known: { SearchBot1: 'search' } }) }))
  for (const closed of ['/private/*', '/strict/*']) app.get(closed, (c) => c.html(`<p>${SECRET}`))
  app.get('*', (c) => c.html('<p>open'))
  return (path: string, userAgent: string) => app.fetch(asSent(HOME + path, userAgent))
}

/** A request with the URL that came over the wire: the constructor of Request resolves it, the runtime does not. */
function asSent(url: string, userAgent: string): Request {
  return Object.defineProperty(new Request(url, { headers: { 'user-agent': userAgent } }), 'url', {
    value: url,
  })
}

/** Ways to the handler of a closed path that the resolved URL does not show, and ways to others that it does. */
const DETOURS = [
  ...[
    'x/../../open/',
    '../open/',
    './../open/',
    '%2e%2e/open/',
    '.%2e/open/',
    'x/%2e%2e/%2e%2e/open/',
    '..%2fopen/',
  ],
  ...[
    '..\\open\\',
    'x\\..\\..\\open',
    '../.well-known/x',
    '../free/x',
    '../off/x',
    '../robots.txt/x',
    '../off/..%2fopen',
  ],
  ...[
    '%2e%2e\\open',
    '../../../open',
    'x/y/z/../../../../off/',
    '../%6fpen/',
    '../open/?a=/private/',
    '..;/open/',
  ],
].flatMap((tail) =>
  ['/private/', '/strict/', '/%70rivate/', '/priv%61te/', '/strict/a/../'].map(
    (head) => head + tail,
  ),
)

describe('[P6] an app behind the middleware, which finds its handler by the path as it was sent', () => {
  test(`gives a crawler nothing by ${DETOURS.length} detours, and readers all of it`, async () => {
    capturedLog()
    const ask = await guardedApp()
    let reached = 0
    for (const path of DETOURS) {
      const reader = await ask(path, BROWSER)
      const text = await reader.text()
      expect([path, reader.status]).toEqual([path, 200])
      if (text.includes(SECRET)) reached++
      const crawler = await ask(path, CRAWLER)
      expect(await crawler.text(), path).not.toContain(SECRET)
    }
    expect(reached).toBeGreaterThan(DETOURS.length / 2)
  })

  test('gives a crawler nothing by a thousand generated spellings', async () => {
    capturedLog()
    const ask = await guardedApp()
    let reached = 0
    for (const path of ['/private/a/b.html', '/strict/c']) {
      for (const spelling of spellingsOf(path, 500, false)) {
        if (!spelling.startsWith('/') || /[\0\s]/.test(spelling)) continue
        const reader = await ask(spelling, BROWSER)
        if ((await reader.text()).includes(SECRET)) reached++
        expect(await (await ask(spelling, CRAWLER)).text(), spelling).not.toContain(SECRET)
      }
    }
    expect(reached).toBeGreaterThan(100)
  })

  test('gives a crawler what is open by every path', async () => {
    capturedLog()
    const ask = await guardedApp()
    for (const path of ['/open/', '/a/../open/', '/%6fpen', '/off/', '/free/x']) {
      expect([path, (await ask(path, CRAWLER)).status]).toEqual([path, 200])
    }
  })
})
