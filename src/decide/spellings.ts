/** Computes the spellings of a target that an origin may accept for the same resource (P6). */
import { targetForm } from '../words/path-form.ts'
import type { SiteConfig } from '../words/site-config.ts'
import { removeDotSegments } from '../words/uri.ts'

/** How the origin reads paths: `[paths]` in site.toml. */
export interface PathReading extends Pick<SiteConfig, 'distinct' | 'folds'> {
  /**
   * Whether a pattern of the policy has an encoded octet, so that encoded spellings can match more.
   */
  readonly patternsEncode?: boolean
}

interface Step {
  readonly unless?: PathReading['distinct'][number]
  readonly fold?: PathReading['folds'][number]
  readonly apply: (path: string) => string
}

/**
 * An origin may apply any subset of these steps, so each is applied to all results of the earlier
 * ones. Slashes are merged twice: some servers do it before they remove dot segments, some after.
 */
const STEPS: readonly Step[] = [
  { fold: 'double-encoding', apply: withPercentsDecoded },
  { fold: 'full-width', apply: withAsciiForms },
  { apply: (path) => path.replace(RESERVED, decodeURIComponent) },
  { apply: (path) => path.replace(/%2F|%5C|\\/g, '/'), unless: 'encoded-slash' },
  { apply: (path) => path.replace(/;[^/]*/g, ''), unless: 'params' },
  { apply: withMergedSlashes, unless: 'slashes' },
  { fold: 'segment-dots', apply: withoutDotsAndBlanks },
  { fold: 'segment-dots', apply: withoutBlanks },
  // Blank segments are empty by now.
  { fold: 'segment-dots', apply: withMergedSlashes, unless: 'slashes' },
  { apply: removeDotSegments },
  { apply: withMergedSlashes, unless: 'slashes' },
]

/** Encoded reserved characters, except `/`, `?`, `#` and those that P2 always encodes. */
const RESERVED = /%(?:2[1678BC9]|3[ABD]|40|5[BD])/g
const LITERAL = /[!&'()+,:;=@[\]]/g

/** What a step for all origins may change. */
const ODD = /%(?:2[1678BC9F]|3[ABD]|40|5[BCD])|[\\;]|\/\/|\/\.|\/%2E/i
/**
 * What the optional steps may change: an encoded `%`, an octet beyond ASCII, dots or blanks at the
 * end of a segment.
 */
const FOLDED = /%25|%[89A-F]|%.?%|[^\0-\x7f]|(?:[. ]|%2E|%20)(?:\/|$)/i

/**
 * The target and its other spellings. The original comes first, in the form of P2 if there are
 * others.
 */
export function spellings(target: string, reading: PathReading): readonly string[] {
  const path = pathOf(target)
  const isOdd = ODD.test(path) || (reading.folds.length > 0 && FOLDED.test(path))
  // The common case: one spelling. `search`, because `test` keeps a position in a global
  // expression.
  if (!isOdd && (reading.patternsEncode !== true || path.search(LITERAL) < 0)) return [target]
  const rest = target.slice(path.length)
  const found = new Set([targetForm(path)])
  for (const { unless, fold, apply } of STEPS) {
    if (unless !== undefined && reading.distinct.includes(unless)) continue
    if (fold !== undefined && !reading.folds.includes(fold)) continue
    for (const spelling of [...found]) found.add(apply(spelling))
  }
  if (reading.patternsEncode === true)
    for (const spelling of [...found]) found.add(spelling.replace(LITERAL, encoded))
  return [...found].map((each) => each + rest)
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/**
 * The target without an empty query (`?`, `?&`), and without the final `/` of its path: the other
 * targets that P6 joins.
 */
export function shorterTargets(target: string): readonly string[] {
  const path = pathOf(target)
  const query = EMPTY_QUERY.test(target.slice(path.length)) ? '' : target.slice(path.length)
  const shorter = path.length + query.length === target.length ? [] : [path + query]
  if (!path.endsWith('/')) return shorter.length === 0 ? NONE : shorter
  const trimmed = path.replace(LAST_SLASHES, '')
  return trimmed === '' ? shorter : [...shorter, trimmed + query]
}

/** A spelling with its shorter ones: its fields are evaluated alone and together with theirs. */
export function withShorter(
  target: string,
): readonly { readonly target: string; readonly joined?: readonly string[] }[] {
  const joined = shorterTargets(target)
  return joined.length === 0 ? [{ target }] : [{ target }, { target, joined }]
}

const NONE: readonly string[] = []
const EMPTY_QUERY = /^\?[?&=]*$/
// These lookbehinds start a search once per run of characters; otherwise it takes quadratic time.
const LAST_SLASHES = /(?<!\/)\/+$/

export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

function withMergedSlashes(path: string): string {
  return path.replace(/\/{2,}/g, '/')
}

/** Decodes until nothing changes: `%252F`, `%25252F` and `%2%46` become `%2F`. */
function withPercentsDecoded(path: string): string {
  const decoded: string[] = []
  for (const character of path) {
    decoded.push(character)
    // A decoded character may complete another triple.
    while (decoded.at(-3) === '%') {
      const triple = decoded.slice(-3).join('')
      const form = triple === '%25' ? '%' : targetForm(triple)
      if (form === triple) break
      decoded.splice(-3, 3, ...form)
    }
  }
  return decoded.join('')
}

const BEYOND_ASCII = /(?:%[89A-F][\dA-F])+/g

/** Replaces full-width and other compatibility characters by ASCII (Unicode NFKC). */
function withAsciiForms(path: string): string {
  return targetForm(path.replace(BEYOND_ASCII, (octets) => compatibleForm(octets)))
}

function compatibleForm(octets: string): string {
  const bytes = Uint8Array.from(octets.matchAll(/[\dA-F]{2}/g), ([digits]) =>
    Number.parseInt(digits, 16),
  )
  const text = decoder.decode(bytes)
  // Invalid UTF-8 stays unchanged.
  return text.includes('\ufffd')
    ? octets
    : text.normalize('NFKC').replace(/[?#%]/g, encodeURIComponent)
}

const decoder = new TextDecoder()

/**
 * Drops dots and blanks at the end of a segment, as Windows does. A segment of nothing else becomes
 * empty.
 */
function withoutDotsAndBlanks(path: string): string {
  return path.replace(/(?<![^/])[^/]*(?:\.|%20)(?=\/|$)/g, (segment) =>
    /^\.{1,2}$/.test(segment) ? segment : segment.replace(/(?<!\.|%20)(?:\.|%20)+$/, ''),
  )
}

/** Drops the blanks from segments of dots and blanks: some servers read `..%20` as `..`. */
function withoutBlanks(path: string): string {
  return path.replace(/(?<=\/)(?:\.|%20)+(?=\/|$)/g, (segment) => segment.replaceAll('%20', ''))
}
