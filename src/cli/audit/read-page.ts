/** HTML → what an audit compares of a page; and the addresses in a sitemap. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { PageFacts } from '../../author/audit/answers.ts'

type Node = DefaultTreeAdapterTypes.ChildNode

const INVISIBLE: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])
const MOST_LINKS = 200

export function readPage(html: string, url: string): PageFacts {
  const document = parse(html)
  const metas: { name: string; content: string }[] = []
  const links = new Set<string>()
  let title = ''
  let canonical: string | null = null
  let textLength = 0
  const visit = (node: Node): void => {
    if (node.nodeName === '#text') {
      textLength += (node as DefaultTreeAdapterTypes.TextNode).value.trim().length
      return
    }
    if (!('attrs' in node)) return
    if (INVISIBLE.has(node.tagName)) return
    const attribute = (name: string) => node.attrs.find((each) => each.name === name)?.value
    const name = attribute('name')
    if (node.tagName === 'meta' && name !== undefined)
      metas.push({ name, content: attribute('content') ?? '' })
    if (node.tagName === 'title' && title === '') title = textIn(node)
    if (node.tagName === 'link' && attribute('rel')?.toLowerCase() === 'canonical')
      canonical ??= attribute('href') ?? null
    if (node.tagName === 'a' && links.size < MOST_LINKS) {
      const path = pathOnSameHost(attribute('href'), url)
      if (path !== null) links.add(path)
    }
    for (const child of node.childNodes) visit(child)
  }
  for (const child of document.childNodes) visit(child)
  return { title, canonical, textLength, metas, links: [...links] }
}

function textIn(node: DefaultTreeAdapterTypes.Element): string {
  return node.childNodes
    .map((child) => ('value' in child ? child.value : ''))
    .join('')
    .trim()
}

function pathOnSameHost(href: string | undefined, base: string): string | null {
  if (href === undefined || !URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return url.host === new URL(base).host ? url.pathname : null
}

/** The locations of a sitemap or of a sitemap index. */
export function readSitemap(text: string): readonly string[] {
  return [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)].map(([, location]) =>
    location!.replaceAll('&amp;', '&'),
  )
}
