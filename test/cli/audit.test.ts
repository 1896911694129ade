/** `acap audit` against a site on loopback: the real policy of the example behind the demo's answers, with faults planted. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderWith } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n'
const PAGE = '<!doctype html><title>A page</title><a href="/private/a">more</a><p>Text.</p>'

interface Seen {
  readonly url: string
  readonly userAgent: string
  readonly from: string | undefined
}

const seen: Seen[] = []
/** A server that refuses CCBot by a copied list, and serves GPTBot what robots.txt closes. */
function answer(request: IncomingMessage, response: ServerResponse) {
  const { url = '/', headers, method } = request
  const userAgent = headers['user-agent'] ?? ''
  seen.push({ url: `${method} ${url}`, userAgent, from: headers.from })
  response.setHeader('server', 'nginx/1.22.1')
  if (/CCBot/.test(userAgent)) return void response.writeHead(403).end()
  if (url.startsWith('/robots.txt'))
    return void response.setHeader('content-type', 'text/plain').end(ROBOTS)
  if (url.startsWith('/.well-known/') || url === '/sitemap.xml')
    return void response.writeHead(404).end()
  response.setHeader('content-type', 'text/html').end(PAGE)
}

let home = ''
const server = createServer(answer)
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const audit = (...args: string[]) =>
  runAcap(['audit', home, '--pause', '0', '--as', 'GPTBot', '--as', 'CCBot', ...args])

describe('acap audit', () => {
  it('says what contradicts what, who answered, and where that is changed', async () => {
    const { code, out } = await audit('--mine')
    expect(code).toBe(1)
    expect(out).toContain('/ as GPTBot (8): served with status 200 to a stranger with this name')
    expect(out).toContain('declared: `Disallow: /`, line 5')
    expect(out).toContain('/ as CCBot (9): refused with status 403')
    expect(out).toContain('/robots.txt as CCBot (1): robots.txt is refused')
    expect(out).toContain('answered by nginx: `if ($http_user_agent …)`')
  })

  it('asks for closed pages of the owner alone', async () => {
    seen.length = 0
    const { out } = await audit('--json')
    const asked = seen.filter(({ url }) => !/robots|sitemap|well-known/.test(url))
    expect(asked.filter(({ userAgent }) => /GPTBot/.test(userAgent))).toEqual([])
    expect(asked.filter(({ url }) => url.includes('/private'))).toEqual([])
    expect(JSON.parse(out).skipped).toEqual([expect.stringContaining('--mine')])
  })

  it('names itself beside the crawler, and the address of who asks', async () => {
    seen.length = 0
    await audit('--contact', 'me@site.test')
    expect(
      seen.every(({ userAgent }) => /acap-audit\/1\.0 \(.*from=me@site\.test\)$/.test(userAgent)),
    ).toBe(true)
    expect(seen.every(({ from }) => from === 'me@site.test')).toBe(true)
    expect(seen.every(({ url }) => url.startsWith('GET '))).toBe(true)
  })

  it('goes by a recording without asking anybody, and says only what is new', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-audit-'))
    const [tape, last] = [join(folder, 'tape.json'), join(folder, 'last.json')]
    const live = await audit('--mine', '--json', '--record', tape)
    expect(readFileSync(tape, 'utf8')).not.toContain('<p>Text.')
    seen.length = 0
    const replayed = await audit('--mine', '--json', '--replay', tape)
    expect(seen).toEqual([])
    expect(JSON.parse(replayed.out)).toEqual(JSON.parse(live.out))
    writeFileSync(last, live.out)
    const again = await audit('--mine', '--json', '--replay', tape, '--since', last)
    expect([again.code, JSON.parse(again.out).contradictions]).toEqual([0, []])
  })

  it('puts what verified crawlers got, by a log, beside what a stranger gets', async () => {
    const folder = folderWith({
      'policies/a.test/robots.txt': ROBOTS,
      'policies/a.test/site.toml': 'hosts = ["a.test"]\n',
      'policies/.networks/gptbot.json': `{"creationTime":"${new Date().toISOString()}","prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}`,
      'access.log': ['192.0.2.7', '203.0.113.9']
        .map(
          (ip) =>
            `${ip} - - [27/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 403 9 "-" "GPTBot/1.3"\n`,
        )
        .join(''),
    })
    const site = join(folder, 'policies/a.test')
    const log = ['--log', join(folder, 'access.log')]
    const { out } = await audit(site, '--json', ...log)
    const row = { name: 'gptbot', requests: 1, verified: 1, refused: 1, violations: 0 }
    expect(JSON.parse(out).log).toEqual([row])
    const text = await audit(site, ...log)
    expect(text.out).toContain('gptbot: requests 1, verified 1, refused 1')
    const without = await audit(...log)
    expect([without.code, without.err]).toEqual([
      2,
      expect.stringContaining('--log needs a policy'),
    ])
  })

  it('[C1] speaks as no name of the policy that its header would not show', async () => {
    const folder = folderWith({
      'policies/a.test/robots.txt':
        'User-agent: Yandex\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n',
      'policies/a.test/site.toml': 'hosts = ["a.test"]\n',
    })
    seen.length = 0
    await runAcap(['audit', home, join(folder, 'policies/a.test'), '--pause', '0', '--mine'])
    expect(seen.length).toBeGreaterThan(20)
    expect(seen.filter(({ userAgent }) => /yandex/i.test(userAgent))).toEqual([])
  })

  it('refuses a pause below a second for hosts of others, and a foreign site without its word', async () => {
    const quick = await runAcap(['audit', 'https://www.example.com', '--pause', '0.5'])
    expect([quick.code, quick.err]).toEqual([2, expect.stringContaining('loopback alone')])
  })

  it('ends at once where nobody listens', async () => {
    const { code, err } = await runAcap(['audit', 'http://127.0.0.1:1', '--pause', '0'])
    expect([code, err]).toEqual([3, 'acap: nothing answers at http://127.0.0.1:1\n'])
  })
})
