import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { type EdgePlatform, PROXIES, type StartedEdge } from '../support/doors/platforms.ts'
import { get, speak } from '../support/e2e/socket.ts'
import { type Origin, startOrigin } from '../support/node-origin.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CRAWLER = 'TestBot/1.0'
const ROBOTS = 'ACAP-crawler: *\nACAP-disallow-crawl: /private/\n'

let origin: Origin
let stranger: Origin
/** What each was asked. */
const asked: string[] = []
const reached: string[] = []
beforeAll(async () => {
  origin = await startOrigin(({ url, headers }, answer) => {
    asked.push(`${headers['x-forwarded-host']} ${url}`)
    answer.end('from the origin')
  })
  stranger = await startOrigin(({ url }, answer) => {
    reached.push(url!)
    answer.end('from a stranger')
  })
})
beforeEach(() => void asked.splice(0))
afterAll(() => {
  origin.stop()
  stranger.stop()
})

async function edgeFor(platform: EdgePlatform, hosts: string): Promise<StartedEdge> {
  const site = { 'robots.txt': ROBOTS, 'site.toml': `hosts = ${hosts}\n` }
  return platform.start(await bundleOf({ site }, { known: { TestBot: 'search' } }), origin.url)
}

const SITES = ['["www.example.com", "127.0.0.1", "[::1]"]', '["*"]']
const CASES = PROXIES.flatMap((platform) =>
  SITES.map((hosts) => ({ name: platform.name, platform, hosts })),
)

describe.each(CASES)('$name, a site of $hosts', ({ platform, hosts }) => {
  let edge: StartedEdge
  beforeAll(async () => {
    edge = await edgeFor(platform, hosts)
    return edge.stop
  })

  test.each([
    ['www.example.com', 'www.example.com'],
    ['www.example.com:80', 'www.example.com'],
    ['www.example.com:', 'www.example.com'],
    ['WWW.Example.com:8080', 'www.example.com:8080'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['127.0.0.1.:80', '127.0.0.1'],
    ['[0:0::1]:80', '[::1]'],
  ])('knows `%s` as %s, and asks the origin for what it decided upon', async (host, canonical) => {
    const target = '/zzz/private/a%2fb?c=d'
    const { status, body } = await speak(edge.port, get(target, CRAWLER, host))
    expect([status, body, asked]).toEqual([200, 'from the origin', [`${canonical} ${target}`]])
    const refused = await speak(edge.port, get('/private/a', CRAWLER, host))
    expect([refused.status, asked.length]).toEqual([403, 1])
    expect(refused.body).toContain(`Policy:  http://${canonical}/robots.txt`)
  })

  test.each([
    'x@www.example.com',
    ':@www.example.com',
    'www.example.com@STRANGER',
    `${'a'.repeat(60)}@STRANGER`,
    'www example com',
    'www.example.com:99999',
    '[::1',
  ])('asks nobody for what `%s` has', async (name) => {
    const host = name.replace('STRANGER', `127.0.0.1:${new URL(stranger.url).port}`)
    for (const userAgent of [CRAWLER, BROWSER]) {
      const { status, headers } = await speak(edge.port, get('/a', userAgent, host))
      expect([status, headers.get('cache-control')]).toEqual([400, ['no-store']])
    }
    expect([asked, reached]).toEqual([[], []])
  })
})
