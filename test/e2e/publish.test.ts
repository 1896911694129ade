import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyOfProject, type Served, startDemo, WRANGLER_ENV } from '../support/e2e/wrangler.ts'
import { raw } from '../support/node-origin.ts'
import { isLong } from '../support/runs.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CRAWLER = 'GPTBot/1.2'
const run = promisify(execFile)

/** The Worker in `wrangler dev`, whose own policies do not know the host that is published. */
describe('acap publish to the KV namespace of wrangler dev', () => {
  const { folder, remove } = copyOfProject()
  let served: Served

  const write = (closed: string) =>
    writeFileSync(join(folder, 'stored/site/robots.txt'), `User-agent: *\nDisallow: ${closed}\n`)
  const publish = async (...args: string[]) => {
    const words = [
      'dist/acap.js',
      'publish',
      'stored',
      '--to',
      'kv:POLICIES',
      '--local',
      '--env',
      'demo',
      ...args,
    ]
    const { stdout } = await run(process.execPath, words, { cwd: folder, env: WRANGLER_ENV })
    return stdout
  }
  const status = async (path: string, userAgent = CRAWLER) => {
    const headers = { host: 'stored.test', 'user-agent': userAgent }
    return (await raw(`http://127.0.0.1:${served.port}${path}`, { headers })).status
  }

  beforeAll(async () => {
    appendFileSync(
      join(folder, 'wrangler.toml'),
      '\n[[env.demo.kv_namespaces]]\nbinding = "POLICIES"\nid = "0123456789abcdef0123456789abcdef"\n',
    )
    mkdirSync(join(folder, 'stored/site'), { recursive: true })
    writeFileSync(join(folder, 'stored/site/site.toml'), 'hosts = ["stored.test"]\n')
    write('/about.html')
    expect(await publish()).toContain('version 1 is in force')
    served = await startDemo(folder)
    return () => {
      served.stop()
      remove()
    }
  }, 120_000)

  test('is in force at the first request, for crawlers alone', async () => {
    expect([await status('/about.html'), await status('/about.html', BROWSER)]).toEqual([403, 200])
  })

  // The KV of wrangler is cached for half a minute.
  test.runIf(isLong)(
    'replaces what is in force while the Worker runs, goes back, and keeps readers',
    async () => {
      write('/news/')
      const text = await publish()
      expect(text).toContain('1 of 1 sites changed: site\n2 values, ')
      await expect.poll(() => status('/about.html'), { timeout: 100_000, interval: 1000 }).toBe(200)
      expect(await status('/news/2026/election-count.html')).toBe(403)
      expect(await publish('--rollback')).toMatch(
        /^version 1 is in force again\n {5}1 .* in force\n {5}2 /,
      )
      expect(await publish('--list')).toMatch(/^ {5}1 .* in force\n {5}2 /)
      expect(await status('/about.html', BROWSER)).toBe(200)
    },
    200_000,
  )
})
