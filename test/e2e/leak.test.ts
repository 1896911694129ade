import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { missing, startNginx } from '../support/debian.ts'
import { get, inParallel, type Spoken, speak } from '../support/e2e-socket.ts'
import { spellingsOf } from '../support/e2e-spellings.ts'
import { startStaticOrigin } from '../support/e2e-static-origin.ts'
import { type Running, startWorker } from '../support/workerd.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CRAWLER = 'TestBot/1.0'
const SECRET = 'nobody crawls this'
const COUNT = process.env.ACAP_LONG === '1' ? 10_000 : 500

const POLICY = {
  'robots.txt': `User-agent: *
Disallow: /conventional/

ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-disallow-crawl: /reports/draft.html
ACAP-disallow-crawl: /shop/*/internal
ACAP-disallow-crawl: /*?*print=
ACAP-disallow-preserve: /
`,
  'site.toml': 'hosts = ["localhost"]\nexempt = ["/health", "/open/*"]\n',
}

const TAGS = '<META name="robots" content="ACAP disallow-preserve">'

const page = (text: string) => `<!doctype html><html><head><title>a</title></head><body>${text}</body></html>\n`

const PAGES = new Map([
  ['/private/secret.html', page(SECRET)],
  ['/private/deep/er/secret.html', page(SECRET)],
  ['/reports/draft.html', page(SECRET)],
  ['/shop/eu/internal/prices.html', page(SECRET)],
  ['/conventional/secret.html', page(SECRET)],
  ['/open/news.html', page('news')],
  ['/article.html', page('article')],
  ['/health', page('well')],
  ['/robots.txt', page('not this one')],
])

/** Conventional patterns know letter case (P3): an origin that does not is not theirs to guard. */
const SUBJECTS = [...PAGES].filter(([, html]) => html.includes(SECRET)).map(([path]) => path)
const spellings = (path: string) => spellingsOf(path, COUNT, !path.startsWith('/conventional/'))

const edges: (() => void)[] = []
afterAll(() => {
  for (const stop of edges) stop()
})

async function edgeBefore(origin: { readonly url: string; stop(): void }): Promise<Running> {
  const worker = await startWorker({
    policies: await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } }),
    vars: { ORIGIN_URL: origin.url },
  })
  edges.push(worker.stop, origin.stop)
  return worker
}

/** The target that the origin gets to see: every URL parser on the way resolves dots and backslashes. */
function asResolved(target: string): string {
  const { pathname, search } = new URL(target.startsWith('/') ? `http://localhost${target}` : target)
  return pathname + search
}

const comparable = ({ status, headers, body }: Spoken) => ({
  status,
  type: headers.get('content-type'),
  location: headers.get('location')?.[0]?.replace(/^http:\/\/[^/]+/, ''),
  body: body.replace(TAGS, ''),
})

/** What the runtime's own HTTP server refuses never comes to the edge. */
const isSendable = (target: string) => !/[\s\0]/.test(target)

/** Sends every spelling as crawler and reader, and counts what came of it. */
async function attempt(edge: Running, originPort: number, path: string) {
  const targets = spellings(path)
  const outcomes = await inParallel(targets, 16, async (target) => {
    const crawler = await speak(edge.port, get(target, CRAWLER))
    const reader = await speak(edge.port, get(target, BROWSER))
    expect(crawler.body, `${target} as a crawler`).not.toContain(SECRET)
    if (isSendable(target) && asResolved(target) !== '/robots.txt') {
      const alone = await speak(originPort, get(asResolved(target), BROWSER))
      expect(comparable(reader), `${target} as a reader`).toEqual(comparable(alone))
    }
    return { reached: reader.body.includes(SECRET), refused: crawler.status === 403 }
  })
  return {
    sent: outcomes.length,
    reached: outcomes.filter(({ reached }) => reached).length,
    refused: outcomes.filter(({ refused }) => refused).length,
  }
}

function tell(origin: string, path: string, { sent, reached, refused }: Awaited<ReturnType<typeof attempt>>) {
  console.log(`${path} before ${origin}: ${sent} spellings, ${reached} bring a reader the page, ${refused} are refused`)
  expect(sent).toBe(COUNT)
  // A test in which nothing is in danger proves nothing.
  expect(reached).toBeGreaterThan(COUNT / 10)
  expect(refused).toBeGreaterThanOrEqual(reached)
}

const portOf = (url: string) => Number(new URL(url).port)

describe.skipIf(missing('the leak test before nginx', 'nginx-light'))('[P6] before nginx', () => {
  let edge: Running
  let port: number
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-pages-'))
    edges.push(() => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    for (const [path, html] of PAGES) {
      mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o755 })
      writeFileSync(join(folder, path), html)
    }
    const nginx = await startNginx(folder)
    port = portOf(nginx.url)
    edge = await edgeBefore(nginx)
  })

  test.each(SUBJECTS)('no spelling brings a crawler %s', async (path) => {
    tell('nginx', path, await attempt(edge, port, path))
  })
})

describe('[P6] before a server that takes every spelling', () => {
  let edge: Running
  let port: number
  beforeAll(async () => {
    const origin = await startStaticOrigin(new Map([...PAGES, ['/article.html?print', page(SECRET)]]))
    port = portOf(origin.url)
    edge = await edgeBefore(origin)
  })

  test.each(['LOCALHOST', 'localhost.', 'localhost:8787', 'LocalHost.:80'])('nor does the host `%s`', async (host) => {
    const { status } = await speak(edge.port, get('/private/secret.html', CRAWLER, host))
    expect(status).toBe(403)
  })

  test.each([...SUBJECTS, '/article.html?print=1'])('no spelling brings a crawler %s', async (path) => {
    tell('Node', path, await attempt(edge, port, path))
  })
})
