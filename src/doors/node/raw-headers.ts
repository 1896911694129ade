/**
 * Headers as they are on the wire, as flat lists of names and values: nothing is renamed, joined or
 * reordered.
 */

/** What is between two neighbours and goes no further (RFC 9110 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

const NONE: ReadonlySet<string> = new Set()

const SET_COOKIE = 'set-cookie'

/**
 * The list without what is between two neighbours, `Connection`'s own names included, and without
 * `others`.
 */
export function endToEnd(raw: readonly string[], others = NONE): string[] {
  const named = namedByConnection(raw)
  const out: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (!HOP_BY_HOP.has(name) && !others.has(name) && named?.has(name) !== true)
      out.push(raw[i]!, raw[i + 1]!)
  }
  return out
}

/**
 * The names that `Connection` lists beside those that no other hop gets anyway; null where there
 * are none.
 */
function namedByConnection(raw: readonly string[]): ReadonlySet<string> | null {
  let named: Set<string> | null = null
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length !== 10 || raw[i]!.toLowerCase() !== 'connection') continue
    // Nearly all say this and nothing else.
    if (raw[i + 1] === 'keep-alive' || raw[i + 1] === 'close') continue
    named ??= new Set()
    for (const name of raw[i + 1]!.split(',')) named.add(name.trim().toLowerCase())
  }
  return named
}

/**
 * The list as the edge has altered it: `sent` has the headers of `raw` in another form, some
 * changed, gone or new. What was added to a value is a line of its own: in `X-Robots-Tag`, say, a
 * name counts for all that stands behind it in its line.
 */
export function altered(raw: readonly string[], sent: Headers, before: Headers): string[] {
  const out: string[] = []
  const added: string[] = []
  const known = new Set<string>()
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    const isFirst = !known.has(name)
    known.add(name)
    const more = addedLines(name, sent, before)
    if (more !== null) out.push(raw[i]!, raw[i + 1]!)
    if (!isFirst) continue
    if (more === null) pushLines(out, raw[i]!, linesNamed(name, sent))
    else pushLines(added, raw[i]!, more)
  }
  for (const [name, value] of sent)
    if (!known.has(name) && value !== before.get(name)) out.push(name, value)
  out.push(...added)
  return out
}

function pushLines(list: string[], name: string, values: readonly string[]): void {
  for (const value of values) list.push(name, value)
}

/** What was added behind the old lines of a name; null where those are not all there any more. */
function addedLines(name: string, sent: Headers, before: Headers): readonly string[] | null {
  if (name === SET_COOKIE) {
    const [lines, old] = [sent.getSetCookie(), before.getSetCookie()]
    return old.every((line, at) => line === lines[at]) ? lines.slice(old.length) : null
  }
  const [value, old] = [sent.get(name), before.get(name)]
  if (value === old) return []
  const more = addition(value, old)
  return more === null ? null : [more]
}

/** A cookie's line is never joined with another (RFC 6265, 3). */
function linesNamed(name: string, sent: Headers): readonly string[] {
  if (name === SET_COOKIE) return sent.getSetCookie()
  const value = sent.get(name)
  return value === null ? [] : [value]
}

/**
 * What was added to a value; null where nothing was, or it is another. Runtimes join the values of
 * a name.
 */
export function addition(value: string | null, before: string | null): string | null {
  if (value === null || before === null || !value.startsWith(`${before}, `)) return null
  return value.slice(before.length + 2)
}

const LINES = new WeakMap<Response, readonly string[]>()

/** Has an answer sent as the lines of its origin, as far as they are those of its headers. */
export function keepLines(answer: Response, raw: readonly string[]): void {
  // A Headers that was made before may have been altered itself: some Responses do not copy theirs.
  LINES.set(answer, altered(raw, answer.headers, headersFrom(raw)))
}

/** The header of an answer as it is sent, names and values in turn. */
export function linesOf(answer: Response): readonly string[] {
  return LINES.get(answer) ?? [...answer.headers].flat()
}

/** The list with one value for a name, in the place of those it had. */
export function withHeader(raw: readonly string[], name: string, value: string): string[] {
  return [...without(raw, name), name, value]
}

export function without(raw: readonly string[], name: string): string[] {
  const folded = name.toLowerCase()
  const out: string[] = []
  for (let i = 0; i < raw.length; i += 2)
    if (raw[i]!.toLowerCase() !== folded) out.push(raw[i]!, raw[i + 1]!)
  return out
}

export function valuesOf(raw: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === name.length && raw[i]!.toLowerCase() === name) values.push(raw[i + 1]!)
  }
  return values
}

export function headersFrom(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!)
  return headers
}
