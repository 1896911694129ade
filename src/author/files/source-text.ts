/**
 * Converts a robots.txt in another encoding to UTF-8 without changing decisions. Crawlers compare
 * octets (RFC 9309, 2.2.2), so in rules other octets are percent-encoded; in names and comments
 * they become characters. Crawlers cannot read UTF-16, so it is converted to what its author meant.
 * Refuses what is not a robots.txt.
 */
import { isUtf8 } from 'node:buffer'
import { UsageError } from '../../base/faults.ts'
import type { ValueKind } from '../../language/policy/field-row.ts'
import { foreignMarkup } from '../../language/text/foreign-markup.ts'
import type { Line } from '../../language/text/lines.ts'
import { properName } from '../../language/text/print.ts'
import { foreignPlace } from '../../language/text/source.ts'
import { parse, type Tree } from '../../language/text/tree.ts'

/**
 * A rule that the author may want to add: browsers send paths in UTF-8, and the original path is
 * not.
 */
export interface AddedRule {
  readonly line: number
  readonly rule: string
  readonly path: string
}

export interface SourceText {
  readonly text: string
  readonly changes: readonly string[]
  readonly additions: readonly AddedRule[]
}

/** What a file that is not UTF-8 most often is, on the web (WHATWG Encoding). */
const LIKELY_CHARSET = 'windows-1252'
/** The zeros in one half of UTF-16 text for each that may be in the other half. */
const MOST_ODD_ZEROS = 8
/** Values that name crawlers or are read by people: no path is compared in them. */
const NAMES_AND_TEXTS: readonly ValueKind[] = ['token', 'crawler', 'text', 'purpose']

/** Reads a file; `charset` is the one that the server sent, or null. */
export function sourceText(octets: Uint8Array, charset: string | null): SourceText {
  const wide = wideCharset(octets, charset)
  if (wide !== null) return fromWide(octets, wide)
  if (isUtf8(octets)) return { text: escapedText(octets), changes: [], additions: [] }
  const decoder = decoderOf(charset)
  const tree = parse(escapedText(octets))
  const { bom, text } = tree.source
  const lines = tree.lines.map((line) => inUtf8(text, line, decoder))
  return {
    text: (bom ? '\ufeff' : '') + lines.join(''),
    changes: [],
    additions: tree.lines.flatMap((line) => additionFor(tree, line, decoder)),
  }
}

/** UTF-16 by its mark, by the server's charset, or by zero octets in every second place. */
function wideCharset(octets: Uint8Array, charset: string | null): string | null {
  if (octets[0] === 0xff && octets[1] === 0xfe) return 'utf-16le'
  if (octets[0] === 0xfe && octets[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let at = 0; at < octets.length; at++) if (octets[at] === 0) zeros[at % 2]!++
  const most = octets.length / 4
  // Characters as U+3000, the space of Japanese, have a zero in the other place: a few do not
  // count.
  const [even, odd] = zeros as [number, number]
  if (odd > most && even * MOST_ODD_ZEROS < odd) return 'utf-16le'
  if (even > most && odd * MOST_ODD_ZEROS < even) return 'utf-16be'
  return charset !== null && /^utf-16/i.test(charset) && Math.max(even, odd) > most
    ? 'utf-16le'
    : null
}

function fromWide(octets: Uint8Array, charset: string): SourceText {
  return {
    text: new TextDecoder(charset).decode(octets),
    changes: [
      `the file was ${charset.slice(0, 6).toUpperCase()}, in which crawlers read no rule: until now they were permitted everything`,
    ],
    additions: [],
  }
}

function decoderOf(charset: string | null): TextDecoder {
  try {
    const decoder = new TextDecoder(charset ?? LIKELY_CHARSET)
    return decoder.encoding === 'utf-8' ? new TextDecoder(LIKELY_CHARSET) : decoder
  } catch {
    return new TextDecoder(LIKELY_CHARSET)
  }
}

function inUtf8(text: string, line: Line, decoder: TextDecoder): string {
  const whole = text.slice(line.start, line.next)
  if (!hasEscapes(whole)) return whole
  const asText = (from: number, to: number) => decoded(text.slice(from, to), decoder)
  const { field, start, valueStart, valueEnd, next } = line
  const holdsPaths = field !== null && !NAMES_AND_TEXTS.includes(field.value)
  const value = holdsPaths
    ? percentEncoded(text.slice(valueStart, valueEnd))
    : asText(valueStart, valueEnd)
  return asText(start, valueStart) + value + asText(valueEnd, next)
}

function decoded(text: string, decoder: TextDecoder): string {
  return hasEscapes(text) ? decoder.decode(octetsOf(text)) : text
}

function percentEncoded(text: string): string {
  return text.replace(
    ESCAPED,
    (octet) => `%${(octet.charCodeAt(0) - SURROGATE).toString(16).toUpperCase()}`,
  )
}

function additionFor(tree: Tree, line: Line, decoder: TextDecoder): readonly AddedRule[] {
  const value = tree.source.text.slice(line.valueStart, line.valueEnd)
  if (line.field?.value !== 'pattern' || !hasEscapes(value)) return []
  const path = decoded(value, decoder)
  const encoded = path.replace(/[^\0-\x7f]+/gu, encodeURIComponent)
  return [{ line: line.number, rule: `${properName(tree, line)}: ${encoded}`, path }]
}

const SURROGATE = 0xdc00
const ESCAPED = /[\udc80-\udcff]/gu
/**
 * A character of UTF-8 beyond ASCII (Unicode, table 3-7), or a single octet that is not UTF-8. The
 * text holds one character for each octet.
 */
const SEQUENCE =
  /((?:[\xc2-\xdf]|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])|(?:\xf0[\x90-\xbf]|\xf4[\x80-\x8f]|[\xf1-\xf3][\x80-\xbf])[\x80-\xbf])[\x80-\xbf])|[\x80-\xff]/g

