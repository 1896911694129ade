/**
 * The package as npm would publish it, installed into a project of somebody else's and used there. It is what dist/ holds:
 * `npm test` builds it first.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { packageFaults } from '../../.github/release/package-faults.ts'
import { filesBelow, PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { RESOLUTIONS } from '../support/cli/package-programs.ts'
import { installIn, packageProject, runIn } from '../support/cli/package-project.ts'
import { missing } from '../support/debian.ts'
import { documented } from '../support/doors/servers.ts'
import { raw, startOrigin } from '../support/node-origin.ts'
import { isLong } from '../support/runs.ts'

const TSC = join(PACKAGE_ROOT, 'node_modules', '.bin', 'tsc')

let project: string
const run = (command: string, ...args: readonly string[]) => runIn(project, command, ...args)
const install = (...packages: readonly string[]) => installIn(project, ...packages)

beforeAll(() => {
  project = packageProject()
}, 120_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the package', () => {
  it('holds the program, the library with its types, the presets and the schemas, and no source', () => {
    const files = readdirSync(join(project, 'node_modules', 'acap-edge'), {
      recursive: true,
      encoding: 'utf8',
    })
    expect(files).toEqual(
      expect.arrayContaining([
        'dist/acap.js',
        'dist/lib/index.js',
        'dist/lib/index.d.ts',
        'LICENSE',
      ]),
    )
    expect(files).toEqual(expect.arrayContaining(['src/cli/presets/news/robots.txt']))
    expect(files.filter((path) => /(?<!\.d)\.ts$|policies\.bin$|^test/.test(path))).toEqual([])
  })

  it('has a command that `npx --no-install acap` can run in a checkout', () => {
    expect(statSync(join(PACKAGE_ROOT, 'dist', 'acap.js')).mode & 0o111).toBe(0o111)
  })

  it('holds every page that its README and its messages point at', () => {
    const root = join(project, 'node_modules', 'acap-edge')
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!)
    const code = ['acap.js', ...filesBelow(join(root, 'dist', 'lib')).map((path) => `lib/${path}`)]
    const named = code
      .filter((path) => path.endsWith('.js'))
      .flatMap(
        (path) => readFileSync(join(root, 'dist', path), 'utf8').match(/\bdocs\/[\w-]+\.md/g) ?? [],
      )
    expect(links).toContain('docs/deploy.md')
    expect(named).toContain('docs/site-toml.md')
    expect([...links, ...named].filter((page) => !existsSync(join(root, page)))).toEqual([])
    expect(run('npx', '--no-install', 'acap', 'explain', 'ACAP091')).toContain(
      join('node_modules', 'acap-edge', 'docs', 'site-toml.md'),
    )
  })

  it('runs nothing where it is installed, so that npm has nothing to warn of', () => {
    const { scripts } = JSON.parse(
      readFileSync(join(project, 'node_modules', 'acap-edge', 'package.json'), 'utf8'),
    )
    expect(
      Object.keys(scripts).filter((name) => /^(?:(?:pre|post)?install|prepare)$/.test(name)),
    ).toEqual([])
  })

  it('has nothing that would keep it from being published', { timeout: 60_000 }, async () => {
    const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'))
    expect(await packageFaults(join(project, tarball!))).toEqual([])
  })

  it('brings what reads policies, and no package of the gate', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    )
    expect(installed).toEqual(['acap-edge', 'smol-toml', 'valibot'])
  })

  it('needs hono for its own entry alone', { timeout: 60_000 }, () => {
    expect(existsSync(join(project, 'node_modules', 'hono'))).toBe(false)
    expect(run(TSC, '-p', 'plain.json')).toBe('')
    expect(run(process.execPath, 'out/plain.js')).toBe(
      'false false true true true\nprohibited permitted\nTypeError\nTypeError\nTypeError\nTypeError\nnull gptbot\ntrue\nopens\nprohibited prohibited\n1 null\ntrue\n',
    )
  })

  const resolutions = isLong ? RESOLUTIONS : RESOLUTIONS.filter((each) => each !== 'node16')

  it.each(resolutions)('has types for a server of Node that are found by %s', (resolution) => {
    expect(run(TSC, '--noEmit', '-p', `server-${resolution}.json`)).toBe('')
  })

  it('is loaded by `require` and by `import()` of a CommonJS program', () => {
    expect(run(nodeOfSystem(20) ?? process.execPath, 'required.cjs')).toBe('false\ntrue\ngptbot\n')
  })

  it('has types that strict projects accept, with the types of Workers and without', {
    timeout: 100_000,
  }, () => {
    install('hono@4')
    expect(run(TSC, '-p', 'strict.json')).toBe('')
    expect(run(TSC, '-p', 'bundler.json')).toBe('')
    expect(run(TSC, '--outDir', 'out', '-p', '.')).toBe('')
    expect(existsSync(join(project, 'out', 'app.js'))).toBe(true)
  })

  it("guards somebody's own Hono app", () => {
    expect(run(process.execPath, 'out/app.js')).toMatch(/^403 200 200$/m)
  })

  it.runIf(isLong)(
    'keeps to the oldest TypeScript and Hono that docs/releasing.md names',
    {
      timeout: 100_000,
    },
    () => {
      const oldest = ['typescript@5.7', 'hono@4.6.0']
      install(...oldest)
      for (const config of ['strict.json', 'bundler.json', 'plain.json']) {
        expect(
          run(process.execPath, 'node_modules/typescript/lib/tsc.js', '--noEmit', '-p', config),
        ).toBe('')
      }
    },
  )

  it('keeps to the oldest Node that docs/releasing.md names', () => {
    const node = nodeOfSystem(20) ?? process.execPath
    expect(run(node, 'out/app.js')).toMatch(/^403 200 200$/m)
    expect(run(node, 'node_modules/acap-edge/dist/acap.js', 'explain', 'ACAP091')).toContain(
      'ACAP091',
    )
  })

  it('reads and decides in Node', () => {
    expect(run(process.execPath, 'out/reader.js')).toBe('0 1 prohibited\n')
  })

  it('brings the command', () => {
    expect(run('npx', '--no-install', 'acap', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('runs the gate as the systemd unit of docs/servers.md says', { timeout: 60_000 }, async () => {
    const origin = await startOrigin((_, response) => void response.end('a page'))
    onTestFinished(() => origin.stop())
    mkdirSync(join(project, 'policies', 'shop'), { recursive: true })
    writeFileSync(
      join(project, 'policies', 'shop', 'robots.txt'),
      'User-agent: *\nDisallow: /private/\n',
    )
    writeFileSync(join(project, 'policies', 'shop', 'site.toml'), 'hosts = ["127.0.0.1"]\n')
    const [program, ...args] = unitIn(project)
      .match(/^ExecStart=(.*)$/m)![1]!
      .split(' ')
    const own = args.map((word) =>
      word.replace('http://127.0.0.1:8090', origin.url).replace('127.0.0.1:8000', '127.0.0.1:0'),
    )
    install('@redis/client')
    const more = ['--admin', '0', '--redis', 'redis://127.0.0.1:9']
    const gate = spawn(program!, [...own, ...more], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void gate.kill('SIGKILL'))
    const lines = createInterface(gate.stdout)[Symbol.asyncIterator]()
    const next = async (state: string): Promise<Record<string, string>> => {
      const { value, done } = await lines.next()
      if (done) throw new Error('the gate has ended')
      const line = JSON.parse(value as string)
      return line.state === state ? line : next(state)
    }
    const { url, admin } = await next('listening')
    const ask = (path: string, userAgent: string) =>
      raw(url + path, { headers: { 'user-agent': userAgent } })
    expect((await ask('/private/a', 'GPTBot/1.0')).status).toBe(403)
    expect(String((await ask('/private/a', 'Mozilla/5.0')).body)).toBe('a page')
    expect((await raw(`${admin}/readyz`)).status).toBe(200)
    expect(String((await raw(`${admin}/metrics`)).body)).toContain('acap_rates_up 0')
    writeFileSync(
      join(project, 'policies', 'shop', 'robots.txt'),
      'User-agent: *\nDisallow: /other/\n',
    )
    gate.kill('SIGHUP')
    await next('reloaded')
    expect((await ask('/private/a', 'GPTBot/1.0')).status).toBe(200)
    gate.kill('SIGTERM')
    await next('stopped')
  })

  it.skipIf(missing('the check of the systemd unit', 'systemd'))(
    'has a unit that systemd accepts',
    () => {
      const file = join(project, 'acap-gate.service')
      writeFileSync(file, unitIn(project))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
        encoding: 'utf8',
      })
      expect([status, stderr.split('\n').filter((line) => line.includes('acap-gate'))]).toEqual([
        0,
        [],
      ])
    },
  )
})

/** A Node of this version that is installed beside the project's own; null where there is none. */
function nodeOfSystem(major: number): string | null {
  const programs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const isThis = (program: string) =>
    existsSync(program) &&
    execFileSync(program, ['--version'], { encoding: 'utf8' }).startsWith(`v${major}.`)
  return programs.find(isThis) ?? null
}

/** The unit of docs/servers.md, for a project in another folder. */
function unitIn(folder: string): string {
  return documented('acap-gate.service').replaceAll('/srv/acap', folder)
}
