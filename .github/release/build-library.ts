/**
 * src/ → dist/acap.js, dist/lib and dist/gate: one build, so that the command line, the library's entries and the gate share
 * their code.
 *
 * Names stay readable in stack traces. What the gate alone needs of others is bundled beside it, so nobody installs it.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { finishedTables } from './finished-tables.ts'

/** What users install with the package: package.json names it. */
const INSTALLED = ['smol-toml', 'valibot', 'hono', '@redis/client', '@x402/core', 'jose']
/**
 * What is bundled for the gate, a file for each package: package.json maps `#undici` to it. Of undici without what its main
 * file brings (WebSocket, caches, mocks), which is half; package.json pins its version.
 */
const VENDORED: Readonly<Record<string, string>> = {
  undici: `
    export { default as Agent } from 'undici/lib/dispatcher/agent.js'
    export { default as buildConnector } from 'undici/lib/core/connect.js'
    export { default as Client } from 'undici/lib/dispatcher/client.js'
    export { default as errors } from 'undici/lib/core/errors.js'
    export { default as Pool } from 'undici/lib/dispatcher/pool.js'`,
  'prom-client':
    "export { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'",
}
const PLATFORMS = ['node:*', 'cloudflare:*']

/** Entries at the paths that `exports` of package.json names. */
const LIBRARY = [
  'index',
  'node',
  'doors/fastify/index',
  'doors/hono/node',
  'doors/hono/workers',
  'doors/workers/index',
  'doors/x402/index',
  'robots',
  'robots-full',
  'policy',
  'analysis',
  'registry',
]

/**
 * The modules that an entry gives on. Each is a file of its own, so that bundlers leave out those that a program does not use:
 * of one file they keep every table.
 */
function givenOn(entry: string): string[] {
  const text = readFileSync(`src/${entry}.ts`, 'utf8')
  return [...text.matchAll(/^(?:export (?!type)|} )[^;]*? from '(\.[^']*)\.ts'$/gm)].map(
    ([, path]) => join(dirname(entry), path!),
  )
}

const vendored: Plugin = {
  name: 'vendored',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:undici|prom-client)$/ }, ({ path }) => ({
      path: `#${path}`,
      external: true,
    }))
  },
}

/** Of the list of crawlers, what nobody reads is left out. */
const leanList: Plugin = {
  name: 'lean list',
  setup({ onLoad }) {
    onLoad({ filter: /crawler-user-agents\.json$/ }, async ({ path }) => {
      const { default: list } = await import(path, { with: { type: 'json' } })
      const lean = (list as Record<string, unknown>[]).map(({ pattern, instances, tags }) => ({
        pattern,
        instances,
        tags,
      }))
      return { contents: JSON.stringify(lean), loader: 'json' }
    })
  },
}

// The declarations are another script's.
mkdirSync('dist/lib', { recursive: true })
const old = readdirSync('dist/lib', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.js'),
)
for (const path of ['gate', ...old.map((each) => `lib/${each}`)])
  rmSync(`dist/${path}`, { recursive: true, force: true })
await build({
  entryPoints: {
    acap: 'src/cli/main.ts',
    'gate/gate': 'src/doors/gate/gate.ts',
    ...Object.fromEntries(
      [...LIBRARY, ...LIBRARY.flatMap(givenOn)].map((entry) => [`lib/${entry}`, `src/${entry}.ts`]),
    ),
  },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  external: [...INSTALLED, ...PLATFORMS],
  plugins: [vendored, leanList, finishedTables],
  minifySyntax: true,
  minifyWhitespace: true,
  outdir: 'dist',
  chunkNames: 'lib/chunks/[name]-[hash]',
  logLevel: 'warning',
})
writeFileSync('dist/acap.js', `#!/usr/bin/env node\n${readFileSync('dist/acap.js', 'utf8')}`)
chmodSync('dist/acap.js', 0o755)
for (const [name, contents] of Object.entries(VENDORED)) {
  await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: `dist/gate/${name}.js`,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}
