/** Files made to be slow are read in time: a reader that goes back from each place ends at the test's time limit. */
import { expect, test } from 'vitest'
import { worstShapes } from '../../bench/language/files.ts'
import { readText } from '../../src/language/site/read-site.ts'

test.each([...worstShapes(192 * 1024)])('reads a file of %s', { timeout: 10_000 }, (_, text) => {
  expect(readText(text).trees.size).toBe(1)
})
