/**
 * Where classes go, compared with a real parser.
 */
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { classRules } from '../../src/edge/html/element-matcher.ts'
import { PageWriter } from '../../src/edge/html/page-writer.ts'
import { readSelectors } from '../../src/language/site/read-selectors.ts'
import { bytesOf, through } from '../support/edge/rewritten.ts'
import { runs } from '../support/runs.ts'

type Node = DefaultTreeAdapterMap['node']

const TOKEN = 'the-acap:disallow-index'
const START = '<!doctype html><head>'
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
/** Writes classes, and no tags, into a page that begins as a document does. */
const writer = (...selectors: string[]) => {
  const rules = classRules(
    selectors.map((select) => ({ select, selectors: readSelectors(select)!, class: TOKEN })),
  )
  const writer = new PageWriter('', true, rules, (fault) => {
    throw fault
  })
  writer.look(bytesOf(START), false)
  writer.take(bytesOf(START))
  return writer
}

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

test('classes change nothing of a page’s tree but class attributes, in any pieces', () => {
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
    { numRuns: runs(2_000, 50_000) },
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

test('an element that is named like a property of every object is an element', () => {
  const page = '<constructor><p><i>a</i></p></constructor>'
  expect(through(writer('p i'), page, [])).toBe(page.replace('<i>', `<i class="${TOKEN}">`))
})
