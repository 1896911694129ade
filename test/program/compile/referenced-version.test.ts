/**
 * Groups of a referenced file are read by that file's own Robot-version (X1, R11).
 */
import { expect, it } from 'vitest'
import { rulingFor } from '../../../src/decide/decide.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { readFiles } from '../../support/author/served-robots.ts'

const REFERENCE = 'ACAP-crawler: *\nACAP-permissions-reference: /p.txt\n'
const OLD = 'User-agent: *\nRobot-version: 2.0.0\n'
const NEW = 'User-agent: *\n'

function asking(robots: string, other: string) {
  const { policy } = readFiles({ 'robots.txt': robots + REFERENCE, 'p.txt': other })
  const site = compile(policy, { served: false, files: [], servedLine: () => undefined })
  return (target: string) => rulingFor(site, { userAgent: 'wren/1', target, now: 0 }).outcome
}

it.each([
  ['the referenced file', NEW, OLD, '/theirs/', '/ours/'],
  ['robots.txt', OLD, NEW, '/ours/', '/theirs/'],
])('[X1] the version of %s is its own', (_, ours, theirs, old, own) => {
  const ask = asking(`${ours}Disallow: /ours/\n`, `${theirs}Disallow: /theirs/\n`)
  // Without a glob, a path of 1996 must equal the whole target.
  expect([ask(old), ask(`${old}x`)]).toEqual(['prohibited', 'permitted'])
  expect([ask(own), ask(`${own}x`)]).toEqual(['prohibited', 'prohibited'])
})

it('[X1] an experimental version hides the groups of its own file alone', () => {
  const ask = asking(
    'User-agent: *\nDisallow: /ours/\n',
    'User-agent: *\nRobot-version: 2.1\nDisallow: /theirs/\n',
  )
  expect([ask('/ours/x'), ask('/theirs/x')]).toEqual(['prohibited', 'permitted'])
})
