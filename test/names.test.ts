/**
 * The names that files of src export: each has one meaning, and each is needed elsewhere.
 */
import { expect, it } from 'vitest'
import { exportedNames, importedNames } from './support/exported-names.ts'
import { sourceFiles } from './support/source-files.ts'

const source = sourceFiles('src')
const declared = source.flatMap(exportedNames)

/** Names of one thing that several files have to make. */
const SHARED: Readonly<Record<string, string>> = {
  acap: 'the middleware, for Workers and for Node, and the plugin',
  edge: 'the edge in the shape of the web, for Workers and for Node',
  robots: 'a robots.txt, without ACAP and with it',
  robotsOf: 'the answer to a request for one, without ACAP and with it',
}

it('one exported name is declared in one file', () => {
  const byName = new Map<string, Set<string>>()
  for (const { name, path } of declared) byName.set(name, (byName.get(name) ?? new Set()).add(path))
  const several = [...byName].filter(([, paths]) => paths.size > 1)
  const wrong = several.filter(([name]) => !Object.hasOwn(SHARED, name))
  expect(wrong.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
  expect(several.map(([name]) => name).sort()).toEqual(Object.keys(SHARED))
})

it('a file exports only what another imports', () => {
  const files = [...source, ...['test', 'bench', 'docs'].flatMap(sourceFiles)]
  const imported = new Set(files.flatMap(importedNames))
  const idle = declared.filter(
    ({ path, name }) => !imported.has(`${path} ${name}`) && !imported.has(`${path} *`),
  )
  expect(idle.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})
