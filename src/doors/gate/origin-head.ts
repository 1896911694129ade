/**
 * Normalises the head of an origin's response to RFC 9112, and reports what was wrong. Harmless
 * faults are repaired; a head with two meanings is refused.
 */

interface OriginHead {
  readonly status: number
  /**
   * The head by the rules, with the empty line behind it; null: the one that was written follows
   * them.
   */
  readonly text: string | null
  /** The length of the body by its header; null where there is none. */
  readonly length: number | null
  readonly coding: string | null
  /** What was wrong, each with the name of its header. */
  readonly faults: readonly string[]
}

/**
 * An answer that servers read in two ways: one of them may read what follows as the answer to
 * another request.
 */
class AmbiguousAnswer extends Error {}

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?: |$)/
const FIELD = /^([\w!#$%&'*+.^`|~-]+)([ \t]*):[ \t]*(.*?)[ \t]*$/s
/** Octets that no value may have (RFC 9110 5.5). */
const CONTROLS = /[\0-\x08\x0a-\x1f\x7f]/g
/** How much of a line a log shows. */
const SHOWN = 40

/**
 * Reads a head; null where its first line is none of HTTP/1.
 * @throws AmbiguousAnswer where it has several lengths, or a length and a transfer coding
 */
export function readOriginHead(text: string): OriginHead | null {
  const faults: string[] = []
  const [first = '', ...lines] = linesIn(text, faults)
  const status = STATUS_LINE.exec(first)?.[1]
  if (status === undefined) return null
  const fields = lines.flatMap((line) => fieldOf(line, faults))
  const valuesOf = (name: string) =>
    fields.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []))
  const lengths = valuesOf('content-length')
  const length = lengthOf(lengths)
  const coding = valuesOf('transfer-encoding').join(', ') || null
  if (length !== null && coding !== null)
    throw new AmbiguousAnswer('the origin sends both Content-Length and Transfer-Encoding')
  if (lengths.length > 1 || lengths[0]?.includes(',')) faults.push('Content-Length more than once')
  const own = { status: Number(status), length, coding, faults }
  return { ...own, text: faults.length === 0 ? null : written(first, fields, length) }
}

/** The lines of a head; one that begins with white space goes on with the one before it. */
function linesIn(text: string, faults: string[]): string[] {
  if (/(?:^|[^\r])\n/.test(text)) faults.push('lines that end in LF alone')
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const bare = line.replace(/\r+$/, '')
    if (bare === '') continue
    if (/^[ \t]/.test(bare) && lines.length > 1) {
      faults.push(`a folded line in ${nameIn(lines.at(-1)!)}`)
      lines.push(`${lines.pop()} ${bare.trim()}`)
    } else lines.push(bare)
  }
  return lines
}

type Field = readonly [name: string, value: string]

function fieldOf(line: string, faults: string[]): readonly Field[] {
  const [, name, space, value] = FIELD.exec(line) ?? []
  if (name === undefined) {
    faults.push(`a line that is no header: ${line.slice(0, SHOWN)}`)
    return []
  }
  if (space !== '') faults.push(`white space behind the name ${name}`)
  const plain = value!.replace(CONTROLS, ' ')
  if (plain !== value) faults.push(`a control character in ${name}`)
  return [[name, plain.trim()]]
}

/** The length that all values give; null where there is none. */
function lengthOf(written: readonly string[]): number | null {
  const values = new Set(written.flatMap((each) => each.split(',').map((value) => value.trim())))
  if (values.size === 0) return null
  const [value = ''] = values
  if (values.size > 1 || !/^\d{1,15}$/.test(value))
    throw new AmbiguousAnswer(
      `the origin sends Content-Length: ${[...values].join(', ').slice(0, SHOWN)}`,
    )
  return Number(value)
}

/**
 * The connection ends behind such an answer: another one might follow where its writer did not mean
 * it.
 */
function written(first: string, fields: readonly Field[], length: number | null): string {
  const kept = fields.filter(([name]) => !/^(?:content-length|connection|keep-alive)$/i.test(name))
  const lines = kept.map(([name, value]) => `${name}: ${value}`)
  if (length !== null) lines.push(`Content-Length: ${length}`)
  return [first, ...lines, 'Connection: close', '', ''].join('\r\n')
}

function nameIn(line: string): string {
  return line.slice(0, line.indexOf(':')).slice(0, SHOWN)
}
