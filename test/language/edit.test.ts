/**
 * Edits of a robots.txt: what is edited reads back, and every other byte is the same (R6).
 */
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
import { robotsText } from '../../src/language/text/robots-text.ts'
import { parse, type Tree } from '../../src/language/text/tree.ts'

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
    const group = { userAgent: 'b', disallow: '/', crawlDelay: 5 }
    expect(textOf(addGroup(parse(''), group))).toBe(robotsText({ rules: group }))
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
      'must be a string without line ends',
    ],
    ['a group of nobody', () => addGroup(tree, { userAgent: ' ' }), 'names nobody'],
    ['a record of nobody', () => addRecord(tree, { crawler: '', fields: ['a: /'] }), 'needs'],
    [
      'a misspelt member, which would open the site',
      () => addGroup(tree, { userAgent: 'b', disalow: ['/'] } as never),
      'unknown member `disalow`',
    ],
    [
      'a path that never matches',
      () => addGroup(tree, { userAgent: 'b', disallow: ['a'] }),
      'addGroup: `Disallow: a` never matches',
    ],
    ['an empty name', () => renameCrawler(tree, 'a', ' '), '`to` must be a name that is not empty'],
    ['a comment as name', () => renameCrawler(tree, 'a', 'b#c'), 'renameCrawler: `#` begins'],
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
