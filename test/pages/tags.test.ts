/**
 * Where tags go, compared with a real parser and with the standard's detection of encodings.
 */
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { classRules } from '../../src/edge/html/element-matcher.ts'
import { readSelectors } from '../../src/language/site/read-selectors.ts'
import { prescanned } from '../support/edge/prescan.ts'
import { bytesOf, through, writerOf } from '../support/edge/rewritten.ts'
import { runs } from '../support/runs.ts'

type Node = DefaultTreeAdapterMap['node']

const TAGS = `<META name="robots" content="ACAP disallow-index">${'<META name="x" content="y">'.repeat(40)}`

function tagged(page: string, hasCharset = false): string {
  return through(writerOf(TAGS, bytesOf(page), hasCharset), page, [Number.POSITIVE_INFINITY])
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
  '<!--><meta charset=cp866>-->',
  '<template><meta charset=macintosh></template>',
  '<template>',
  '</template>',
  '</html>',
  '</br>',
  '</p>',
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
    { numRuns: runs(1_500, 50_000) },
  )
})

test('class attributes never change the encoding that clients find', () => {
  const rules = classRules([
    { select: '*', selectors: readSelectors('*')!, class: 'the-acap:disallow-index' },
  ])
  fc.assert(
    fc.property(document, (page) => {
      const marked = through(writerOf(TAGS, bytesOf(page), false, rules), page, [page.length])
      expect(prescanned(marked)).toBe(prescanned(page))
    }),
    { numRuns: runs(1_000, 50_000) },
  )
})

test('tags stand directly behind a declaration that the prescan finds in the head, else first in head', () => {
  for (const declaration of DECLARATIONS.filter((each) => prescanned(each) !== null)) {
    for (const before of [
      '',
      '<title>a</title>',
      '<link rel=a><script>1<2</script>',
      `<!--${'x'.repeat(700)}-->`,
    ]) {
      const page = `<!doctype html><html><head>${before}${declaration}<base href=x></head><body>`
      expect(tagged(page)).toBe(page.replace(declaration, `${declaration}${TAGS}`))
    }
    const late = `<!doctype html><html><head><!--${'x'.repeat(1100)}-->${declaration}</head>`
    expect(tagged(late)).toBe(late.replace('<head>', `<head>${TAGS}`))
  }
})

test.each([
  '<p>',
  'text',
  'text<!-- c -->',
  '</head><div>',
  '</html>',
  '</body>',
  '</br>',
  '<template></template></html>',
])('no tags go into a page whose charset is declared behind %s', (part) => {
  const page = `<!doctype html><head>${part}<meta charset=koi8-r><link rel=a>`
  expect(tagged(page)).toBe(page)
})

test.each([
  ['</template><template>', '</template>'],
  ['<template><template></template></template><template>', '</template>'],
  ['</p></title>', ''],
  ['<template>text<p></html></template>', ''],
])(
  'what ends no head and opens no template leaves the place behind the charset: %s',
  (before, after) => {
    const behind = `<!doctype html><head>${before}<meta charset=koi8-r>${after}`
    expect(tagged(`${behind}<link rel=a>`)).toBe(`${behind}${TAGS}<link rel=a>`)
  },
)

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

test('the tree of a page with tags is that of the page, except for the tags', () => {
  fc.assert(
    fc.property(document, (page) => {
      expect(treeOf(tagged(page), isOurTag)).toBe(treeOf(page, isOurTag))
    }),
    { numRuns: runs(1_000, 50_000) },
  )
})

test('tags stand in the head, never in the body or in a template', () => {
  fc.assert(
    fc.property(document, fc.boolean(), (page, hasCharset) => {
      expect(
        parentsOfTags(parse(tagged(page, hasCharset))).filter((name) => name !== 'head'),
      ).toEqual([])
    }),
    { numRuns: runs(1_000, 50_000) },
  )
})

/** The names of the elements in which our tags stand; a template's content is a `#document-fragment`. */
function parentsOfTags(node: Node): readonly string[] {
  if (!('childNodes' in node)) return []
  const own = node.childNodes.filter(isOurTag).map(() => node.nodeName)
  const inside = 'content' in node ? parentsOfTags(node.content) : []
  return [...own, ...inside, ...node.childNodes.flatMap(parentsOfTags)]
}
