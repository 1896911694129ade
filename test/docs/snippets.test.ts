/**
 * Code that documents show bundles against the library's own exports, so every name in it is there; and what a `text`
 * block below it shows is what it prints. It uses no types.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { fits } from '../support/console-blocks.ts'
import { documents, partsOf, textOf } from '../support/markdown.ts'

const SOURCES = {
  'acap-edge/language': 'src/language/index.ts',
  'acap-edge/compile': 'src/compile/index.ts',
  'acap-edge/engine': 'src/engine/index.ts',
  'acap-edge/enforce': 'src/enforce/index.ts',
  'acap-edge/publish': 'src/publish/index.ts',
  'acap-edge/convert': 'src/convert/index.ts',
  'acap-edge/analysis': 'src/analysis/index.ts',
  'acap-edge/registry': 'src/registry.ts',
  'acap-edge/may-fetch': 'src/may-fetch.ts',
  'acap-edge/pacer': 'src/platforms/workers/pacer.ts',
  'acap-edge': 'src/index.ts',
}
const alias = Object.fromEntries(Object.entries(SOURCES).map(([name, path]) => [name, join(PACKAGE_ROOT, path)]))

const snippets = documents().flatMap((document) => {
  const parts = partsOf(textOf(document))
  return parts.flatMap((part, i) => {
    if (part.kind !== 'fence' || part.language !== 'ts') return []
    const next = parts[i + 1]
    const isOutput =
      next?.kind === 'fence' && next.language === 'text' && next.line === part.line + part.lines.length + 3
    return [[`${document}:${part.line}`, part.lines.join('\n'), isOutput ? next.lines : null] as const]
  })
})

test.each(snippets)('%s', async (_place, contents, shown) => {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'ts', resolveDir: PACKAGE_ROOT },
    bundle: true,
    write: false,
    logLevel: 'silent',
    format: 'esm',
    alias,
    external: ['*.bin', 'cloudflare:*', 'node:*'],
  })
  if (shown === null) return
  const args = ['--input-type=module', '-']
  const { stdout, stderr } = spawnSync(process.execPath, args, { input: outputFiles[0]!.text, encoding: 'utf8' })
  if (!fits(stdout, shown)) expect(stdout + stderr).toBe(`${shown.join('\n')}\n`)
})
