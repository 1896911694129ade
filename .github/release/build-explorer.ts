/**
 * src/explorer/page → the page's files: `node build-explorer.ts` writes dist/explorer, another folder where one is named;
 * `node build-explorer.ts playground` the scripts of dist/playground.
 *
 * What a finding means at length is asked for where somebody opens it (findings.json): the page is built without.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { finishedTables } from './finished-tables.ts'

const PAGE = 'src/explorer/page'
const BUILT = 'dist/explorer'

/** A kind's `explain: '…' + '…',`. */
const EXPLANATION =
  /^( +explain:)\n?(?:\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)(?: \+)?)+,$/gm

const brief: Plugin = {
  name: 'findings without explanations',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]language[/\\]findings[/\\]kinds[/\\]\w+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(EXPLANATION, "$1 '',"),
      loader: 'ts',
    }))
  },
}

async function bundle(outdir: string, names: readonly string[], options: BuildOptions = {}) {
  const { metafile } = await build({
    entryPoints: names.map((name) => `${PAGE}/${name}`),
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    loader: { '.html': 'copy', '.svg': 'copy' },
    plugins: [finishedTables, brief],
    metafile: true,
    ...options,
  })
  return Object.keys(metafile!.outputs).map((path) => basename(path))
}

/** The chunks have their hashes for names: those that nothing loads any more go. */
async function buildPage(outdir: string): Promise<void> {
  const names = ['main.ts', 'background-worker.ts', 'explorer.css', 'index.html', 'icon.svg']
  const chunks = { splitting: true, chunkNames: 'chunk-[hash]' }
  const written = new Set(await bundle(outdir, names, chunks))
  await bundle(outdir, ['frozen.ts'])
  for (const name of readdirSync(outdir))
    if (name.startsWith('chunk-') && !written.has(name)) rmSync(join(outdir, name))
}

const [what = BUILT] = process.argv.slice(2)
if (what === 'playground')
  await bundle('dist/playground', ['playground.ts', 'background-worker.ts', 'log-worker.ts'])
else await buildPage(what)
