/**
 * Edits of a robots.txt: what is edited reads back, and every other byte is the same (R6).
 */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  addGroup,
  addRecord,
  insertAfter,
  insertBefore,
  remove,
  renameCrawler,
  setValue,
} from '../../src/language/text/edit.ts'
import { print } from '../../src/language/text/print.ts'
import { fieldName, fieldValue, parse, type Tree } from '../../src/language/text/tree.ts'
import { runs } from '../support/runs.ts'

const textOf = (tree: Tree) => new TextDecoder().decode(print(tree))
const TEXT = 'User-agent: a # one\r\nDisallow:#none\r\nAllow: /x\r\n'
const lineOf = (tree: Tree, number: number) => tree.lines[number - 1]!

describe('an edit', () => {
  const tree = parse(TEXT)
  const odd = parse('Disallow /y-z: a')

  test.each([
    ['sets a value', setValue(tree, lineOf(tree, 1), 'b c'), TEXT.replace(': a', ': b c')],
    ['sets an empty value', setValue(tree, lineOf(tree, 2), '/'), TEXT.replace(':#', ': / #')],
    ['inserts before', insertBefore(tree, lineOf(tree, 1), '# x'), `# x\r\n${TEXT}`],
    ['inserts lines', insertAfter(tree, lineOf(tree, 3), '\nA: b'), `${TEXT}\r\nA: b\r\n`],
    ['removes', remove(tree, lineOf(tree, 2)), TEXT.replace('Disallow:#none\r\n', '')],
    [
      'adds a group',
      addGroup(tree, { userAgent: ['b', 'c'], disallow: ['/r/'], allow: ['/'] }),
      `${TEXT}\r\nUser-agent: b\r\nUser-agent: c\r\nAllow: /\r\nDisallow: /r/\r\n`,
    ],
    [
      'adds a record',
      addRecord(tree, { crawler: 'b', fields: ['disallow-crawl: /r/'] }),
      `${TEXT}\r\nACAP-crawler: b\r\nACAP-disallow-crawl: /r/\r\n`,
    ],
    ['renames a crawler', renameCrawler(tree, 'A', 'Zork'), TEXT.replace(': a', ': Zork')],
    ['renames nobody', renameCrawler(tree, 'zork', 'b'), TEXT],
  ])('%s', (_, edited, text) => {
    expect(textOf(edited)).toBe(text)
    expect(textOf(tree)).toBe(TEXT)
  })

  it('keeps the names of the last group apart from those of a new one', () => {
    const edited = addGroup(parse('User-agent: a'), { userAgent: 'b' })
    expect(edited.blocks.map(({ names }) => names.length)).toEqual([1, 1])
  })

  it('begins an empty file, and ends the last line of another', () => {
    expect(textOf(addGroup(parse(''), { userAgent: '*' }))).toBe('User-agent: *\nDisallow:\n')
    const tree = parse('Allow: /')
    expect(textOf(insertAfter(tree, lineOf(tree, 1), 'x'))).toBe('Allow: /\nx')
  })

  test.each([
    [
      'a line end',
      () => setValue(tree, lineOf(tree, 1), 'b\nAllow: /'),
      'must not have a line end',
    ],
    ['a comment', () => setValue(tree, lineOf(tree, 1), '/#b'), 'begins a comment'],
    [
      'a line end in a group',
      () => addGroup(tree, { userAgent: 'b\rc' }),
      'must not have a line end',
    ],
    ['a line of another tree', () => remove(tree, lineOf(parse(TEXT), 1)), 'one of `tree.lines`'],
    [
      'no fields',
      () => addRecord(tree, { crawler: 'b', fields: [] }),
      'needs `crawler` and `fields`',
    ],
    [
      'a value without which the line is another field',
      () => setValue(odd, lineOf(odd, 1), ''),
      'would be read as another field',
    ],
  ])('with %s is a TypeError', (_, edit, message) => {
    expect(edit).toThrow(TypeError)
    expect(edit).toThrow(message)
  })
})

const piece = fc.constantFrom(
  ...[
    'User-agent: a',
    'ACAP-crawler: b',
    'Disallow: /x',
    'Allow:',
    'Disallow /y',
    'ACAP-allow-crawl /',
    'Foo: bar',
  ],
  ...[
    '# c',
    ' # d',
    '\n',
    '\r\n',
    '\r',
    ' ',
    'ä',
    'User–agent: z',
    ':',
    'Sitemap:https://x.test/\u{1f600}',
  ],
)
const file = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(piece, fc.constantFrom('\n', '\r\n', '')), { maxLength: 12 }),
  )
  .map(([hasBom, parts]) => (hasBom ? '\ufeff' : '') + parts.flat().join(''))
/** With octets that are no UTF-8, or without. */
const octets = fc.tuple(file, fc.nat(200), fc.boolean()).map(([text, at, isBroken]) => {
  const bytes = [...new TextEncoder().encode(text)]
  if (isBroken && bytes.length > 3) bytes.splice(3 + (at % (bytes.length - 2)), 0, 0xe4)
  return Uint8Array.from(bytes)
})

test('an edit reads back, and leaves the octets of all other lines as they were', () => {
  const octetText = (tree: Tree) =>
    Array.from(print(tree), (octet) => String.fromCharCode(octet)).join('')
  /** What stands before a line, and what stands behind it. */
  const around = (tree: Tree, number: number) => {
    const lines = octetText(tree).match(/[^\r\n]*(?:\r\n|\r|\n|$)/g)!
    return [lines.slice(0, number - 1).join(''), lines.slice(number).join('')] as const
  }
  const value = fc.constantFrom('/q', 'zork bot', '', 'ä', '/a?b=c:d', '  /t ')
  fc.assert(
    fc.property(octets, fc.nat(), value, (bytes, choice, text) => {
      const tree = parse(bytes)
      if (tree.lines.length === 0) return
      const line = tree.lines[choice % tree.lines.length]!
      const { number } = line
      const [before, behind] = around(tree, number)
      const bom = number === 1 && tree.source.bom ? '\u00ef\u00bb\u00bf' : ''
      expect(octetText(remove(tree, line))).toBe(bom + before + behind)
      const inserted = insertBefore(tree, line, 'X-test: 1')
      expect(fieldValue(inserted, lineOf(inserted, number))).toBe('1')
      expect(octetText(inserted).startsWith(`${bom}${before}X-test: 1`)).toBe(true)
      expect(octetText(inserted).endsWith(octetText(tree).slice((bom + before).length))).toBe(true)
      if ((line.kind !== 'field' && line.kind !== 'unknown') || line.field?.value === 'nothing')
        return
      // `Disallow /y:z: a` with another value may be a Disallow without its colon: a TypeError.
      if (line.kind === 'unknown' && / /.test(fieldName(tree, line))) return
      const edited = setValue(tree, line, text)
      expect(fieldValue(edited, lineOf(edited, number))).toBe(text.trim())
      expect(around(edited, number)).toEqual([before, behind])
      expect(lineOf(edited, number).field?.name).toBe(line.field?.name)
    }),
    { numRuns: runs(500, 20_000) },
  )
})
