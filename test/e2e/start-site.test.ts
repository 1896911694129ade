import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { copyOfProject, startDevelopment } from '../support/e2e/wrangler.ts'
import { raw, startOrigin } from '../support/node-origin.ts'

describe('npm start -- --site', () => {
  const { folder, remove } = copyOfProject()
  const policies = join(folder, 'policies')
  rmSync(join(policies, 'example-news'), { recursive: true })
  for (const [name, robots] of [
    ['www.shop.test', 'User-agent: *\nDisallow: /private/\n'],
    ['blog', 'User-agent: *\nDisallow: /news/\n'],
  ] as const) {
    mkdirSync(join(policies, name))
    writeFileSync(join(policies, name, 'robots.txt'), robots)
    writeFileSync(join(policies, name, 'site.toml'), `hosts = ["${name}"]\nmode = "enforce"\n`)
  }
  const site = join(policies, 'www.shop.test', 'site.toml')
  writeFileSync(
    site,
    `canonical = "https://www.shop.test"\n${readFileSync(site, 'utf8')}[[route]]\nmatch = "/about"\nlocation = true\n`,
  )
  afterAll(remove)

  /** Starts a whole program: on a loaded machine that takes longer than most. */
  const MINUTES = { timeout: 300_000 }
  const start = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['src/cli/demo/start.ts', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })

  test('says that the site only observes; where it enforces, every request has its host', async () => {
    const enforcing = readFileSync(site, 'utf8')
    writeFileSync(site, enforcing.replace('"enforce"', '"observe"'))
    onTestFinished(() => writeFileSync(site, enforcing))
    const origin = await startOrigin(({ url, headers }, answer) => {
      answer.setHeader('content-type', 'text/html')
      answer.end(`<title>${url} ${headers['x-forwarded-host']}</title>`)
    })
    onTestFinished(() => origin.stop())
    const served = await startDevelopment(folder, '--site', 'www.shop.test', '--origin', origin.url)
    onTestFinished(() => served.stop())
    expect(served.log()).toContain(
      'acap: www.shop.test only observes: nothing is refused until `mode` in site.toml says "enforce"\n',
    )
    expect(served.log()).toMatch(
      /^acap: try curl -A GPTBot http:\/\/localhost:0\/; changes in policies\/www\.shop\.test /m,
    )
    const ask = async (path: string) => {
      const headers = { 'user-agent': 'GPTBot/1.0' }
      const { status, body } = await raw(`http://localhost:${served.port}${path}`, { headers })
      return [status, body.toString()]
    }
    expect((await ask('/private/x'))[0]).toBe(200)
    writeFileSync(site, enforcing)
    await expect
      .poll(() => ask('/private/x'), { timeout: 60_000 })
      .toEqual([403, expect.stringContaining('https://www.shop.test/robots.txt')])
    expect(await ask('/about')).toEqual([
      200,
      expect.stringContaining('<title>/about www.shop.test</title>'),
    ])
  }, 300_000)

  test('needs an option where there are several sites, and lists their names', MINUTES, () => {
    const help = 'help: --site blog | www.shop.test\n'
    expect(start('--port', '0')).toMatchObject({
      status: 2,
      stderr: `acap: which site is localhost?\n${help}`,
    })
    expect(start('--port', '0', '--site', 'shop')).toMatchObject({
      status: 2,
      stderr: `acap: \`shop\` is not a site of \`policies\`\n${help}`,
    })
  })

  test('names the flag where a port is taken', MINUTES, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const given = ['--site', 'blog', '--origin', 'http://127.0.0.1:9']
    // Found before anything is built, or read.
    expect(start('--site', 'nowhere', '--port', `${port}`).stderr).toContain(
      `port ${port} is taken`,
    )
    expect(start(...given, '--port', `${port}`)).toMatchObject({
      status: 2,
      stderr: `acap: port ${port} is taken\nhelp: npm start -- ${given.join(' ')} --port ${port + 10}\n`,
    })
  })

  test('says what is wrong with an option', MINUTES, () => {
    expect(start('--port', 'x').stderr).toContain('`x` is not a port')
    expect(start('--sites').stderr).toContain('--site NAME')
    expect(start('--origin', 'shop').stderr).toContain('is not the URL of an origin')
  })
})
