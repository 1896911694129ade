/**
 * Extracts from HTML what an audit compares, and addresses from a sitemap. Only tags are read, as
 * link checkers do.
 */
import type { PageFacts } from '../../author/audit/answers.ts'

/** What is no text of a page, and holds no tag that counts. */
const HIDDEN =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|noscript|textarea|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
/** A `<` in a tag begins another: so half-open tags cost no more than their length. */
const TAG = /<(\/?[a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const TITLE = /<title\b[^<>]*>/i
const MOST_LINKS = 200

/** Reads a page; `url` is where it came from. */
export function readPage(html: string, url: string): PageFacts {
  const shown = html.replace(HIDDEN, '')
  const metas: { name: string; content: string }[] = []
  const links = new Set<string>()
  let canonical: string | null = null
  for (const [, tag = '', rest = ''] of shown.matchAll(TAG)) {
    const attributes = attributesIn(rest)
    const name = attributes.get('name')
    const kind = tag.toLowerCase()
    if (kind === 'meta' && name !== undefined)
      metas.push({ name, content: attributes.get('content') ?? '' })
    if (kind === 'link' && attributes.get('rel')?.toLowerCase() === 'canonical')
      canonical ??= attributes.get('href') ?? null
    if (kind === 'a' && links.size < MOST_LINKS) {
      const path = pathOnSameHost(attributes.get('href'), url)
      if (path !== null) links.add(path)
    }
  }
  const text = shown.replace(TAG, ' ').replace(/\s+/g, ' ').trim()
  return { title: titleIn(shown), canonical, textLength: text.length, metas, links: [...links] }
}

function titleIn(html: string): string {
  const open = TITLE.exec(html)
  if (open === null) return ''
  const rest = html.slice(open.index + open[0].length)
  const end = rest.search(/<\/title/i)
  return withReferences(end < 0 ? rest : rest.slice(0, end)).trim()
}

/** If a name is repeated, the first one counts. */
function attributesIn(rest: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of rest.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, withReferences(double ?? single ?? bare ?? ''))
  }
  return found
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

function withReferences(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (reference) => REFERENCES[reference]!)
}

function pathOnSameHost(href: string | undefined, base: string): string | null {
  if (href === undefined || !URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return url.host === new URL(base).host ? url.pathname : null
}

/** The locations of a sitemap or of a sitemap index. */
export function readSitemap(text: string): readonly string[] {
  return [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)].map(([, location]) =>
    withReferences(location!),
  )
}
