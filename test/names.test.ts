/**
 * The names that files of src export: each has one meaning, and each is needed elsewhere.
 */
import { expect, it } from 'vitest'
import { exportedNames, importedNames, SHARED_NAMES } from './support/house/exported-names.ts'
import { sourceFiles } from './support/house/source-files.ts'

const source = sourceFiles('src')
const declared = source.flatMap(exportedNames)

it('one exported name is declared in one file', () => {
  const byName = new Map<string, Set<string>>()
  for (const { name, path } of declared) byName.set(name, (byName.get(name) ?? new Set()).add(path))
  const several = [...byName].filter(([, paths]) => paths.size > 1)
  const wrong = several.filter(([name]) => !Object.hasOwn(SHARED_NAMES, name))
  expect(wrong.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
  expect(several.map(([name]) => name).sort()).toEqual(Object.keys(SHARED_NAMES))
})

it('a file exports only what another imports', () => {
  const files = [...source, ...['test', 'bench', 'docs'].flatMap(sourceFiles)]
  const imported = new Set(files.flatMap(importedNames))
  const idle = declared.filter(
    ({ path, name }) => !imported.has(`${path} ${name}`) && !imported.has(`${path} *`),
  )
  expect(idle.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})
