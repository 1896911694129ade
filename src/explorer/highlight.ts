/** One line of a file → stretches to paint, by that line alone; findings and fields → the lines that show them. */
import type { WrittenPlace } from '../author/explain/author-terms.ts'
import type { Finding } from '../language/findings/diagnostic.ts'
import { ALL_NAMES } from '../language/policy/fields.ts'
import { scanLines } from '../language/text/lines.ts'

type Paint = 'plain' | 'name' | 'acap' | 'value' | 'comment' | 'unknown'

/** The part of a line that a finding is about; columns count from 1, as in findings. */
export interface Mark {
  readonly column: number
  readonly length: number
  readonly severity: 'error' | 'warning' | 'note'
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly paint: Paint
}

const STRENGTH: Readonly<Record<Mark['severity'], number>> = { note: 1, warning: 2, error: 3 }
const TOML_STRING = /"(?:\\.|[^"\\])*"|'[^']*'/g
const TOML_KEY = /^\s*(?:\[{1,2}[^\]]*\]{1,2}|[A-Za-z0-9_."'-]+(?=\s*=))/

/** Cuts a line where its look changes. Its segments joined are the line. */
export function segmentsOf(line: string, file: string, marks: readonly Mark[]) {
  const stretches = file.endsWith('.toml') ? tomlStretches(line) : fieldStretches(line)
  const spans = marks.map(({ column, length, severity }) => {
    // A place between two characters is shown on the one after it, or before it at the line's end.
    const from = Math.min(column - 1, Math.max(0, line.length - 1))
    return { from, to: Math.min(line.length, Math.max(column - 1 + length, from + 1)), severity }
  })
  const cuts = new Set([
    0,
    line.length,
    ...[...stretches, ...spans].flatMap(({ from, to }) => [from, to]),
  ])
  const places = [...cuts].sort((a, b) => a - b)
  return places.slice(1).map((to, i) => {
    const from = places[i]!
    const inside = <S extends { readonly from: number; readonly to: number }>(all: readonly S[]) =>
      all.filter((each) => each.from <= from && to <= each.to)
    const strongest = inside(spans).sort((a, b) => STRENGTH[b.severity] - STRENGTH[a.severity])[0]
    const paint: Paint = inside(stretches)[0]?.paint ?? 'plain'
    return { text: line.slice(from, to), paint, severity: strongest?.severity ?? null }
  })
}

function fieldStretches(line: string): Stretch[] {
  const [scanned] = scanLines(line, ALL_NAMES)
  if (scanned === undefined) return []
  const { field, kind, nameStart, nameEnd, valueStart, valueEnd, comment } = scanned
  const name: Paint = kind === 'field' ? (field?.dialect === 'acap' ? 'acap' : 'name') : 'unknown'
  const value: Paint = kind === 'stray' ? 'unknown' : 'value'
  const all: readonly Stretch[] = [
    { from: nameStart, to: nameEnd, paint: name },
    { from: valueStart, to: valueEnd, paint: value },
  ]
  return [...(kind === 'blank' ? [] : all), ...commentFrom(line, comment)]
}

function commentFrom(line: string, from: number): Stretch[] {
  return from < 0 ? [] : [{ from, to: line.length, paint: 'comment' }]
}

function tomlStretches(line: string): Stretch[] {
  // Strings first: a `#` or `=` inside one is text.
  const strings = [...line.matchAll(TOML_STRING)].map(({ 0: text, index }): Stretch => {
    return { from: index, to: index + text.length, paint: 'value' }
  })
  const bare = line.replace(TOML_STRING, (text) => '"'.repeat(text.length))
  const hash = bare.indexOf('#')
  const code = hash < 0 ? line.length : hash
  const key = TOML_KEY.exec(bare.slice(0, code))?.[0] ?? ''
  return [
    ...(key === ''
      ? []
      : [{ from: key.length - key.trimStart().length, to: key.length, paint: 'name' as const }]),
    ...strings.filter(({ to }) => to <= code),
    ...commentFrom(line, hash),
  ]
}

export function decorationsOf(
  file: string,
  findings: readonly Finding[],
  deciding: readonly WrittenPlace[],
) {
  const marks = new Map<number, Mark[]>()
  for (const { source, line, column, length, severity } of findings) {
    if (source === file) marks.set(line, [...(marks.get(line) ?? []), { column, length, severity }])
  }
  const lines = deciding.flatMap((place) =>
    place.file === file && place.line !== null ? [place.line] : [],
  )
  const withErrors = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ source }) => source)
  return { marks, deciding: new Set(lines), withErrors: new Set(withErrors) }
}
