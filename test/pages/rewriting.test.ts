/**
 * Where tags and classes go, held to a real parser and to the standard's detection of encodings.
 */
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { ClassWriter } from '../../src/edge/html/class-attributes.ts'
import { TagInsertion } from '../../src/edge/html/insert.ts'
import type { Rewriting } from '../../src/edge/html/page.ts'
import { tagPlace } from '../../src/edge/html/tag-place.ts'
import { readSelectors } from '../../src/language/site/read-selectors.ts'
import { prescanned } from '../support/prescan.ts'

type Node = DefaultTreeAdapterMap['node']

const TAGS = `<META name="robots" content="ACAP disallow-index">${'<META name="x" content="y">'.repeat(40)}`
const TOKEN = 'the-acap:disallow-index'
const bytesOf = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** A page in pieces of these sizes through a rewriting. */
function through(rewriting: Rewriting, page: string, sizes: readonly number[]): string {
  let out = ''
  let rest = bytesOf(page)
  for (let turn = 0; rest.length > 0; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? rest.length)
    out += textOf(rewriting.take(rest.subarray(0, size)))
    rest = rest.subarray(size)
  }
  return out + textOf(rewriting.end())
}

function tagged(page: string): string {
  const { place } = tagPlace(bytesOf(page), true, false)
  return through(new TagInsertion(bytesOf(TAGS), place, null), page, [Number.POSITIVE_INFINITY])
}

const DECLARATIONS = [
  '<meta charset=utf-8>',
  '<META CHARSET="windows-1251">',
  "<meta charset='shift_jis' />",
  '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">',
  '<meta content="text/html;charset=koi8-r" http-equiv=content-type>',
  '<meta charset="no-such-thing">',
  '<meta name=a content="charset=utf-8">',
  '<meta/charset=gbk>',
]
const HEAD_PARTS = [
  ...DECLARATIONS,
  '<title>a</title>',
  '<title><meta charset=big5></title>',
  '<script>"<meta charset=euc-kr>"</script>',
  '<style>a{}</style>',
  '<link rel=a>',
  '<!-- <meta charset=koi8-u> -->',
  '<template><meta charset=macintosh></template>',
  '<noscript><meta charset=ibm866></noscript>',
  `<!--${'x'.repeat(300)}-->`,
  ' \n',
  `<meta name=a content="${'y'.repeat(200)}">`,
  'text',
  '<p>',
  '</head>',
]
const STARTS = [
  '<!doctype html><html><head>',
  '<html>',
  '<head>',
  '<!doctype html>',
  '<title>t</title>',
  '\n<!-- c --><!DOCTYPE html>',
]
const document = fc
  .tuple(fc.constantFrom(...STARTS), fc.array(fc.constantFrom(...HEAD_PARTS), { maxLength: 8 }))
  .map(([start, parts]) => `${start}${parts.join('')}<body><p class=a>b`)

test('tags never change the encoding that clients find', () => {
  fc.assert(
    fc.property(document, (page) => {
      expect(prescanned(tagged(page))).toBe(prescanned(page))
    }),
    { numRuns: 8000 },
  )
})

test('tags stand directly behind a declaration that the prescan finds in the head, else first in head', () => {
  for (const declaration of DECLARATIONS.filter((each) => prescanned(each) !== null)) {
    for (const before of ['', '<title>a</title>', '<link rel=a><script>1<2</script>', `<!--${'x'.repeat(700)}-->`]) {
      const page = `<!doctype html><html><head>${before}${declaration}<base href=x></head><body>`
      expect(tagged(page)).toBe(page.replace(declaration, `${declaration}${TAGS}`))
    }
    const late = `<!doctype html><html><head><!--${'x'.repeat(1100)}-->${declaration}</head>`
    expect(tagged(late)).toBe(late.replace('<head>', `<head>${TAGS}`))
  }
})

/** A tree as text; `cut` names what is left out of it. */
function treeOf(page: string, cut: (node: Node) => boolean): string {
  const tree = parse(page)
  const clean = (node: Node): void => {
    if (!('childNodes' in node)) return
    node.childNodes = node.childNodes.filter((each) => !cut(each))
    if ('content' in node) clean(node.content)
    node.childNodes.forEach(clean)
  }
  clean(tree)
  return serialize(tree)
}

const isOurTag = (node: Node): boolean =>
  node.nodeName === 'meta' &&
  'attrs' in node &&
  TAGS.includes(`content="${node.attrs.find((each) => each.name === 'content')?.value}">`)

