/** What an audit reads of a page, beside parse5. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, it } from 'vitest'
import { readPage } from '../../src/cli/audit/read-page.ts'

const PAGES = [
  '<!doctype html><title>A &amp; B</title><meta name="robots" content="noindex"><p>x',
  `<META NAME=robots CONTENT='index, follow'><title>One</title><a href="/b?c#d">b</a>`,
  '<!-- <meta name="robots" content="noindex"> --><meta content="ACAP allow-index" name=robots>',
  '<script>document.write(\'<meta name="a" content="b">\')</script><meta name=c content=d>',
  '<svg><title>inside</title></svg><title>outside</title>',
  '<meta name="x" content="a > b"><link rel="canonical" href="https://site.test/&lt;">',
  '<template><meta name="no" content="no"></template><meta name="yes" content="yes">',
]

it.each(PAGES)('%s', (html) => {
  const { title, canonical, metas } = readPage(html, 'https://site.test/')
  expect({ title, canonical, metas }).toEqual(byParse5(html))
})

function byParse5(html: string) {
  const metas: { name: string; content: string }[] = []
  let title: string | null = null
  let canonical: string | null = null
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (!('attrs' in node) || node.tagName === 'svg') return
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    if (node.tagName === 'meta')
      metas.push({ name: attributes.get('name')!, content: attributes.get('content')! })
    const [first] = node.childNodes
    if (node.tagName === 'title' && first !== undefined && 'value' in first) title ??= first.value
    if (node.tagName === 'link') canonical = attributes.get('href')!
    for (const child of node.childNodes) visit(child)
  }
  for (const child of parse(html).childNodes) visit(child)
  return { title: title ?? '', canonical, metas }
}

it('reads the paths of links on the same host alone', () => {
  const html = '<a href="/a">a</a><a href="https://elsewhere.test/b">b</a><a href=c/d?e>c</a>'
  expect(readPage(html, 'https://site.test/x/').links).toEqual(['/a', '/x/c/d'])
})

it.each(['<a ', '<title>', '<script>', '<!--', '<a "', "<a x='"])(
  'reads a page of 1 MiB that consists of `%s`',
  (part) => {
    const html = part.repeat(Math.floor((1 << 20) / part.length))
    expect(readPage(html, 'https://site.test/').links).toEqual([])
  },
)
