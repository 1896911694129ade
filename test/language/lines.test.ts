/**
 * R1-R3, R9: how a text becomes lines, and a line a field.
 */
import { describe, expect, it } from 'vitest'
import type { Line } from '../../src/language/text/lines.ts'
import { fieldName, fieldValue, parse } from '../../src/language/text/tree.ts'

/** What a text's lines are: `field-name = value`, or their kind. */
function read(text: string): string[] {
  const tree = parse(text)
  const say = (line: Line) =>
    line.field === null ? line.kind : `${fieldName(tree, line)} = ${fieldValue(tree, line)}`
  return tree.lines.map(say)
}

describe('[R1] lines', () => {
  it.each([
    ['', []],
    ['Allow: /', ['allow = /']],
    ['Allow: /\n', ['allow = /']],
    ['Allow: /\n\n', ['allow = /', 'blank']],
    [
      'Allow: /a\rAllow: /b\r\nAllow: /c\n\rAllow: /d',
      ['allow = /a', 'allow = /b', 'allow = /c', 'blank', 'allow = /d'],
    ],
    ['\ufeffAllow: /', ['allow = /']],
    ['Allow: /a\u2028Allow: /b', ['allow = /a\u2028Allow: /b']],
    ['\ufeff\ufeffAllow: /', ['unknown']],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('broken UTF-8 is U+FFFD, and the bytes are kept', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('Allow: /'), 0xe9, 0x0a])
    const tree = parse(bytes)
    expect(fieldValue(tree, tree.lines[0]!)).toBe('/\ufffd')
    expect(tree.source.raw).toEqual(bytes)
  })
})

describe('[R2, R3] a field', () => {
  it.each([
    [' \tDisallow \t:\t /a b \t', 'disallow = /a b'],
    ['Disallow:/a#b', 'disallow = /a'],
    ['Disallow: # none', 'disallow = '],
    ['# Disallow: /', 'blank'],
    ['DISALLOW: /', 'disallow = /'],
    ['Disallowed: /', 'unknown'],
    ['Disallow-all: /', 'unknown'],
    ['Sitemap: https://a.test/', 'sitemap = https://a.test/'],
    ['\u00a0Disallow: /', 'unknown'],
    ['ACAP-IGNORE-conventional-records', 'acap-ignore-conventional-records = '],
    ['ACAP-ignore-conventional-records :', 'acap-ignore-conventional-records = '],
    ['ACAP-disallow-fly: /', 'acap-disallow-fly = /'],
    ['ACAP-allow-: /', 'unknown'],
    ['ACAP-allow-(my-usage): /', 'acap-allow-(my-usage) = /'],
    // No letter beyond ASCII folds into it: K is the Kelvin sign.
    ['ACAP-disallow-present-lin\u212a: /', 'acap-disallow-present-lin\u212a = /'],
    ['D\u0130sallow: /', 'unknown'],
    ['toString: /', 'unknown'],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual([expected])
  })
})

describe('[R9] a spelling that is understood', () => {
  it.each([
    ['Dissallow: /a', 'dissallow', 'misspelt', '/a'],
    ['User agent: mothbot', 'user agent', 'misspelt', 'mothbot'],
    ['site\u2011map: /s', 'site-map', 'misspelt', '/s'],
    ['User\u2013agent: mothbot', 'user-agent', 'dashes', 'mothbot'],
    ['ACAP\u2212crawler\u2014: *', null, null, null],
    ['ACAP-allow preserve: /', 'acap-allow-preserve', 'spaces', '/'],
    ['ACAP disallow \t present snippet: /', 'acap-disallow-present-snippet', 'spaces', '/'],
    ['ACAP-allow fly: /', null, null, null],
    [
      'ACAP-allow-index /a/ time-limit=3-days',
      'acap-allow-index',
      'no-colon',
      '/a/ time-limit=3-days',
    ],
    [
      'ACAP-allow-present /a/ target-condition=permittedcountrylist:BE',
      'acap-allow-present',
      'no-colon',
      '/a/ target-condition=permittedcountrylist:BE',
    ],
    ['ACAP-allow-present-links /a/', 'acap-allow-present-links', 'no-colon', '/a/'],
    ['ACAP-crawler moth bot', 'acap-crawler', 'no-colon', 'moth bot'],
    ['ACAP-allow-fly /a/', null, null, null],
    ['ACAP-ignore\u2013conventional-records', 'acap-ignore-conventional-records', 'dashes', ''],
    [
      'ACAP-ignore\u2013conventional-records # all',
      'acap-ignore-conventional-records',
      'dashes',
      '',
    ],
    ['Disallow /a:b', 'disallow', 'no-colon', '/a:b'],
    ['Disallow \t /a/ # there', 'disallow', 'no-colon', '/a/'],
    ['Disallow /a/ b', null, null, null],
    ['Disallow', null, null, null],
    ['Dissallow /a/', 'dissallow', 'no-colon', '/a/'],
    ['app-directive: ex;a', 'app-directive', 'plain', 'ex;a'],
  ])('%j', (text, name, spelling, value) => {
    const tree = parse(text)
    const [line] = tree.lines
    if (name === null) expect(line?.field).toBeNull()
    else {
      expect([fieldName(tree, line!), line?.spelling, fieldValue(tree, line!)]).toEqual([
        name,
        spelling,
        value,
      ])
    }
  })
})
