/**
 * Code that documents show bundles against the library's own exports, so every name in it is there; and what a `text`
 * block below it shows is what it prints. What begins with its imports compiles in strict TypeScript.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { fits } from '../support/house/console-blocks.ts'
import { documents, partsOf, textOf } from '../support/house/markdown.ts'

const SOURCES = {
  'acap-edge/policy': 'src/policy.ts',
  'acap-edge/robots': 'src/robots.ts',
  'acap-edge/robots/full': 'src/robots-full.ts',
  'acap-edge/analysis': 'src/analysis.ts',
  'acap-edge/registry': 'src/registry.ts',
  'acap-edge/worker': 'src/doors/workers/index.ts',
  'acap-edge/node': 'src/node.ts',
  'acap-edge/hono': 'src/doors/hono/node.ts',
  'acap-edge/fastify': 'src/doors/fastify/index.ts',
  'acap-edge': 'src/index.ts',
}
const alias = Object.fromEntries(
  Object.entries(SOURCES).map(([name, path]) => [name, join(PACKAGE_ROOT, path)]),
)

// The reference shows declarations, not programs.
const guides = documents().filter((document) => !document.startsWith('docs/api/'))
const snippets = guides.flatMap((document) => {
  const parts = partsOf(textOf(document))
  return parts.flatMap((part, i) => {
    if (part.kind !== 'fence' || part.language !== 'ts') return []
    const next = parts[i + 1]
    const isOutput =
      next?.kind === 'fence' &&
      next.language === 'text' &&
      next.line === part.line + part.lines.length + 3
    return [
      [`${document}:${part.line}`, part.lines.join('\n'), isOutput ? next.lines : null] as const,
    ]
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
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    input: outputFiles[0]!.text,
    encoding: 'utf8',
  })
  if (!fits(stdout, shown)) expect(stdout + stderr).toBe(`${shown.join('\n')}\n`)
})

test('those of robots, policy, analysis and registry are plain JavaScript', async () => {
  const plain = snippets.filter(([, contents]) =>
    /from 'acap-edge\/(?:robots|policy|analysis|registry)/.test(contents),
  )
  expect(plain.length).toBeGreaterThan(9)
  for (const [, contents] of plain) await transform(contents, { loader: 'js' })
})

test('they compile in strict TypeScript', { timeout: 60_000 }, () => {
  // Inside the project, where its packages are found.
  mkdirSync(join(PACKAGE_ROOT, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(PACKAGE_ROOT, 'dist', 'snippets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const whole = snippets.filter(([, contents]) => contents.startsWith('import '))
  const files = whole.map(([place, contents]) => {
    const name = `${place.replace(/\W+/g, '-')}.ts`
    writeFileSync(join(folder, name), contents)
    return name
  })
  const compilerOptions = {
    paths: Object.fromEntries(Object.entries(alias).map(([name, path]) => [name, [path]])),
    noUncheckedIndexedAccess: false,
  }
  files.push(join(PACKAGE_ROOT, 'src/doors/workers/data-modules.d.ts'))
  const config = {
    extends: join(PACKAGE_ROOT, 'tsconfig.json'),
    compilerOptions,
    files,
    include: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(join(PACKAGE_ROOT, 'node_modules', '.bin', 'tsc'), ['-p', folder], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})
