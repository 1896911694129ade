/**
 * Patterns that are read back from a trie.
 */
import { expect, it } from 'vitest'
import { patternsOf, TrieBuilder } from '../../../src/program/compile/trie-builder.ts'

it('[P1] patterns are those that were added, also of more characters than a call takes arguments', () => {
  const patterns = ['/a', `/a${'b'.repeat(200_000)}`, `/a${'b'.repeat(200_000)}*c$`]
  const builder = new TrieBuilder()
  const root = builder.add(patterns.map((pattern, entry) => ({ pattern, entry })))
  expect(patternsOf(builder.finish(), root)).toEqual(
    patterns.map((pattern, entry) => ({ pattern, entries: [entry] })),
  )
})
