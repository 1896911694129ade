/**
 * A robots.txt with lines that would stop the build → the same with a comment on each of them that says why it stays.
 * The lines keep their text and their meaning; the author decides about them later.
 */
import type { Finding } from '../../language/findings/diagnostic.ts'
import { parse } from '../../language/text/tree.ts'

/** Why a line stays, as its comment says. */
const REASON = 'kept by acap init as it was'
/** Comments may bring findings to light that a worse one had hidden. Each round silences at least one code. */
const MOST_ROUNDS = 8

export interface KeptLine {
  readonly line: number
  readonly codes: readonly string[]
  readonly text: string
  /** What is wrong with it, and the fix, a sentence for each code. */
  readonly faults: readonly string[]
}

/** A text that builds, and the lines that got a comment. */
interface KeptText {
  readonly text: string
  readonly lines: readonly KeptLine[]
}

/** Adds the comments. `findingsOf` reads a text as a site's robots.txt. Throws where a finding cannot be silenced. */
export function keepLines(text: string, findingsOf: (text: string) => readonly Finding[]): KeptText {
  const codes = new Map<number, Map<string, string>>()
  let kept = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const errors = findingsOf(kept).filter(({ severity }) => severity === 'error')
    if (errors.length === 0) return { text: kept, lines: toLines(text, codes) }
    for (const { line, code, message, help } of errors) {
      codes.set(line, (codes.get(line) ?? new Map()).set(code, help === null ? message : `${message}; ${help}`))
    }
    kept = withComments(text, ignoring(codes))
  }
  throw new Error(
    `findings that no comment silences: ${[...new Set([...codes.values()].flatMap((each) => [...each.keys()]))]}`,
  )
}

type Faults = ReadonlyMap<number, ReadonlyMap<string, string>>

function ignoring(codes: Faults): ReadonlyMap<number, string> {
  return new Map([...codes].map(([line, own]) => [line, `acap-ignore ${[...own.keys()].join(', ')} ${REASON}`]))
}

function toLines(text: string, codes: Faults): readonly KeptLine[] {
  const { source, lines } = parse(text)
  const textOf = (line: number) => source.text.slice(lines[line - 1]!.start, lines[line - 1]!.end).trim()
  return [...codes]
    .map(([line, each]) => ({ line, codes: [...each.keys()], text: textOf(line), faults: [...each.values()] }))
    .sort((a, b) => a.line - b.line)
}

/** Adds comments to lines by their numbers, each at the end of its line, behind one that is there already. */
export function withComments(text: string, comments: ReadonlyMap<number, string>): string {
  const { source, lines } = parse(text)
  const written = lines.map(({ number, start, end, next }) => {
    const own = comments.get(number)
    const line = source.text.slice(start, end)
    return line + (own === undefined ? '' : ` # ${own}`) + source.text.slice(end, next)
  })
  return (source.bom ? '\ufeff' : '') + written.join('')
}
