/**
 * Reads robots META and X-Robots-Tag as Google and Bing document them. ACAP tags are ignored. Never
 * throws. The edge does not use it.
 */
import { HeaderText } from './header-text.ts'
import { skipToken } from './meta.ts'
import { matchesUserAgent } from './name-token.ts'
import { foldCase } from './path-form.ts'

/** One term, such as `noindex` or `max-snippet:50`. */
export interface RobotsTerm {
  readonly place: 'META' | 'X-Robots-Tag'
  /** The crawler it is for, in lower case; `*` for all. */
  readonly agent: string
  /** In lower case, without its value. */
  readonly word: string
  /** The text after the word's colon. */
  readonly value: string | null
  /** As written. */
  readonly text: string
}

const HEADER = new HeaderText()

/** Words that take a value after a colon. Before any other colon is a crawler's name. */
const VALUED: ReadonlySet<string> = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
])
const COLON = /^([^:]*?)[ \t]*:[ \t]*(.*)$/
/** A date may have a comma after its weekday (RFC 850). */
const WEEKDAY = /^unavailable_after[ \t]*:[ \t]*[a-z]+$/i

/** The terms of a META tag. If its name is not `robots`, it names a crawler. */
export function metaTerms(name: string, content: string): readonly RobotsTerm[] {
  if (skipToken(content) >= 0) return []
  const agent = foldCase(name.trim())
  return itemsIn(content).map((text) => termOf('META', agent === 'robots' ? '*' : agent, text))
}

/** The terms of one X-Robots-Tag line. A crawler's name applies until the next one. */
export function headerTerms(line: string): readonly RobotsTerm[] {
  let agent = '*'
  return itemsIn(line).map((item) => {
    const [, name, rest = ''] = COLON.exec(item) ?? []
    if (name === undefined || VALUED.has(foldCase(name))) return termOf('X-Robots-Tag', agent, item)
    agent = foldCase(name)
    return { ...termOf('X-Robots-Tag', agent, rest), text: item }
  })
}

function itemsIn(text: string): readonly string[] {
  const items: string[] = []
  for (const item of text.split(',').map((each) => each.trim())) {
    const before = items.at(-1)
    if (before !== undefined && WEEKDAY.test(before)) items[items.length - 1] = `${before}, ${item}`
    else if (item !== '') items.push(item)
  }
  return items
}

function termOf(place: RobotsTerm['place'], agent: string, text: string): RobotsTerm {
  const [, word = text, value = null] = COLON.exec(text) ?? []
  return { place, agent, word: foldCase(word), value, text }
}

/** Whether a term applies to a crawler, by its User-Agent or name (I1). */
export function isTermFor({ agent }: RobotsTerm, userAgent: string): boolean {
  return agent === '*' || matchesUserAgent(agent, HEADER.read(userAgent).toString())
}

/** When a page leaves the index, in milliseconds; null for other terms and invalid dates. */
export function unavailableAfter({ word, value }: RobotsTerm): number | null {
  const at = word === 'unavailable_after' ? Date.parse(value ?? '') : NaN
  return Number.isNaN(at) ? null : at
}

/** Whether the term keeps a page out of a search index at an instant. */
export function closesIndex(term: RobotsTerm, now: number): boolean {
  const end = unavailableAfter(term)
  return term.word === 'noindex' || term.word === 'none' || (end !== null && end <= now)
}
