import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMeta } from '../../src/words/meta-issues.ts'
import { readQualifiers } from '../../src/words/qualifier-issues.ts'
import { qualifierRow } from '../../src/words/qualifier-table.ts'
import type { Qualifier } from '../../src/words/restriction.ts'
import { needsVersionTag, VERSION_CONTENT, writeMeta } from '../../src/words/write-meta.ts'
import { writeQualifier } from '../../src/words/write-qualifier.ts'
import { WRITABLE } from '../support/language/generate-qualifiers.ts'

const read = (contents: readonly string[]) =>
  readMeta([VERSION_CONTENT, ...contents].map((content) => ({ name: 'robots', content }))).fields

test('[E1] what is written is read as the same data, and is ASCII', () => {
  fc.assert(
    fc.property(WRITABLE, ({ words, ...field }) => {
      const contents = writeMeta({ ...field, words })
      expect(contents.join('')).toMatch(/^[\x20-\x7e]+$/)
      expect(read(contents)).toMatchObject([field])
    }),
    { numRuns: 3000 },
  )
})

test('[V4] the version tag is asked for exactly where 1.0 would ignore the tag', () => {
  fc.assert(
    fc.property(WRITABLE, (field) => {
      for (const content of writeMeta(field)) {
        expect(needsVersionTag(content)).toBe(
          readMeta([{ name: 'robots', content }]).fields.length === 0,
        )
      }
    }),
    { numRuns: 1000 },
  )
})

describe('[Q5] every example of RESTRICTIONS.md can be written and is read as itself', () => {
  const table = readFileSync(`${import.meta.dirname}/../conformance/RESTRICTIONS.md`, 'utf8')
  const examples = [...table.matchAll(/\| `(\{"type".*\})` \|$/gm)].map(([, json]) => json ?? '')

  test('the table has examples', () => expect(examples).toHaveLength(24))

  test.each(examples)('%s', (json) => {
    const example = JSON.parse(json) as Qualifier
    const usage = qualifierRow(example.type)?.usages[0] ?? 'crawl'
    const written = writeQualifier(example).join(' ')
    expect(readQualifiers(written, usage, '1.1', 'robots').qualifiers).toEqual([example])
  })
})

test('a field for several purposes is a tag for each', () => {
  const field = {
    effect: 'allow',
    usage: 'index',
    purposes: ['news', 'sport'],
    words: [],
    uninterpretable: false,
  } as const
  expect(writeMeta(field)).toEqual(['ACAP news allow-index', 'ACAP sport allow-index'])
})

test('[Q4] a permission that reads as a prohibition is written as one', () => {
  const field = {
    effect: 'allow',
    usage: 'index',
    purposes: [],
    words: ['time-limit=3-days'],
    uninterpretable: true,
  } as const
  expect(writeMeta(field)).toEqual(['ACAP disallow-index'])
})

test('canonical spellings', () => {
  const qualifiers: readonly Qualifier[] = [
    { type: 'must-use-resource', extract: 'id', names: ['a'] },
    { type: 'must-include-resource', role: 'credit', text: 'By "us", 100%' },
    { type: 'prohibited-modification', values: ['format', 'style'] },
  ]
  expect(qualifiers.flatMap(writeQualifier).join(' ')).toBe(
    'must-use-resource=the-acap:extract:id:a must-include-resource=the-acap:credit:text:By%20%22us%22%2C%20100%25 prohibited-modification=format prohibited-modification=style',
  )
})
