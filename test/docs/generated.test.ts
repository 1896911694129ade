import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCUMENTS } from '../../docs/generate.ts'

test.each(Object.keys(DOCUMENTS))('docs/%s is what `npm run docs` writes', (path) => {
  expect(readFileSync(`${import.meta.dirname}/../../docs/${path}`, 'utf8')).toBe(
    DOCUMENTS[path]?.(),
  )
})
