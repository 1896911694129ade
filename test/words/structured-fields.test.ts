import fc from 'fast-check'
import * as theirs from 'structured-headers'
import { expect, test } from 'vitest'
import { FieldReader, memberText, parseDictionary } from '../../src/words/structured-fields.ts'

const WRITTEN = [
  '"a \\"quoted\\" \\\\ text";key="x";req',
  'token/1;a=?0;b=?1;c',
  ':AP8=:;len=2',
  '@1659578233',
  '-12.500;q=0.25;n=1.0;i=999999999999999',
  '%"f%c3%bc%25 %22"',
]

const itemIn = (text: string) => memberText(new FieldReader(text).only())

test.each(WRITTEN)('%s is written as the package writes it', (text) => {
  expect(itemIn(text)).toBe(theirs.serializeItem(theirs.parseItem(text)))
})

test('a control character has two digits, which the package forgets', () => {
  expect(itemIn('%"%01"')).toBe('%"%01"')
})

test('a date may have parameters, which the package forgets', () => {
  expect(itemIn('@1;a')).toBe('@1;a')
})

test.each([
  '',
  'a b',
  '1234567890123456',
  '1.',
  '"a',
  '"é"',
  ':A:',
  '%"%FF"',
  '%"%ff"',
  '(1)',
  'a;1',
])('%s is no item', (text) => expect(() => itemIn(text)).toThrow())

test('any pieces of fields are read as the package reads them', () => {
  const pieces = [
    'a',
    'b=',
    '=',
    '"x"',
    '"a\\"b"',
    '"',
    '\\',
    ';k',
    '; k=1',
    ';tag="web-bot-auth"',
    '(',
    ')',
    ' ',
    '\t',
  ]
  const values = [
    ',',
    ', ',
    '1',
    '-1',
    '12.5',
    '1.0',
    '999999999999999',
    '1234567890123456',
    ':AP8=:',
    ':A:',
    '?1',
    '?',
  ]
  const others = [
    '%"f%c3%bc"',
    '%"',
    'tok/en',
    '*x',
    's=("@authority" "a";key="s");created=1',
    'é',
    'A',
    '%',
    '-',
    '.',
  ]
  const read = <T>(parse: () => T) => {
    try {
      return parse()
    } catch {
      return 'none'
    }
  }
  const written = (member: theirs.Item | theirs.InnerList) =>
    theirs.isInnerList(member) ? theirs.serializeInnerList(member) : theirs.serializeItem(member)
  const property = fc.property(
    fc.array(fc.constantFrom(...pieces, ...values, ...others), { maxLength: 8 }),
    (parts) => {
      const text = parts.join('')
      const ours = read(() =>
        Array.from(parseDictionary(text), ([key, member]) => [key, memberText(member)]),
      )
      expect(ours).toEqual(
        read(() =>
          Array.from(theirs.parseDictionary(text), ([key, member]) => [key, written(member)]),
        ),
      )
      expect(read(() => itemIn(text))).toEqual(read(() => written(theirs.parseItem(text))))
    },
  )
  fc.assert(property, { numRuns: 20_000 })
})