test('the tree of a page with tags is that of the page, but for the tags', () => {
  fc.assert(
    fc.property(document, (page) => {
      expect(treeOf(tagged(page), isOurTag)).toBe(treeOf(page, isOurTag))
    }),
    { numRuns: 5000 },
  )
})

const BODY_PARTS = [
  ...[
    '<p class=a>',
    '<p class="a b">',
    "<P CLASS='a'>",
    '<p class>',
    '<p class= >',
    '<p class=a"b>',
    '<p class=a\'"b>',
    '<i>',
    '</i>',
  ],
  ...[
    '</p>',
    '<li class=a>',
    '<ul>',
    '</ul>',
    '<svg class=a>',
    '<title class=a>',
    '</title>',
    '</svg>',
    '<style>',
    '</style>',
  ],
  ...[
    '<select class=a>',
    '<option class=a>',
    '</select>',
    '<iframe class=a>',
    '</iframe>',
    '<noscript>',
    '</noscript>',
  ],
  ...[
    '<table>',
    '<tr class=a>',
    '<td>',
    '<script>"<p class=a>"',
    '</script>',
    '<!-- <p class=a> -->',
    '<textarea>',
    '</textarea>',
  ],
  ...[
    '<img class=a src="<p class=a>">',
    'text < a',
    '<a href=x class=a>',
    '<br class=a/>',
    '<math><mi class=a>',
    '</math>',
    '<',
  ],
  ...[
    '<template>',
    '</template>',
    '<xmp>',
    '</xmp>',
    '<frameset>',
    '<plaintext>',
    '<![CDATA[ <p class=a> ]]>',
    '</',
    '<p a="',
  ],
]
const body = fc
  .array(fc.constantFrom(...BODY_PARTS), { maxLength: 14 })
  .map((parts) => `<!doctype html><body>${parts.join('')}`)
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
const writer = (...selectors: string[]) =>
  new ClassWriter(
    selectors.map((select) => ({ select, selectors: readSelectors(select)!, class: TOKEN })),
    (fault) => {
      throw fault
    },
  )

/** A page without the tokens that were put in, by the attributes of its tree. */
function withoutTokens(page: string): string {
  const tree = parse(page)
  const clean = (node: Node): void => {
    if ('attrs' in node) {
      for (const each of node.attrs) {
        if (each.name === 'class') each.value = each.value.replace(TOKEN, '').trim()
      }
      node.attrs = node.attrs.filter((each) => each.name !== 'class' || each.value !== '')
    }
    if ('content' in node) clean(node.content)
    if ('childNodes' in node) node.childNodes.forEach(clean)
  }
  clean(tree)
  return serialize(tree)
}

test('classes change nothing of a page’s tree but class attributes, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(
      body,
      fc.constantFrom('*', '.a', 'p', 'svg title', 'ul > li', ':nth-child(2)', ':not(p)'),
      sizes,
      (page, select, cut) => {
        const marked = through(writer(select), page, cut)
        expect(marked).toBe(through(writer(select), page, [Number.POSITIVE_INFINITY]))
        expect(withoutTokens(marked)).toBe(withoutTokens(page))
      },
    ),
    { numRuns: 10_000 },
  )
})

test('pages on which HTMLRewriter gives up are marked before and behind what it stumbles over, or go through', () => {
  const p = '<p class="a">x</p>'
  const q = `<p class="a ${TOKEN}">x</p>`
  const through1 = (page: string) => through(writer('.a'), page, [Number.POSITIVE_INFINITY])
  for (const part of [
    '<select><style>a{}</style></select>',
    '<select><option>a<noscript>b</noscript></select>',
    '<select><option><svg><title>a</title></svg></select>',
    '<li>'.repeat(15_000),
    '<div>'.repeat(12_000),
    `<img src="data:,${'A'.repeat(4 << 20)}">`,
    `<script>${'<'.repeat(100_000)}</script>`,
  ]) {
    expect(through1(p + part + p) === q + part + q, part.slice(0, 30)).toBe(true)
  }
  for (const part of ['<select><iframe><p>', '<select><style><p class=b></style>']) {
    expect(through1(p + part + p) === q + part + p, part.slice(0, 30)).toBe(true)
  }
})

test('a page of more open elements than are followed goes through whole', () => {
  const deep = '<div>'.repeat(12_000)
  const marked = through(writer('div > p'), `<div><p>${deep}<p>`, [4096])
  expect(marked).toBe(`<div><p class="${TOKEN}">${deep}<p>`)
})
