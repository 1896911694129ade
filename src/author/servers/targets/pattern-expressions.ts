/**
 * Writes rules as expressions for raw targets. `plain` ones are for targets with one spelling;
 * `wide` ones match if any spelling (P6) matches, and perhaps more. A pattern is a list of parts,
 * so that prefixes are shared.
 */
import { cached } from '../../../base/cached.ts'
import { hex, literal } from '../expressions.ts'
import type { TargetRule } from './deciding-rule.ts'

/** nginx reads no longer parameters than 4,096 bytes. */
const LONGEST = 3000
/** Stands for `*`: how an engine skips is the printer's. */
const SKIP = '.*?'
const SKIP_IN_PATH = '[^?]*?'

const SLASH = '(?:/|%2[fF])'
const SEMICOLON = '(?:;|%3[bB])'
const EMPTY_QUERY = '(?:[?][?&=]*)?$'

export function plainExpressions(rules: readonly TargetRule[]): readonly string[] {
  return expressionsOf(rules.flatMap(plainParts))
}

export function wideExpressions(rules: readonly TargetRule[]): readonly string[] {
  return expressionsOf(rules.flatMap(wideParts))
}

/**
 * The expressions of a rule. A Disallow also matches what is its target without the `/` at the end
 * of the path, or without an empty query (P6). Where the pattern's `*` may reach into the query,
 * that is an expression of its own, in which it may not. A `*` right before the end takes the `/`.
 */
function plainParts(rule: TargetRule): readonly (readonly string[])[] {
  const symbols = symbolsOf(rule.pattern)
  const exact = partsOf(symbols, rule.folds, { skip: SKIP, query: '[?]', end: '$' })
  const query = symbols.indexOf('?')
  const hasEnd = query >= 0 || symbols.at(-1) === '$'
  if (rule.effect !== 'disallow' || !hasEnd) return [exact]
  const path = query < 0 ? symbols : symbols.slice(0, query + 1)
  const joined = [
    ...partsOf(path, rule.folds, {
      skip: SKIP_IN_PATH,
      query: '/?[?]',
      end: `/?${EMPTY_QUERY}`,
    }),
    ...partsOf(symbols.slice(path.length), rule.folds, { skip: SKIP, query: '[?]', end: '$' }),
  ]
  if (path.at(-2) === '*') return [exact]
  return path.includes('*') ? [exact, joined] : [joined]
}

interface Ends {
  readonly skip: string
  readonly query: string
  readonly end: string
}

/**
 * What stands between two `*` is one part: its earliest end is the best, so nothing before it is
 * tried again, however often the target has it.
 */
function partsOf(
  symbols: readonly string[],
  folds: boolean,
  { skip, query, end }: Ends,
): readonly string[] {
  const part = (symbol: string) => {
    if (symbol === '$') return end
    if (symbol === '?') return query
    return symbol.startsWith('%') ? triple(symbol, '') : letter(symbol, folds)
  }
  const runs: string[][] = [[]]
  for (const symbol of symbols) {
    if (symbol === '*') runs.push([])
    else runs.at(-1)!.push(part(symbol))
  }
  const [first, ...others] = runs
  const last = others.pop()
  const between = others.map((run) => `(?>${skip}${run.join('')})`)
  return [...first!, ...between, ...(last === undefined ? [] : [skip, ...last])]
}

function wideParts({ pattern, folds }: TargetRule): readonly (readonly string[])[] {
  const symbols = symbolsOf(pattern)
  const second = symbols.indexOf('*', symbols.indexOf('*') + 1)
  const used = symbols.includes('*') && second > 0 ? symbols.slice(0, second) : symbols
  const query = used.indexOf('?')
  const parts = used.map((symbol) => widePart(symbol, folds))
  // Parameters may hide all up to a later slash.
  const hidden = used.flatMap((symbol, at) =>
    symbol === '/' && (query < 0 || at < query)
      ? [[...parts.slice(0, at), `${SLASH}*${SEMICOLON}[^?]*?${SLASH}`]]
      : [],
  )
  return [parts, ...hidden]
}

function widePart(symbol: string, folds: boolean): string {
  if (symbol === '*') return SKIP
  if (symbol === '/') return `${SLASH}+`
  if (symbol === '?') return `${SLASH}*(?:${SEMICOLON}[^?]*)?[?]`
  if (symbol === '$') return `${SLASH}*(?:${SEMICOLON}[^?]*)?${EMPTY_QUERY}`
  if (symbol.startsWith('%')) {
    const code = Number.parseInt(symbol.slice(1), 16)
    return code < 0x80 && code > 0x20 && symbol !== '%2F' && symbol !== '%25'
      ? triple(symbol, one(String.fromCharCode(code)))
      : triple(symbol, '')
  }
  if (/[a-z0-9]/i.test(symbol)) return letter(symbol, folds)
  const code = symbol.charCodeAt(0).toString(16).toUpperCase()
  return symbol === '%' ? '%' : triple(`%${code}`, one(symbol))
}

/** A percent triple in any letter case, or else this. */
function triple(symbol: string, other: string): string {
  const own = symbol === '%2A' ? '[*]' : symbol === '%24' ? '[$]' : other
  const encoded = symbol.replace(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`)
  return own === '' ? encoded : `(?:${own}|${encoded})`
}

function letter(symbol: string, folds: boolean): string {
  return folds && /[a-z]/i.test(symbol)
    ? `[${symbol.toLowerCase()}${symbol.toUpperCase()}]`
    : one(symbol)
}

/** A character; the last of a pattern is its `$` if it stands as one. */
function one(symbol: string): string {
  return symbol === ']' || symbol === '^' ? hex(symbol.charCodeAt(0)) : literal(symbol)
}

function symbolsOf(pattern: string): readonly string[] {
  const all = (pattern.match(/%[0-9a-f]{2}|./gis) ?? []).map((symbol) => {
    return symbol.length === 3 ? symbol.toUpperCase() : symbol
  })
  // A `*` before the end says nothing.
  return all.at(-1) === '*' ? all.slice(0, -1) : all
}

interface Branch {
  readonly branches: Map<string, Branch>
  ends: boolean
}

/** Expressions that match one of these from the first character on, none too long for a server. */
function expressionsOf(all: readonly (readonly string[])[]): readonly string[] {
  const sorted = all
    .map((parts) => ({ parts, key: parts.join('\x01') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const found: string[] = []
  let root: Branch = { branches: new Map(), ends: false }
  let length = 0
  for (const { parts } of sorted) {
    const more = parts.reduce((sum, part) => sum + part.length, 4)
    if (length + more > LONGEST && length > 0) {
      found.push(`^${textOf(root)}`)
      root = { branches: new Map(), ends: false }
      length = 0
    }
    length += more
    let at = root
    for (const part of parts) {
      // What ends here matches everything behind.
      if (at.ends) break
      at = cached(at.branches, part, () => ({ branches: new Map(), ends: false }))
    }
    at.ends = true
    at.branches.clear()
  }
  return length === 0 ? found : [...found, `^${textOf(root)}`]
}

function textOf({ branches }: Branch): string {
  const texts = [...branches].map(([part, branch]) => part + textOf(branch))
  return texts.length < 2 ? (texts[0] ?? '') : `(?:${texts.join('|')})`
}
