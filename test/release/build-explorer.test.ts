/** What the desk loads for its first view: bytes of the built files, as a server would compress them. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { CATALOG } from '../../src/language/findings/diagnostic.ts'
import { buildExplorer } from '../support/explorer/explorer-page.ts'

const MOST_BYTES = 200_000
const START = ['index.html', 'explorer.css', 'icon.svg', 'main.js', 'background-worker.js']

const built = buildExplorer()
afterAll(() => rmSync(built, { recursive: true }))

const textOf = (name: string) => readFileSync(join(built, name), 'utf8')

/** The files of the first view: what is imported at once, and not what a view imports when it is opened. */
function firstFiles(): ReadonlySet<string> {
  const names = new Set(START)
  for (const name of names)
    for (const [, chunk] of textOf(name).matchAll(/(?:from|import)"\.\/(chunk-\w+\.js)"/g))
      names.add(chunk!)
  return names
}

test('the first view has at most 200 KB, and the editor is no part of it', () => {
  const names = [...firstFiles()]
  expect(names.length).toBeGreaterThan(START.length)
  const bytes = names.map((name) => gzipSync(readFileSync(join(built, name))).length)
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(MOST_BYTES)
  expect(names.map(textOf).join('')).not.toContain('cm-content')
})

test('no script holds what findings mean at length', () => {
  const scripts = readdirSync(built).filter((name) => name.endsWith('.js'))
  const all = scripts.map(textOf).join('\n')
  const held = Object.values(CATALOG).filter(({ explain }) => all.includes(explain.slice(0, 60)))
  expect(held).toEqual([])
})
