/** Globs of the standard of 1996. */
import { expect, it } from 'vitest'
import { plainestPath } from '../../src/words/glob.ts'

it.each([
  ['/a*b', '/ab'],
  ['/a?[b-d]', '/axb'],
  ['/[!a-z]\\*', '/0%2A'],
])('[X1] the plainest path that %s matches is %s', (glob, path) => {
  expect(plainestPath(glob)).toBe(path)
})
