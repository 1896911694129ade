/**
 * What the entries of the library export: whole, and with words for each name.
 */
import { expect, test } from 'vitest'
import { ENTRY_FILES, publicExports } from '../../docs/generate/public-api.ts'

test.each(Object.keys(ENTRY_FILES))('%s exports each type that its signatures show', (entry) => {
  const all = publicExports(entry)
  const exported = new Set(all.map(({ id }) => id))
  const lacking = all.flatMap(({ name, shown }) =>
    shown.filter((id) => !exported.has(id)).map((id) => `${name} shows ${id}`),
  )
  expect(all.length).toBeGreaterThan(0)
  expect(lacking).toEqual([])
})

test.each(Object.keys(ENTRY_FILES))('%s says of each name what it is', (entry) => {
  const silent = publicExports(entry).filter(({ comment }) => comment === '')
  expect(silent.map(({ name, id }) => `${name}: ${id}`)).toEqual([])
})
