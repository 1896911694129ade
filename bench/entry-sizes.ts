/**
 * What a program carries that imports one entry of the library, or one function of it, bundled and
 * minified by esbuild. Needs the built library. `node bench/entry-sizes.ts`
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { PACKAGE_ROOT } from '../src/base/files/package-root.ts'
import { table } from './measure.ts'

/** Functions that programs import alone. */
const ALONE = [
  ['readText', 'policy'],
  ['decide', 'policy'],
  ['convert', 'policy'],
] as const

async function row(title: string, code: string, condition: string): Promise<string[]> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: PACKAGE_ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: [condition],
    external: ['node:*', 'cloudflare:*', 'hono'],
    write: false,
  })
  const { contents } = outputFiles[0]!
  return [
    title,
    ...[contents.length, gzipSync(contents, { level: 9 }).length].map(
      (size) => `${(size / 1000).toFixed(0)} KB`,
    ),
  ]
}

/** The table. */
export async function entrySizes(): Promise<string> {
  const { name, exports } = JSON.parse(readFileSync(`${PACKAGE_ROOT}/package.json`, 'utf8'))
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'))
  const rows = entries.map((entry) => {
    const full = name + entry.slice(1)
    return row(`\`${full}\``, `export * from '${full}'`, entry === './node' ? 'node' : 'workerd')
  })
  const alone = ALONE.map(([what, entry]) =>
    row(
      `\`${what}\` of \`${name}/${entry}\``,
      `export { ${what} } from '${name}/${entry}'`,
      'workerd',
    ),
  )
  return table(['import', 'minified', 'gzipped'], await Promise.all([...rows, ...alone]))
}

if (import.meta.main) console.log(await entrySizes())
