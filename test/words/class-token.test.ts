import { expect, test } from 'vitest'
import { readClassToken } from '../../src/words/usage-name.ts'

test.each([
  ['the-acap:allow-index', 'allow', 'index'],
  ['the-acap:disallow-present-snippet', 'disallow', 'present-snippet'],
  ['The-ACAP:Disallow-Index', 'disallow', 'index'],
  ['the-acap:allow-present-links', 'allow', 'present-link'],
])('[E1] %s', (token, effect, usage) => {
  expect(readClassToken(token)).toEqual({ effect, usage })
})

test.each([
  '',
  'teaser',
  'the-acap:allow-',
  'the-acap:allow-cache',
  'the-acap:allow-(mine)',
  'x-the-acap:allow-index',
])('[E1] `%s` is not a class token of ACAP', (token) => {
  expect(readClassToken(token)).toBeNull()
})
