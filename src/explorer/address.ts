/**
 * Reads and writes the fragment of the page's address, such as `#/ask?site=news&url=/a&as=GPTBot`
 * or `#/crawlers/gptbot`. It names the open view, and what that view shows.
 */
import type { CellName, WhatIf } from './what-if.ts'
import { columnNamed } from './words.ts'

/** The views by the words of their addresses, with their names, in the order of the navigation. */
export const VIEWS = {
  overview: 'Overview',
  crawlers: 'Crawlers',
  rules: 'Rules',
  ask: 'Ask',
  text: 'Text',
  served: 'Served',
} as const
export type View = keyof typeof VIEWS

/** The part of the page's state that its address carries; null where it says nothing. */
export interface Address {
  readonly view: View
  /** The crawler whose own page it is, in lower case. */
  readonly crawler: string | null
  readonly site: string | null
  readonly whatIf: WhatIf | null
  readonly cell: CellName | null
}

/** An address with it opens a site with its first question. */
export const NO_QUESTION = { crawler: null, whatIf: null, cell: null } as const

/** Writes the fragment, without `#`. */
export function writeAddress({ view, crawler, site, whatIf, cell }: Address): string {
  const words = new URLSearchParams()
  if (site !== null) words.set('site', site)
  if (whatIf !== null) {
    words.set('url', whatIf.url)
    words.set('as', whatIf.userAgent)
    if (whatIf.at !== '') words.set('at', whatIf.at)
    if (whatIf.isSigned) words.set('signed', 'yes')
  }
  if (cell !== null) words.set('cell', `${cell.column} ${cell.crawler}`)
  const path = crawler === null ? view : `${view}/${encodeURIComponent(crawler)}`
  return `/${path}${words.size === 0 ? '' : `?${words}`}`
}

/** What a link to the page of a crawler says. */
export function crawlerAddress(crawler: string): string {
  return `#${writeAddress({ ...NO_QUESTION, view: 'crawlers', crawler, site: null })}`
}

/**
 * Reads a fragment; what is not an address of ours says nothing. One without a view is a question
 * of an older link.
 */
export function readAddress(fragment: string): Address {
  const text = fragment.replace(/^#/, '')
  const at = text.startsWith('/') ? text.indexOf('?') >>> 0 : -1
  const [view = '', crawler = ''] = text.slice(1, Math.max(1, at)).split('/')
  const words = new URLSearchParams(text.slice(at + 1))
  const [column = '', ...rest] = (words.get('cell') ?? '').split(' ')
  const url = words.get('url')
  return {
    view: isView(view) ? view : url === null ? 'overview' : 'ask',
    crawler: view === 'crawlers' && crawler !== '' ? decoded(crawler) : null,
    site: words.get('site'),
    whatIf: url === null ? null : questionIn(url, words),
    cell: columnNamed(column) === null ? null : { crawler: rest.join(' '), column },
  }
}

function questionIn(url: string, words: URLSearchParams): WhatIf {
  const question = { url, userAgent: words.get('as') ?? '', at: words.get('at') ?? '' }
  return words.has('signed') ? { ...question, isSigned: true } : question
}

function isView(word: string): word is View {
  return Object.hasOwn(VIEWS, word)
}

/** Unlike `decodeURIComponent`, it throws for nothing. */
function decoded(part: string): string {
  return new URLSearchParams(`x=${part.replaceAll('+', '%2B')}`).get('x') ?? ''
}
