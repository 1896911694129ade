/**
 * Writes regular expressions that PCRE, RE2 and JavaScript read alike: printable ASCII without
 * spaces, quotes and braces, and backslashes only in `\xHH`. So every server's file can contain
 * them unchanged. JavaScript has no `(?>…)`, which is converted.
 */

/** Of rows, the first whose expression matches gives the value. */
export type Row<Value extends string = string> = readonly [expression: string, value: Value]

/** Rows of one value: `1` where it holds, else `0`. */
export function markedRows(expressions: readonly string[], holds: boolean): readonly Row[] {
  return expressions.map((expression) => [expression, holds ? '1' : '0'])
}

/** nginx reads no longer parameters than 4,096 bytes. */
const LONGEST = 2400

/** Texts in groups of which none makes too long an expression. */
export function chunked(
  texts: Iterable<string>,
  longest = LONGEST,
): readonly (readonly string[])[] {
  const found: string[][] = []
  let length = longest
  for (const text of [...new Set(texts)].sort()) {
    length += literal(text).length + 1
    if (length > longest) {
      found.push([])
      length = 0
    }
    found.at(-1)!.push(text)
  }
  return found
}

/**
 * An expression for any of these texts, which are sorted, each once: beginnings that they share are
 * written once.
 */
export function anyOf(texts: readonly string[]): string {
  const ends = texts.includes('') ? ['|'] : []
  const byFirst = new Map<string, string[]>()
  for (const text of texts) {
    if (text !== '') byFirst.set(text[0]!, [...(byFirst.get(text[0]!) ?? []), text.slice(1)])
  }
  const branches = Array.from(
    byFirst,
    ([first, rest]) => literal(first) + (rest.length === 1 ? literal(rest[0]!) : anyOf(rest)),
  )
  return branches.length === 1 && ends.length === 0
    ? branches[0]!
    : `(?:${branches.join('|')}${ends.join('')})`
}

/**
 * A text as an expression. A character beyond ASCII is any character: servers count bytes, or
 * characters.
 */
export function literal(text: string): string {
  return text.replace(/[^a-z0-9_/&'!,=@~%<>:;-]/gi, (character) => {
    if (/[.+?*()|[$]/.test(character)) return `[${character}]`
    const code = character.charCodeAt(0)
    return code < 0x80 ? hex(code) : '.'
  })
}

export function hex(code: number): string {
  return `\\x${code.toString(16).padStart(2, '0')}`
}

export function serverExpression(text: string, flags = ''): RegExp {
  let number = 0
  let rest = text
  for (let at = rest.indexOf('(?>'); at >= 0; at = rest.indexOf('(?>')) {
    const end = closingOf(rest, at)
    const name = `skip${number++}`
    const inside = rest.slice(at + 3, end)
    rest = `${rest.slice(0, at)}(?=(?<${name}>${inside}))\\k<${name}>${rest.slice(end + 1)}`
  }
  return new RegExp(rest, flags)
}

/** Where the group ends that begins at `at`. */
function closingOf(text: string, at: number): number {
  let depth = 0
  let isClass = false
  for (let i = at; i < text.length; i++) {
    const character = text[i]!
    if (isClass) isClass = character !== ']'
    else if (character === '[') isClass = true
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return i
  }
  throw new Error(`no end of a group: ${text}`)
}
