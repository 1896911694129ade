/**
 * ACAP059: a word of readers is no crawler's name, in routes of site.toml either (I1).
 */
import { expect, test } from 'vitest'
import { readSite } from '../../src/language/site/read-site.ts'

const codesOf = (name: string) => {
  const toml = `hosts = ["a.test"]\n[[route]]\nmatch = "/a/"\nfields = ["${name}: disallow-index", "${name}: disallow-follow"]\n`
  const { findings } = readSite(
    'a',
    new Map(Object.entries({ 'robots.txt': 'User-agent: *\n', 'site.toml': toml })),
  )
  return findings.filter(({ code }) => code === 'ACAP059').map(({ message }) => message)
}

test('[I1] a field of a route that names a word of readers is reported once, and others are not', () => {
  expect(codesOf('Safari')).toEqual([expect.stringMatching(/^`safari` is a word that browsers/i)])
  expect([...codesOf('GPTBot'), ...codesOf('robots')]).toEqual([])
})

test('a letter and a number are no words', () => {
  expect(codesOf('P')).toEqual([expect.stringContaining('`p` is a single letter:')])
  expect(codesOf('12')).toEqual([expect.stringContaining('`12` is a number:')])
})
