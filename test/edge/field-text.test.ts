import fc from 'fast-check'
import {
  type InnerList,
  type Item,
  parseDictionary,
  parseItem,
  serializeInnerList,
  serializeItem,
} from 'structured-headers'
import { expect, test } from 'vitest'
import { innerListText, itemText } from '../../src/edge/identity/signature-base.ts'

const WRITTEN = [
  '"a \\"quoted\\" \\\\ text";key="x";req',
  'token/1;a=?0;b=?1;c',
  ':AP8=:;len=2',
  '@1659578233',
  '-12.500;q=0.25;n=1.0;i=999999999999999',
  '%"f%c3%bc%25 %22"',
]

test.each(WRITTEN)('%s is written as the package writes it', (text) => {
  const item = parseItem(text)
  expect(itemText(item)).toBe(serializeItem(item))
})

test('a control character has two digits, which the package forgets', () => {
  expect(itemText(parseItem('%"%01"'))).toBe('%"%01"')
})

test('inner lists are written as the package writes them', () => {
  const list = parseDictionary(`sig=(${WRITTEN.slice(0, 3).join(' ')});created=1;keyid="k"`).get('sig') as InnerList
  expect(innerListText(list)).toBe(serializeInnerList(list))
})

test('any item that can be read is written as the package writes it', () => {
  const bare = fc.oneof(
    fc.stringMatching(/^[ -~]{0,20}$/),
    fc.integer({ min: -1e12, max: 1e12 }),
    fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000),
    fc.boolean(),
  )
  const keys = fc.stringMatching(/^[a-z][a-z0-9_*.-]{0,5}$/)
  const property = fc.property(bare, fc.array(fc.tuple(keys, bare), { maxLength: 3 }), (value, parameters) => {
    const item: Item = [value, new Map(parameters)]
    const read = parseItem(serializeItem(item))
    expect(itemText(read)).toBe(serializeItem(read))
  })
  fc.assert(property, { numRuns: 1000 })
})
