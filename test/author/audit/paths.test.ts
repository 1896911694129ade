/** The pages that an audit asks for are such as a site links to. */
import { expect, it } from 'vitest'
import { choosePaths } from '../../../src/author/audit/paths.ts'

it('asks for a path that a pattern matches, and for no odd spelling', () => {
  const written = ['/a/*/b$', '/*.pdf$', '/news/*', '//old', '/./x', '/y/..', '/logout', '/*?q=']
  const patterns = written.map((pattern) => ({ prohibits: true, pattern }))
  const paths = choosePaths({ patterns, listed: [], answersOf: String, mayAsk: () => true })
  expect(paths).toEqual(['/', '/a/a/b', '/a.pdf', '/news/'])
})
