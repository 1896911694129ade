/**
 * The servers of docs/frameworks.md, each in a folder of a stranger's with the package as npm would publish it and the current
 * version of its framework, asked the same requests. In a short run: those that need no framework.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { bundleOf } from '../support/bundle.ts'
import { textOf } from '../support/house/markdown.ts'
import { raw } from '../support/node-origin.ts'
import { isLong } from '../support/runs.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

interface Recipe {
  /** What npm installs beside the package. */
  readonly packages: readonly string[]
  /** What is run before the server, and the server. */
  readonly build: readonly string[]
  readonly server: readonly string[]
  /** Files that its page need not show. */
  readonly files?: Readonly<Record<string, string>>
}

/** The files that docs/frameworks.md shows, a folder for each framework. */
const FILES = join(PACKAGE_ROOT, 'docs/frameworks')

const NODE = [process.execPath, 'server.js']
const DENO = join(PACKAGE_ROOT, 'node_modules', '.bin', 'deno')
const BUN = join(PACKAGE_ROOT, 'node_modules', '.bin', 'bun')

const RECIPES: Readonly<Record<string, Recipe>> = {
  node: { packages: [], build: [], server: NODE },
  bun: { packages: [], build: [], server: [BUN, 'server.js'] },
  deno: {
    packages: [],
    build: [],
    server: [DENO, 'run', '--allow-all', '--node-modules-dir=manual', 'server.js'],
  },
  express: { packages: ['express'], build: [], server: NODE },
  fastify: { packages: ['fastify'], build: [], server: NODE },
  next: { packages: ['next', 'react', 'react-dom'], build: ['next', 'build'], server: NODE },
  sveltekit: {
    packages: [
      '@sveltejs/kit',
      '@sveltejs/adapter-node',
      'svelte',
      'vite',
      '@sveltejs/vite-plugin-svelte',
    ],
    build: ['vite', 'build'],
    server: NODE,
    files: {
      'vite.config.js':
        "import adapter from '@sveltejs/adapter-node'\nimport { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit({ adapter: adapter() })] }\n",
      'src/app.html':
        '<!doctype html><html><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>\n',
      'src/routes/[...path]/+page.svelte': '<p>Hello</p>\n',
    },
  },
}

const inShortRun = ['node', 'bun', 'deno']
const recipes = Object.keys(RECIPES).filter((name) => isLong || inShortRun.includes(name))

let tarball: string
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'acap-frameworks-'))
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: PACKAGE_ROOT,
  })
  tarball = join(folder, readdirSync(folder)[0]!)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes the files of a recipe, and installs what it needs. */
async function projectOf(name: string): Promise<string> {
  const project = join(folder, name)
  cpSync(join(FILES, name), project, { recursive: true })
  const files = { 'package.json': '{ "private": true, "type": "module" }', ...RECIPES[name]!.files }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  mkdirSync(join(project, 'dist'))
  const bundle = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })
  writeFileSync(join(project, 'dist', 'policies.bin'), new Uint8Array(bundle))
  const quiet = ['--silent', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', ['install', ...quiet, tarball, ...RECIPES[name]!.packages], {
    cwd: project,
    stdio: 'pipe',
  })
  return project
}

/** Starts the server of a recipe; its address. */
async function started(name: string): Promise<string> {
  const project = await projectOf(name)
  const { build, server } = RECIPES[name]!
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  if (build.length > 0)
    execFileSync('npx', ['--no-install', ...build], { cwd: project, env, stdio: 'pipe' })
  const port = await freePort()
  const [program, ...args] = server as [string, ...string[]]
  const child = spawn(program, args, {
    cwd: project,
    env: { ...env, PORT: String(port) },
    stdio: 'pipe',
  })
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => log.push(String(text)))
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${log.join('')}`)))
  })
  ended.catch(() => null)
  const url = `http://127.0.0.1:${port}`
  await Promise.race([answering(url), ended])
  return url
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Settles when the server takes connections. */
async function answering(url: string): Promise<void> {
  for (;;) {
    const isUp = await raw(url, { headers: { 'user-agent': BROWSER } }).catch(() => null)
    if (isUp !== null) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('every server of the page is run', () => {
  expect(readdirSync(FILES).sort()).toEqual(Object.keys(RECIPES).sort())
  const page = textOf('docs/frameworks.md')
  for (const name of Object.keys(RECIPES))
    expect(page).toContain(`<!-- generated: frameworks/${name}/server.js -->`)
})

describe.each(recipes)('%s', (name) => {
  test('answers as the policy says', { timeout: 900_000 }, async () => {
    const url = await started(name)
    const ask = async (
      path: string,
      userAgent: string,
      init: { method?: string; headers?: object } = {},
    ) => {
      const answer = await raw(url + path, {
        ...init,
        headers: { 'user-agent': userAgent, ...init.headers },
      })
      return { status: answer.status, headers: answer.headers, text: String(answer.body) }
    }
    const robots = await ask('/robots.txt', CRAWLER)
    expect([robots.status, robots.text]).toEqual([
      200,
      expect.stringContaining('ACAP-disallow-crawl: /private/'),
    ])
    for (const path of [
      '/private/a',
      '/conventional/a',
      '//private/a',
      '/private/../private/a?b',
      '/%70rivate/a',
    ]) {
      expect([path, (await ask(path, CRAWLER)).status]).toEqual([path, 403])
      expect([path, (await ask(path, BROWSER)).status < 400]).toEqual([path, true])
    }
    const refusal = await ask('/private/a', CRAWLER)
    expect(refusal.text).toContain('ACAP-disallow-crawl: /private/')
    for (const userAgent of [CRAWLER, BROWSER]) {
      const page = await ask('/a', userAgent, {
        headers: { range: 'bytes=0-9', 'if-none-match': '*' },
      })
      expect([page.status, page.text.includes(TAGS), page.text.includes('Hello')]).toEqual([
        200,
        true,
        true,
      ])
      expect(page.text).toMatch(/<\/html>\s*$/)
    }
    const head = await ask('/a', CRAWLER, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })
})
