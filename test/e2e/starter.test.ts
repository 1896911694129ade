/**
 * `acap init --worker` from the packed package, in an empty folder, as somebody who has only the tarball runs it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { partsOf, textOf } from '../support/house/markdown.ts'
import { isLong } from '../support/runs.ts'

const QUIET = ['--silent', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']

/** A user's app behind the middleware, which prints what the middleware says about the client. */
const APP = `
import { acap, type AcapVariables } from 'acap-edge/hono'
import { Hono } from 'hono'
import bundle from '../dist/policies.bin'

const app = new Hono<{ Variables: AcapVariables }>()
app.use(acap({ bundle }))
app.get('*', (c) => c.text(\`A page for \${c.var.decision?.crawler.name ?? 'a reader'}\`))
export { Pacer } from 'acap-edge/worker'
export default app
`

/** Asks the Worker of the project; what its policy refuses is refused, and a page is a page. */
const ASK = `
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createTestHarness } from 'wrangler'

const origin = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<title>A page</title>'))
await once(origin.listen(0, '127.0.0.1'), 'listening')
const vars = { ORIGIN_URL: 'http://127.0.0.1:' + origin.address().port }
const edge = createTestHarness({ workers: [{ configPath: 'wrangler.toml', vars }] })
await edge.listen()
for (const userAgent of ['GPTBot/1.0', 'Googlebot/2.1', 'Mozilla/5.0 (X11) Firefox/140.0']) {
  const answer = await edge.fetch('https://shop.test/', { headers: { 'user-agent': userAgent } })
  console.log('asked', answer.status, /A page[^<]*/.exec(await answer.text())?.[0])
}
await edge.close()
origin.close()
`

describe('acap init --worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acap-starter-'))
  const env = {
    ...process.env,
    NO_COLOR: '1',
    WRANGLER_SEND_METRICS: 'false',
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  }
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    if (status !== 0)
      throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')

  beforeAll(() => {
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: PACKAGE_ROOT,
    })
    run('npm', 'install', ...QUIET, `./${readdirSync(folder)[0]}`)
    run('npx', '--no-install', 'acap', 'init', '--worker', '--host', 'shop.test')
    run('npm', 'install', ...QUIET)
  }, 180_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('depends on the tarball that it came from', () => {
    const { dependencies } = JSON.parse(read('package.json'))
    expect(dependencies).toEqual({
      'acap-edge': expect.stringMatching(/^file:acap-edge-[\d.]+\.tgz$/),
    })
  })

  test('writes a project whose own tests pass', () => {
    expect(run('npm', 'test')).toMatch(/pass 3\n/)
  })

  test.runIf(isLong)('shows a finding once when its tests run', () => {
    const robots = join(folder, 'policies', 'shop.test', 'robots.txt')
    const good = readFileSync(robots, 'utf8')
    writeFileSync(robots, `${good}\nUser-agent: SomeBot\nDissalow: /x/\n`)
    const { stdout, stderr } = spawnSync('npm', ['test'], { cwd: folder, encoding: 'utf8', env })
    writeFileSync(robots, good)
    expect(`${stdout}${stderr}`.match(/warning\[ACAP\d+\]/g)).toEqual(['warning[ACAP005]'])
  })

  test('writes a Worker that refuses and serves', () => {
    const site = join('policies', 'shop.test', 'site.toml')
    writeFileSync(join(folder, site), read(site).replace('mode = "observe"', 'mode = "enforce"'))
    writeFileSync(join(folder, 'ask.mjs'), ASK)
    expect(run(process.execPath, 'ask.mjs').match(/asked .*/g)).toEqual([
      'asked 403 undefined',
      'asked 200 A page',
      'asked 200 A page',
    ])
  })

  test('can hold an app instead, which learns the decision in workerd, with one hono', () => {
    run('npm', 'install', ...QUIET, 'hono@4')
    const proxy = read('src/worker.ts')
    writeFileSync(join(folder, 'src/worker.ts'), APP)
    const answers = run(process.execPath, 'ask.mjs').match(/asked .*/g)
    writeFileSync(join(folder, 'src/worker.ts'), proxy)
    expect(answers).toEqual([
      'asked 403 undefined',
      'asked 200 A page for googlebot',
      'asked 200 A page for a reader',
    ])
    expect(run('npm', 'ls', 'hono', '--parseable').trim().split('\n')).toHaveLength(1)
  })

  test('writes a Worker that wrangler would deploy, to no address but the one that is named', () => {
    expect(run('npx', '--no-install', 'wrangler', 'deploy', '--dry-run')).toContain(
      'env.PACE (Pacer)',
    )
    expect(read('wrangler.toml')).toMatch(/^workers_dev = false\npreview_urls = false$/m)
  })

  test.runIf(isLong)('can have a staging site, by docs/deploy.md, and deploys both', () => {
    const fences = partsOf(textOf('docs/deploy.md')).flatMap((part) =>
      part.kind === 'fence' ? [part] : [],
    )
    const own = (text: string) => text.replaceAll('www.example.com', 'shop.test')
    const links = fences
      .find(({ lines }) => lines[0] === 'mkdir policies/staging.example.com')!
      .lines.join('\n')
    const settings = fences
      .find(({ lines }) => lines[0]?.includes('staging.example.com"]'))!
      .lines.join('\n')
    const environment = fences.find(({ lines }) => lines[0] === '[env.staging]')!.lines.join('\n')
    run('sh', '-c', own(links))
    writeFileSync(join(folder, 'policies', 'staging.example.com', 'site.toml'), `${settings}\n`)
    writeFileSync(join(folder, 'wrangler.toml'), `${read('wrangler.toml')}\n${environment}\n`)
    expect(run('npx', '--no-install', 'acap', 'check')).toContain('no findings')
    expect(run('npx', '--no-install', 'acap', 'build')).toContain('shop.test, staging.example.com')
    for (const words of ['--env staging', '--env=']) {
      expect(
        run('npx', '--no-install', 'wrangler', 'deploy', '--dry-run', ...words.split(' ')),
      ).toContain('env.PACE (Pacer)')
    }
  })

  test('refuses to go over it', () => {
    const { status, stderr } = spawnSync('npx', ['--no-install', 'acap', 'init', '--worker'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining('`wrangler.toml` already exists')])
  })
})
