import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { missing, startNginx } from '../support/debian.ts'
import { spoken, startOrigin } from '../support/node-origin.ts'
import { pathSpellings } from '../support/path-spellings.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/telling-policy.ts'
import { type Running, startWorker } from '../support/workerd.ts'

const SECRET = 'what crawlers must not see'
const PROHIBITED = ['/private/a.html', '/private/deep/b.html', '/reports/draft.html', '/conventional/c.html']
const OPEN = ['/allowed/d.html', '/index.html']

/** A folder of pages, secret where they are prohibited. */
function makeSite(): string {
  const root = mkdtempSync(join(tmpdir(), 'acap-leak-'))
  // nginx reads as nobody.
  chmodSync(root, 0o755)
  for (const path of [...PROHIBITED, ...OPEN]) {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(root, path), `<html><head></head><body>${OPEN.includes(path) ? 'open' : SECRET}</body></html>`)
  }
  return root
}

/** A static server as many are written: it decodes the path, drops parameters, and normalizes. */
async function startStatic(root: string) {
  const origin = await startOrigin((asked, answer) => {
    try {
      const path = decodeURIComponent(asked.url!.split('?')[0]!)
        .replace(/;[^/]*/g, '')
        .replaceAll('\\', '/')
      const file = join(root, normalize(path))
      if (!file.startsWith(root) || !statSync(file).isFile()) throw new Error('no such page')
      answer.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(file))
    } catch {
      // What cannot be decoded or found.
      answer.writeHead(404).end()
    }
  })
  return { url: origin.url, stop: origin.stop }
}

const SERVERS = [
  { name: 'nginx', skip: missing('the leak test on nginx', 'nginx-light'), start: (root: string) => startNginx(root) },
  { name: 'a static server in Node', skip: false, start: startStatic },
]

for (const { name, skip, start } of SERVERS) {
  describe.skipIf(skip)(`[P6] behind the edge, ${name}`, () => {
    let edge: Running
    let origin: { readonly url: string; stop(): void }
    const root = makeSite()
    beforeAll(async () => {
      origin = await start(root)
      const policies = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })
      edge = await startWorker({ policies, vars: { ORIGIN_URL: origin.url } })
    })
    afterAll(() => {
      edge?.stop()
      origin?.stop()
      rmSync(root, { recursive: true })
    })

    const ask = (port: number, target: string, userAgent: string) =>
      spoken(port, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`)

    test('gives crawlers no prohibited page under any spelling', async () => {
      let asked = 0
      let reachable = 0
      for (const path of PROHIBITED) {
        for (const target of pathSpellings(path)) {
          const crawler = await ask(edge.port, target, CRAWLER)
          expect(crawler.text, target).not.toContain(SECRET)
          asked++
          if ((await ask(edge.port, target, BROWSER)).text.includes(SECRET)) reachable++
        }
      }
      console.log(
        `${name}: ${asked} spellings of ${PROHIBITED.length} paths, ${reachable} of them reach the page for readers, none for crawlers`,
      )
      expect(reachable).toBeGreaterThan(PROHIBITED.length * 20)
    }, 120_000)

    test('gives readers what it gives without the edge', async () => {
      const { port } = new URL(origin.url)
      for (const path of [...PROHIBITED, ...OPEN]) {
        for (const target of pathSpellings(path).filter((each) => each.startsWith('/'))) {
          // The runtime resolves dot segments and backslashes before any Worker sees the URL.
          const { pathname, search } = new URL(`http://127.0.0.1${target}`)
          const alone = await ask(Number(port), pathname + search, BROWSER)
          const behind = await ask(edge.port, target, BROWSER)
          expect([target, behind.status, bodyOf(behind.text.replace(TAGS, ''))]).toEqual([
            target,
            alone.status,
            bodyOf(alone.text),
          ])
        }
      }
    }, 120_000)
  })
}

/** The page in an answer, however it is framed; what comes with an error is the server's own talk. */
function bodyOf(answer: string): string {
  return /<html><head><\/head><body>[^<]*<\/body><\/html>/.exec(answer)?.[0] ?? ''
}
