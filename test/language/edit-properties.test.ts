/**
 * Edits of any robots.txt: what is edited reads back, and every other octet is the same (R6).
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addGroup,
  addRecord,
  insertAfter,
  insertBefore,
  remove,
  renameCrawler,
  setValue,
} from '../../src/language/text/edit.ts'
import type { Line } from '../../src/language/text/lines.ts'
import { print } from '../../src/language/text/print.ts'
import { fieldName, fieldValue, parse, type Tree } from '../../src/language/text/tree.ts'
import { runs } from '../support/runs.ts'

const lineOf = (tree: Tree, number: number) => tree.lines[number - 1]!

/** `Disallow /y: z` with another value may be a Disallow without its colon: a TypeError, and no other line gives one. */
function valueSet(tree: Tree, line: Line, text: string): Tree | null {
  try {
    return setValue(tree, line, text)
  } catch (fault) {
    expect((fault as Error).message).toContain('would be read as another field')
    expect([line.kind, line.spelling, /[ \t]/.test(fieldName(tree, line))]).not.toEqual([
      'field',
      'plain',
      false,
    ])
    return null
  }
}

const piece = fc.constantFrom(
  ...[
    'User-agent: a',
    'ACAP-crawler: b',
    'Disallow: /x',
    'Allow:',
    'Disallow /y',
    'Disallow /y: z',
    'Crawl delay: 5',
    'foo bar: 1',
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

const octetText = (tree: Tree) =>
  Array.from(print(tree), (octet) => String.fromCharCode(octet)).join('')

test('an edit reads back, and leaves the octets of all other lines as they were', () => {
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
      const edited = valueSet(tree, line, text)
      if (edited === null) return
      expect(fieldValue(edited, lineOf(edited, number))).toBe(text.trim())
      expect(around(edited, number)).toEqual([before, behind])
      expect(lineOf(edited, number).field?.name).toBe(line.field?.name)
    }),
    { numRuns: runs(500, 20_000) },
  )
})

const lineText = fc.constantFrom('X-test: 1', '# a', '', 'Disallow: /q\nAllow: /r', 'ä: ö')

test('an inserted line stands before or behind its line, and every other line is as it was', () => {
  fc.assert(
    fc.property(octets, fc.nat(), lineText, (bytes, choice, text) => {
      const tree = parse(bytes)
      if (tree.lines.length === 0) return
      const at = choice % tree.lines.length
      const own = text.split('\n')
      const all = written(tree)
      const before = insertBefore(tree, tree.lines[at]!, text)
      expect(written(before)).toEqual([...all.slice(0, at), ...own, ...all.slice(at)])
      const behind = written(insertAfter(tree, tree.lines[at]!, text))
      // What is behind the end of the last line is no line.
      const isLost = text === '' && at === all.length - 1 && behind.length === all.length
      if (!isLost) expect(behind).toEqual([...all.slice(0, at + 1), ...own, ...all.slice(at + 1)])
    }),
    { numRuns: runs(300, 20_000) },
  )
})

const token = fc.constantFrom('a', 'zorkbot', 'GPTBot', '*', 'b-c')
const paths = fc.array(fc.constantFrom('/', '/q/', '/a b', '/*?x=', '*/ä', ''), { maxLength: 3 })
const namesOf = (tree: Tree, lines: readonly Line[]) => lines.map((line) => fieldValue(tree, line))

const written = (tree: Tree) =>
  tree.lines.map(({ start, end }) => tree.source.text.slice(start, end))

/** Whether all lines are still there, in their order. */
function keepsLines(tree: Tree, edited: Tree): boolean {
  const all = written(tree)
  return written(edited).reduce((at, line) => (line === all[at] ? at + 1 : at), 0) === all.length
}

test('a group and a record are added at the end, whole, and every other line is as it was', () => {
  fc.assert(
    fc.property(octets, token, paths, paths, (bytes, userAgent, allow, disallow) => {
      const tree = parse(bytes)
      const grouped = addGroup(tree, { userAgent, allow, disallow })
      expect(keepsLines(tree, grouped)).toBe(true)
      const group = grouped.blocks.findLast((block) => block.kind === 'group')!
      expect(namesOf(grouped, group.names)).toEqual([userAgent])
      const rules = group.fields.map(({ line }) => fieldValue(grouped, line))
      expect(rules).toEqual(allow.length + disallow.length === 0 ? [''] : [...allow, ...disallow])
      const last = tree.blocks.findLast((block) => block.kind === 'record')
      if (last !== undefined && last.fields.length + last.subRecords.length === 0) return
      const recorded = addRecord(tree, { crawler: userAgent, fields: ['disallow-crawl: /r/'] })
      expect(octetText(recorded).startsWith(octetText(tree))).toBe(true)
      const record = recorded.blocks.findLast((block) => block.kind === 'record')!
      expect(namesOf(recorded, [...record.names, ...record.fields])).toEqual([userAgent, '/r/'])
    }),
    { numRuns: runs(300, 20_000) },
  )
})

test('a crawler is renamed in its names alone', () => {
  const nameLines = ({ lines }: Tree) =>
    lines.filter(({ field }) => field?.owner === 'group-name' || field?.owner === 'record-name')
  fc.assert(
    fc.property(octets, token, (bytes, to) => {
      const tree = parse(bytes)
      const renamed = renameCrawler(tree, 'A', to)
      expect(namesOf(renamed, nameLines(renamed))).toEqual(
        namesOf(tree, nameLines(tree)).map((name) => (/^a$/i.test(name) ? to : name)),
      )
      for (const line of tree.lines) {
        if (nameLines(tree).includes(line)) continue
        const { start, next } = lineOf(renamed, line.number)
        expect(renamed.source.text.slice(start, next)).toBe(
          tree.source.text.slice(line.start, line.next),
        )
      }
    }),
    { numRuns: runs(300, 20_000) },
  )
})
