/**
 * What the entries of the library export: whole, and with words for each name.
 */
import { expect, test } from 'vitest'
import { API_PAGES } from '../../docs/generate/api-reference.ts'
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

test.each(Object.keys(ENTRY_FILES))('%s shows how each function is called', (entry) => {
  const functions = publicExports(entry).filter(({ kind }) => kind === 'function')
  const lacking = functions.flatMap(({ name, comment, signature }) => [
    ...(comment.includes('@example') ? [] : [`${name} has no example`]),
    ...parametersIn(signature).flatMap((each) =>
      comment.includes(`@param ${each} `) ? [] : [`${name} does not say what \`${each}\` is`],
    ),
  ])
  expect(lacking).toEqual([])
})

test('the reference shows values, not the tables that types are made of', () => {
  const pages = Object.entries(API_PAGES).filter(([page]) => page !== 'api/README.md')
  const hidden = pages.flatMap(([page, make]) =>
    [...make().matchAll(/typeof [A-Z_]+/g)].map(([written]) => `${page}: ${written}`),
  )
  expect(hidden).toEqual([])
  const policy = API_PAGES['api/acap-edge-policy.md']!()
  expect(policy).toContain("type Severity = 'error' | 'warning' | 'note'")
  expect(policy).toContain("type VocabularyName =\n  | 'acap'\n")
  expect(policy).toContain("readonly takeDownQuery: 'exact' | 'any'")
})

/** What callers write as an object: its optional members name their defaults. */
const WRITTEN = /(?:Options|Question|Facts|Rules?|Texts|Fields|New\w+)$/

test.each(Object.keys(ENTRY_FILES))('%s has a default for what may be left out', (entry) => {
  const written = publicExports(entry).filter((each) => WRITTEN.test(each.name))
  const lacking = written.flatMap(({ name, kind, signature }) =>
    kind !== 'type'
      ? []
      : [...signature.matchAll(MEMBER)].flatMap(([, comment = '', member]) =>
          comment.includes('@default') ? [] : [`${name}.${member}`],
        ),
  )
  expect(lacking).toEqual([])
})

const MEMBER = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly (\w+)\?:/g

/** The names of a function's parameters. */
function parametersIn(signature: string): readonly string[] {
  const [, inner = ''] = /^[^(]*\(([\s\S]*)\)/.exec(signature) ?? []
  const flat = inner.replace(/\{[^{}]*\}|<[^<>]*>|\([^()]*\)(?: => \w+)?/g, '')
  return flat.split(',').flatMap((each) => /^\s*(\w+)\??\s*:/.exec(each)?.[1] ?? [])
}
