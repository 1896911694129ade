import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PAGES } from '../../src/cli/demo/demo-origin/pages.ts'
import { decode } from '../../src/program/decode.ts'
import { copyOfProject, npmStart, type Started, TO_START } from '../support/e2e/wrangler.ts'
import { type Raw, raw } from '../support/node-origin.ts'
import { isLong } from '../support/runs.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CRAWLER = 'SearchBot1/1.0'

/** Where `npm start` serves: the canonical address of the example's policy. */
const HOME = 'localhost:8787'

describe('npm start', () => {
  const { folder, remove } = copyOfProject()
  let served: Started
  beforeAll(async () => {
    served = await npmStart(folder)
    return () => {
      served.stop()
      remove()
    }
  }, TO_START)

  const ask = (
    path: string,
    userAgent: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ) =>
    raw(`http://127.0.0.1:${served.port}${path}`, {
      method,
      headers: { host: HOME, 'user-agent': userAgent, ...headers },
    })
  const text = ({ body }: Raw) => body.toString()
  const pageAt = (path: string) => PAGES.get(path)!.body as string

  test('prints where it is, how to end it and where to go on, and no word of its tools', () => {
    const log = served.log()
    // Before it stands what npm says.
    const [stands, explorer, ready, next] = log.slice(log.indexOf('acap: ')).split('\n')
    expect(stands).toMatch(
      /^acap: http:\/\/localhost:0 stands for http:\/\/localhost:8787: pages come from /,
    )
    expect(explorer).toMatch(/^acap explorer: http:\/\/localhost:\d+$/)
    expect(ready).toMatch(/^acap: ready on http:\/\/localhost:\d+; Ctrl\+C ends it$/)
    expect(next).toMatch(/^acap: try the "Five questions" of README\.md; /)
    expect(log).not.toMatch(/bindings|custom build|cloudflare/i)
  })

  test('shows a person the page, and in its head what may be done with it', async () => {
    const path = '/news/2026/election-count.html'
    const answer = await ask(path, BROWSER)
    const [tags = ''] = /(?:<META name="[^"]+" content="[^"]+">)+/.exec(text(answer)) ?? []
    expect(tags).toContain('<META name="robots" content="ACAP disallow-preserve">')
    // Behind the declaration of the charset where the page has one, else first in its head.
    expect(text(answer).replace(tags, '')).toBe(pageAt(path))
    expect(text(answer).slice(0, text(answer).indexOf(tags))).toMatch(
      /<head>\s*(?:<meta charset[^>]*>)?$/i,
    )
  })

  test('gives a crawler what it may have: the same page', async () => {
    const path = '/news/2026/election-count.html'
    const [person, crawler] = [await ask(path, BROWSER), await ask(path, CRAWLER)]
    expect([crawler.status, text(crawler)]).toEqual([200, text(person)])
  })

  test('refuses a crawler what it may not have, and names the line of robots.txt', async () => {
    const refusal = await ask('/private/newsroom.html', CRAWLER)
    expect([refusal.status, refusal.headers['cache-control']]).toEqual([403, 'no-store'])
    const [, rule = '', line = ''] =
      /^Rule: +(.*), line (\d+) of http:\/\/localhost:8787\/robots\.txt$/m.exec(text(refusal))!
    const robots = text(await ask('/robots.txt', CRAWLER)).split('\n')
    expect(robots[Number(line) - 1]).toBe(rule)
    expect(text(refusal)).toContain('licensing@example-news.test')
  })

  test('refuses plain curl what subscribers pay for, and says what it costs', async () => {
    const refusal = await ask('/premium/analysis/port-finances.html', 'curl/8.14.1')
    expect([refusal.status, refusal.headers['crawler-price']]).toEqual([402, 'USD 0.01'])
    expect((await ask('/premium/analysis/port-finances.html', CRAWLER)).status).toBe(200)
    expect((await ask('/premium/analysis/port-finances.html', BROWSER)).status).toBe(200)
  })

  test('serves robots.txt to everybody, with an ETag to ask again by', async () => {
    const robots = await ask('/robots.txt', BROWSER)
    expect([robots.status, robots.headers['content-type']]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(text(robots)).toMatch(/^##ACAP version=1\.1\r?\n/)
    const again = await ask('/robots.txt', CRAWLER, { 'if-none-match': robots.headers.etag! })
    expect([again.status, text(again)]).toEqual([304, ''])
    const head = await ask('/robots.txt', CRAWLER, {}, 'HEAD')
    expect([head.status, text(head)]).toEqual([200, ''])
  })

  test('refuses a crawler the same page by another address', async () => {
    const copy = await ask('/news/2026/harbour-bridge.html', CRAWLER, { host: '127.0.0.1:8787' })
    expect([copy.status, text(copy)]).toEqual([
      403,
      expect.stringContaining(`location=http://${HOME}/news/2026/`),
    ])
    expect(
      (await ask('/news/2026/harbour-bridge.html', BROWSER, { host: '127.0.0.1:8787' })).status,
    ).toBe(200)
  })

  test('lets crawlers pass where it only observes, and logs what it would have done', async () => {
    const path = '/comments/harbour-bridge.html'
    expect((await ask(path, CRAWLER)).status).toBe(200)
    const line = () =>
      served.log().match(new RegExp(`\\{"acap":"request".*"target":"${path}".*\\}`))?.[0] ?? '{}'
    await expect
      .poll(() => JSON.parse(line()))
      .toMatchObject({ mode: 'observe', outcome: 'prohibited' })
  })

  test('says it in headers where a page cannot carry it', async () => {
    const report = await ask('/reports/budget-2026.pdf', BROWSER)
    expect(text(report)).toBe(pageAt('/reports/budget-2026.pdf'))
    expect(report.headers.link).toContain('</robots.txt>; rel="describedby"')
  })

  test('passes redirects on, to its own address', async () => {
    const { status, headers } = await ask('/latest', BROWSER)
    expect([status, headers.location]).toEqual([
      302,
      `http://${HOME}/news/2026/harbour-bridge.html`,
    ])
  })

  test('keeps the last good policy in service while the text has an error, then takes up the fixed one', async () => {
    const file = join(folder, 'policies/example-news/robots.txt')
    const good = readFileSync(file, 'utf8')
    writeFileSync(file, `${good}ACAP-disallow-crawl:\n`)
    await expect
      .poll(() => served.log(), { timeout: 20_000 })
      .toMatch(/robots\.txt:\d+:\d+[\s\S]*stays as it was/)
    expect((await ask('/about.html', CRAWLER)).status).toBe(200)
    expect((await ask('/private/newsroom.html', CRAWLER)).status).toBe(403)
    writeFileSync(
      file,
      good.replace('ACAP-disallow-crawl: /private/', 'ACAP-disallow-crawl: /about.html'),
    )
    await expect
      .poll(async () => (await ask('/about.html', CRAWLER)).status, { timeout: 20_000 })
      .toBe(403)
  }, 60_000)

  // The last: there is no server after it.
  test('leaves nothing behind where a terminal sends SIGINT to everybody', () =>
    expectEnd(served, 'SIGINT', 'everybody'))
})

test.runIf(isLong)('npm start leaves nothing behind where npm alone gets SIGTERM', async () => {
  const { folder, remove } = copyOfProject()
  onTestFinished(remove)
  const started = await npmStart(folder)
  onTestFinished(() => started.stop())
  await expectEnd(started, 'SIGTERM', 'npm')
})

async function expectEnd({ port, end, closed }: Started, ...how: Parameters<Started['end']>) {
  const home = `http://127.0.0.1:${port}/robots.txt`
  expect((await raw(home, { headers: { host: HOME } })).status).toBe(200)
  end(...how)
  await closed
  await expect
    .poll(() => raw(home, { headers: { host: HOME } }).catch(({ code }) => code))
    .toBe('ECONNREFUSED')
}

test('on another port the example is at home there, and findings stand in its own files', () => {
  const { folder, remove } = copyOfProject()
  onTestFinished(remove)
  const build = () => {
    const env = { ...process.env, ACAP_DEMO_PORT: '9321' }
    return spawnSync(process.execPath, ['src/cli/demo/build-demo.ts'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
  }
  const site = join(folder, 'policies', 'example-news', 'site.toml')
  const written = readFileSync(site, 'utf8')
  expect(build().status).toBe(0)
  const built = decode(new Uint8Array(readFileSync(join(folder, 'dist', 'policies.bin'))).buffer)
  expect(built.ok && built.bundle.sites.map(({ config }) => config.canonical)).toEqual([
    'http://localhost:9321',
  ])
  expect(readFileSync(site, 'utf8')).toBe(written)
  writeFileSync(site, `${written}\nunknown = 1\n`)
  expect(build()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(' --> policies/example-news/site.toml:'),
  })
})
