/**
 * Parses comments `# acap-ignore ACAP040 REASON`, removes the findings that they silence, and
 * reports unused ones.
 */
import type { Span } from '../text/source.ts'
import { spanOf, type Tree } from '../text/tree.ts'
import { type Finding, finding, kindWithCode } from './diagnostic.ts'

/** A comment that silences findings. */
export interface Ignore {
  readonly code: string
  readonly at: Span
}

type IgnoreFault = 'no code' | 'unknown code' | 'not silenceable' | 'no reason'

export interface IgnoreReading {
  readonly ignores: readonly Ignore[]
  readonly findings: readonly Finding[]
}

const MARK = /acap-ignore/i
const COMMENT = /#[ \t]*acap-ignore(?:[ \t]+|$)/i
/** A list of codes with their separators. */
const CODES = /(?:[ \t,]*ACAP\d+(?![^ \t,:]))*/iy
const BEFORE_REASON = /^[ \t:–—-]+/

export function ignoresIn(tree: Tree): IgnoreReading {
  const { text } = tree.source
  // Fast path: most files have no such comment.
  if (!MARK.test(text)) return joinedIgnores([])
  const readings = tree.lines.flatMap((line) => {
    if (line.comment < 0) return []
    const locate = (at: number, length: number) =>
      spanOf(tree, line, line.comment + at, line.comment + at + length)
    return readIgnore(text.slice(line.comment, line.end), locate) ?? []
  })
  return joinedIgnores(readings)
}

export function joinedIgnores(readings: readonly IgnoreReading[]): IgnoreReading {
  return {
    ignores: readings.flatMap(({ ignores }) => ignores),
    findings: readings.flatMap(({ findings }) => findings),
  }
}

/** Parses one comment, from `#` to its end. Null for other comments. */
export function readIgnore(
  comment: string,
  locate: (at: number, length: number) => Span,
): IgnoreReading | null {
  const opening = COMMENT.exec(comment)
  if (opening === null) return null
  const from = opening.index + opening[0].length
  CODES.lastIndex = from
  const [list = ''] = CODES.exec(comment) ?? []
  const codes = [...list.matchAll(/ACAP\d+/gi)].map(({ 0: code, index }) => {
    return { code: code.toUpperCase(), at: from + index, length: code.length }
  })
  const whole = locate(opening.index, comment.trimEnd().length - opening.index)
  const fault = (at: Span, kind: IgnoreFault, code = '') =>
    finding(at, 'malformed-ignore', [code, kind])
  if (codes.length === 0) return { ignores: [], findings: [fault(whole, 'no code')] }
  const reason = comment
    .slice(from + list.length)
    .replace(BEFORE_REASON, '')
    .trim()
  if (reason === '') return { ignores: [], findings: [fault(whole, 'no reason', codes[0]!.code)] }
  const ignores: Ignore[] = []
  const findings: Finding[] = []
  for (const { code, at, length } of codes) {
    const place = locate(at, length)
    const kind = kindWithCode(code)
    if (kind === null) findings.push(fault(place, 'unknown code', code))
    else if (kind.silence === 'never') findings.push(fault(place, 'not silenceable', code))
    else ignores.push({ code, at: place })
  }
  return { ignores, findings }
}

export function withoutIgnored(
  findings: readonly Finding[],
  ignores: readonly Ignore[],
): readonly Finding[] {
  if (ignores.length === 0) return findings
  const silenced = new Set(ignores.map(({ code, at }) => keyOf(code, at)))
  return findings.filter((each) => !silenced.has(keyOf(each.code, each)))
}

/** The errors that a comment silences. Their lines still do not do what they say. */
export function silencedErrors(
  findings: readonly Finding[],
  { ignores }: IgnoreReading,
): readonly Finding[] {
  const left = new Set(withoutIgnored(findings, ignores))
  return findings.filter((each) => each.severity === 'error' && !left.has(each))
}

function unusedIgnores(findings: readonly Finding[], ignores: readonly Ignore[]): Finding[] {
  const found = new Set(findings.map((each) => keyOf(each.code, each)))
  return ignores
    .filter(
      ({ code, at }) => kindWithCode(code)?.silence !== 'later' && !found.has(keyOf(code, at)),
    )
    .map(({ code, at }) => finding(at, 'unused-ignore', [code]))
}

export function applyIgnores(
  findings: readonly Finding[],
  { ignores, findings: faults }: IgnoreReading,
): Finding[] {
  return [...withoutIgnored(findings, ignores), ...unusedIgnores(findings, ignores), ...faults]
}

function keyOf(code: string, { source, line }: Pick<Span, 'source' | 'line'>): string {
  return `${code} ${line} ${source}`
}
