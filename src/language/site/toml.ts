/** Parses TOML against a schema, with the places of everything in it. Never throws. */
import { parse, TomlDate, TomlError } from 'smol-toml'
import * as v from 'valibot'
import type { Report } from '../findings/diagnostic.ts'
import { type IgnoreReading, joinedIgnores, readIgnore } from '../findings/ignores.ts'
import { readSource, type Span } from '../text/source.ts'
import { issuesOf, misshapen, type SchemaIssue } from './schema-issues.ts'
import { type Extent, NOWHERE, type TomlPath, type TomlPlace, TomlPlaces } from './toml-places.ts'

export interface TomlReading<T> {
  readonly value: T | null
  /** The place of a path's key; the start of the file if it has none. */
  readonly key: (path: TomlPath) => Span
  readonly at: (path: TomlPath) => Span
  /** Whether nothing at a path was removed as invalid. */
  readonly isWhole: (path: TomlPath) => boolean
  readonly written: (path: TomlPath) => string
  readonly comments: IgnoreReading
}

export function readToml<const S extends v.GenericSchema>(
  input: string | Uint8Array,
  file: string,
  schema: S,
  report: Report,
): TomlReading<v.InferOutput<S>> {
  const { text } = readSource(input, file)
  const parsed = parseToml(text, file, report)
  const places = new TomlPlaces(parsed === null ? '' : text)
  const extent = (path: TomlPath, part: 'key' | 'value') => places.find(path)?.[part] ?? NOWHERE
  const spanOf = spansIn(text, file)
  const reading = {
    key: (path: TomlPath) => spanOf(extent(path, 'key')),
    at: (path: TomlPath) => spanOf(extent(path, 'value')),
    isWhole: (path: TomlPath) => places.find(path)?.isWhole !== false,
    written: (path: TomlPath) => {
      const { at, length } = extent(path, 'value')
      return text.slice(at, at + length)
    },
  }
  const value = validate(schema, parsed, places, (issue) => reportIssue(issue, reading, report))
  return { value, ...reading, comments: ignoresAt(places.comments, text, spanOf) }
}

function ignoresAt(
  comments: readonly Extent[],
  text: string,
  spanOf: (part: Extent) => Span,
): IgnoreReading {
  const readings = comments.flatMap(({ at, length }) => {
    const locate = (from: number, part: number) => spanOf({ at: at + from, length: part })
    return readIgnore(text.slice(at, at + length), locate) ?? []
  })
  return joinedIgnores(readings)
}

/** Removes invalid parts until none is left, and reports each of the author's errors once. */
function validate<const S extends v.GenericSchema>(
  schema: S,
  document: unknown,
  places: TomlPlaces,
  onIssue: (issue: SchemaIssue) => void,
): v.InferOutput<S> | null {
  let rest = remainder(document, places.find([]))
  const takeOut = (issues: readonly SchemaIssue[]) => {
    // A required key whose value was removed is not a second error.
    for (const issue of issues) if (places.find(issue.path)?.isGone !== true) onIssue(issue)
    for (const { kind, path } of issues)
      markGone(places, kind === 'missing-key' ? path.slice(0, -1) : path)
    rest = remainder(rest, places.find([]))
  }
  takeOut(misshapen(schema, rest))
  while (rest !== null) {
    const result = v.safeParse(schema, rest)
    if (result.success) return result.output
    takeOut(issuesOf(result.issues))
  }
  return null
}

function markGone(places: TomlPlaces, path: TomlPath): void {
  let last = places.find([])!
  for (let depth = 0; depth <= path.length; depth++) {
    last = places.find(path.slice(0, depth)) ?? last
    last.isWhole = false
  }
  last.isGone = true
}

/** A value without removed parts, with dates as texts. Lists and their places close the gaps. */
function remainder(value: unknown, place: TomlPlace | null): unknown {
  if (place?.isGone) return null
  if (Array.isArray(value)) {
    const { items = [] } = place ?? {}
    const left = value.filter((_, number) => !items[number]?.isGone)
    if (place !== null) place.items = items.filter(({ isGone }) => !isGone)
    return left.map((item, number) => remainder(item, place?.items[number] ?? null))
  }
  if (value instanceof TomlDate) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  const left = Object.entries(value).map(
    ([key, member]) => [key, member, place?.members.get(key) ?? null] as const,
  )
  return Object.fromEntries(
    left.flatMap(([key, member, at]) => (at?.isGone ? [] : [[key, remainder(member, at)]])),
  )
}

/** The place of a part of a text. It ends with its first line. Lines are found once. */
export function spansIn(text: string, source: string): (part: Extent) => Span {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return ({ at, length }) => {
    let low = 0
    let high = starts.length
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= at) low = middle
      else high = middle
    }
    const lineEnd = (starts[low + 1] ?? text.length + 1) - 1
    return {
      source,
      line: low + 1,
      column: at - starts[low]! + 1,
      length: Math.min(at + length, lineEnd) - at,
    }
  }
}

function parseToml(text: string, file: string, report: Report): unknown {
  try {
    return parse(text)
  } catch (error) {
    const { message, line, column } =
      error instanceof TomlError ? error : { message: String(error), line: 1, column: 1 }
    const reason = message
      .split('\n', 1)[0]!
      .replace(/^Invalid TOML document: /, '')
      .replace(/^(?:illegal|invalid)/, 'unexpected')
    report({ source: file, line, column, length: 1 }, 'toml-syntax', reason)
    return null
  }
}

function reportIssue(
  { kind, path, expected, options }: SchemaIssue,
  { key, at, written }: Pick<TomlReading<unknown>, 'key' | 'at' | 'written'>,
  report: Report,
): void {
  const parent = path.slice(0, -1)
  const name = String(path.findLast((part) => typeof part === 'string') ?? '')
  if (kind === 'unknown-key')
    report(key(path), 'toml-unknown-key', name, tableName(parent), options)
  else if (kind === 'missing-key') report(key(parent), 'toml-missing-key', name, tableName(parent))
  else if (kind === 'key')
    report(key(path), 'toml-value', name, null, expected, options, tableName(parent))
  else report(at(path), 'toml-value', name, written(path), expected, options)
}

/** The table at a path as written: `[refuse]`, `[[route]]`. */
function tableName(path: TomlPath): string {
  if (path.length === 0) return 'the file'
  const names = path.filter((part) => typeof part === 'string').join('.')
  return typeof path.at(-1) === 'number' ? `\`[[${names}]]\`` : `\`[${names}]\``
}