/**
 * Decodes UTF-8. An octet that is not UTF-8 becomes a lone surrogate, so that it can be restored.
 */
export function escapedText(octets: Uint8Array): string {
  const latin1 = Buffer.from(octets).toString('latin1')
  return latin1.replace(SEQUENCE, (octet: string, sequence?: string) =>
    sequence === undefined
      ? String.fromCharCode(SURROGATE + octet.charCodeAt(0))
      : Buffer.from(sequence, 'latin1').toString(),
  )
}

export function hasEscapes(text: string): boolean {
  return text.search(ESCAPED) >= 0
}

export function octetsOf(text: string): Uint8Array {
  const latin1 = text.replace(/[^\0-\x7f]/gu, (character) =>
    hasEscapes(character)
      ? String.fromCharCode(character.charCodeAt(0) - SURROGATE)
      : Buffer.from(character).toString('latin1'),
  )
  return Buffer.from(latin1, 'latin1')
}

/**
 * Reads the file that the author calls `name`. @throws UsageError for what is no text or no
 * robots.txt
 */
export function robotsSourceText(octets: Buffer, name: string): string {
  refuseForeignText(octets, name, 'give a robots.txt')
  return sourceText(octets, null).text
}

/**
 * A text with a lower share of fields among its lines is no policy. Real ones are nearly all
 * fields.
 */
const LEAST_SHARE = 0.25

/** Refuses text that cannot be meant as a policy; `name` is what the author calls it. */
export function refuseForeignText(
  text: string | Uint8Array,
  name: string,
  help: string | null,
): void {
  const tree = parse(text)
  const { lines, blocks, source } = tree
  if (foreignPlace(source) !== null)
    throw new UsageError(`\`${name}\` is no text, but UTF-16 or binary`, 'save the file as UTF-8')
  const markup = foreignMarkup(tree)
  if (markup?.kind === 'template')
    throw new UsageError(
      `\`${name}\` is a template (line ${markup.at.span.line}), not the robots.txt that it makes`,
      'give the file that the server sends',
    )
  const written = lines.filter(({ kind }) => kind !== 'blank').length
  const fields = lines.filter(({ kind }) => kind === 'field').length
  // A crawler with a rule below it is a policy, however much else stands there.
  const hasRules = blocks.some((block) => block.names.length > 0 && block.fields.length > 0)
  if (hasRules || fields >= written * LEAST_SHARE) return
  const share = fields === 0 ? 'none of its lines is' : `only ${fields} of its ${written} lines are`
  throw new UsageError(`\`${name}\` is not a robots.txt: ${share} a field of one`, help)
}
