/** Names may be anybody's: a line break in one begins no line of output, where a runner of workflows would obey it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSite, loadSites } from '../../src/author/files/load-site.ts'
import { faultText, UsageError } from '../../src/base/faults.ts'
import { shellWord } from '../../src/base/printable.ts'
import { readSiteConfig } from '../../src/language/site/site.ts'
import { acap, folderWith } from '../support/cli/acap.ts'

const FORGED = 'a\n::error::forged'

test('a fault is one line, and so is its help', () => {
  expect(faultText(`\`${FORGED}\` does not exist`, `known: ${FORGED}`)).toBe(
    'acap: `a ::error::forged` does not exist\nhelp: known: a ::error::forged\n',
  )
})

test('a word for the shell is one line', () => {
  expect(shellWord(FORGED)).toBe("$'a\\x0a::error::forged'")
  expect(shellWord("it's")).toBe("'it'\\''s'")
})

test.each([
  [FORGED, 'robots.txt'],
  ['a.test', 'permissions\r.txt'],
])('a site %j with a file %j is refused', (site, file) => {
  const root = folderWith({ 'policies/b/robots.txt': '' })
  mkdirSync(join(root, 'policies', site))
  for (const name of ['robots.txt', file]) writeFileSync(join(root, 'policies', site, name), '')
  expect(() => loadSites(join(root, 'policies'))).toThrow(UsageError)
  expect(() => loadSite(join(root, 'policies', site))).toThrow(/control character/)
})

test.each([
  '[crawlers."x\\n::error::y"]\ncategory = "search"\n',
  '[refuse]\ncontact = "a@b.test\\n::error::y"\n',
  '[[route]]\nmatch = "/a\\n::error::y"\n',
])('site.toml with %j has an error', (toml) => {
  const { findings } = readSiteConfig(`hosts = ["a.test"]\n${toml}`)
  expect(findings.map(({ severity }) => severity)).toContain('error')
})

test.each([
  ['explain', FORGED, '/x', '--as', 'GPTBot'],
  ['check', FORGED],
  ['init', FORGED, '--preset', 'news'],
  ['diff', FORGED, 'policies'],
])('acap %s says nothing in the name’s words alone', (...command) => {
  const cwd = folderWith({
    'policies/b/robots.txt': '',
    'policies/b/site.toml': 'hosts = ["b.test"]\n',
  })
  const { out, err, code } = acap(command, { cwd })
  expect(code).toBe(2)
  expect(`${out}${err}`).not.toMatch(/^\s*::/m)
})
