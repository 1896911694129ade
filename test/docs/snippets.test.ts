/**
 * Code that documents show bundles against the library's own exports, so every name in it is there. It uses no types.
 */
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { documents, partsOf, textOf } from '../support/markdown.ts'

const SOURCES = {
  'acap-edge': 'src/index.ts',
  'acap-edge/language': 'src/language/index.ts',
  'acap-edge/compile': 'src/compile/index.ts',
  'acap-edge/engine': 'src/engine/index.ts',
  'acap-edge/pacer': 'src/edge/pacer.ts',
}
const alias = Object.fromEntries(Object.entries(SOURCES).map(([name, path]) => [name, join(PACKAGE_ROOT, path)]))

const snippets = documents().flatMap((document) =>
  partsOf(textOf(document)).flatMap((part) =>
    part.kind === 'fence' && part.language === 'ts'
      ? [[`${document}:${part.line}`, part.lines.join('\n')] as const]
      : [],
  ),
)

test.each(snippets)('%s', async (_place, contents) => {
  const { errors } = await build({
    stdin: { contents, loader: 'js', resolveDir: PACKAGE_ROOT },
    bundle: true,
    write: false,
    logLevel: 'silent',
    format: 'esm',
    alias,
    external: ['*.bin', 'cloudflare:*'],
  })
  expect(errors).toEqual([])
})
