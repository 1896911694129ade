/** Words about places and crawlers, as sentences have them → what they stand for. Knows only the words, not who wrote them. */

/** All of these patterns match at once; `*` stands for anything, `$` for the end. */
export type ClaimedArea = readonly string[]

export interface ClaimedPlaces {
  readonly areas: readonly ClaimedArea[]
  /** Whether there are more that are not named. */
  readonly hasMore: boolean
}

/** `` `/a/`, `….jpg` in `/b/` and 3 more places `` → areas. */
export function placesIn(text: string): ClaimedPlaces {
  const more = /(?:, | and |^)\d+ more places$/
  const named = text.replace(more, '')
  const areas = named
    .split(/(?<=`|` itself)(?:, | and )(?=`)/)
    .map((area) => area.split(/(?<=`|` itself) in (?=`)/).map(patternOf))
  return { areas: named === '' ? [] : areas, hasMore: more.test(text) }
}

/** `/a/` and `/a…` are beginnings; anything else, and what is meant itself, is the whole address. */
function patternOf(words: string): string {
  const [, code = '', itself = ''] = /^`(.*)`( itself)?$/s.exec(words) ?? []
  const pattern = code.replaceAll('…', '*')
  return itself === '' && /[*/]$/.test(pattern) ? pattern : `${pattern}$`
}

export function isInside(area: ClaimedArea, target: string, folds: boolean): boolean {
  return area.every((pattern) => expressionOf(pattern, folds).test(target))
}

const EXPRESSIONS = new Map<string, RegExp>()

function expressionOf(pattern: string, folds: boolean): RegExp {
  const key = `${folds} ${pattern}`
  const known = EXPRESSIONS.get(key)
  if (known !== undefined) return known
  const ends = pattern.endsWith('$')
  const parts = (ends ? pattern.slice(0, -1) : pattern).split(/\*+/)
  const source = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
  const made = new RegExp(`^${source}${ends ? '$' : ''}`, folds ? 'is' : 's')
  EXPRESSIONS.set(key, made)
  return made
}

/** `A, B and every crawler for training but C` → whom a sentence is about. */
export interface ClaimedCrawlers {
  readonly names: readonly string[]
  readonly kinds: readonly { readonly words: string; readonly but: readonly string[] }[]
  readonly isEverybody: boolean
  readonly isRest: boolean
  readonly hasMore: boolean
}

export function crawlersIn(text: string): ClaimedCrawlers {
  const parts = text.split(/(?:, | and |^)(?=[Ee]very crawler )/)
  const [first = '', ...kinds] = /^every crawler /i.test(text) ? ['', ...parts.slice(1)] : parts
  const isRest = /^crawlers not named (?:here|above)$/i.test(text)
  const isEverybody = /^(?:every|no) crawler$/i.test(text)
  const more = /(?:, | and )\d+ more$/
  return {
    names: isRest || isEverybody || first === '' ? [] : listIn(first.replace(more, '')),
    kinds: isEverybody
      ? []
      : kinds.map((kind) => {
          const [words = '', but = ''] = kind.replace(/^every crawler /i, '').split(' but ')
          return { words, but: but === '' ? [] : listIn(but) }
        }),
    isEverybody,
    isRest,
    hasMore: more.test(first),
  }
}

function listIn(text: string): readonly string[] {
  return text.split(/, | and /).map((name) => name.toLowerCase())
}
