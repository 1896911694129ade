/** The text of a TOML file and a schema → the checked value and the place of everything in it. Never throws. */
import { parse, TomlDate, TomlError } from 'smol-toml'
import * as v from 'valibot'
import type { Report } from '../findings/diagnostic.ts'
import { type IgnoreReading, joinedIgnores, readIgnore } from '../findings/ignores.ts'
import { readSource, type Span } from '../text/source.ts'
import { issuesOf, keysAt, misshapen, type SchemaIssue } from './schema-issues.ts'
import { type Extent, type TomlPath, TomlPlaces } from './toml-places.ts'

export interface TomlReading<T> {
  readonly value: T | null
  /** Where the key at a path is; the start of the file where it has none. */
  readonly key: (path: TomlPath) => Span
  readonly at: (path: TomlPath) => Span
  /** Whether the value holds all that is written at a path. */
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
  const rest = new TomlRemainder(parsed)
  const extent = (path: TomlPath, part: 'key' | 'value') =>
    places.find(rest.original(path))?.[part] ?? { at: 0, length: 0 }
  const spanOf = spansIn(text, file)
  const reading = {
    key: (path: TomlPath) => spanOf(extent(path, 'key')),
    at: (path: TomlPath) => spanOf(extent(path, 'value')),
    isWhole: (path: TomlPath) => rest.isWhole(path),
    written: (path: TomlPath) => {
      const { at, length } = extent(path, 'value')
      return text.slice(at, at + length)
    },
  }
  const value = validate(schema, rest, (issue) => reportIssue(issue, schema, reading, report))
  return { value, ...reading, comments: ignoresAt(places.comments, text, spanOf) }
}

function ignoresAt(comments: readonly Extent[], text: string, spanOf: (part: Extent) => Span): IgnoreReading {
  const readings = comments.flatMap(({ at, length }) => {
    const locate = (from: number, part: number) => spanOf({ at: at + from, length: part })
    return readIgnore(text.slice(at, at + length), locate) ?? []
  })
  return joinedIgnores(readings)
}

/** Takes out what is wrong until nothing is, and reports each fault of the author's once. */
function validate<const S extends v.GenericSchema>(
  schema: S,
  rest: TomlRemainder,
  onIssue: (issue: SchemaIssue) => void,
): v.InferOutput<S> | null {
  const takeOut = (issues: readonly SchemaIssue[]) => {
    // A key that is missing because its value was taken out is no fault of its own.
    for (const issue of issues) if (!rest.lacks(issue.path)) onIssue(issue)
    for (const { kind, path } of issues) rest.remove(kind === 'missing-key' ? path.slice(0, -1) : path)
  }
  takeOut(misshapen(schema, rest.value()))
  for (;;) {
    const value = rest.value()
    if (value === null) return null
    const result = v.safeParse(schema, value)
    if (result.success) return result.output
    takeOut(issuesOf(result.issues))
  }
}

/** The place of a part of a text; a part of several lines ends with the first. The text is searched for its lines once. */
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
    return { source, line: low + 1, column: at - starts[low]! + 1, length: Math.min(at + length, lineEnd) - at }
  }
}

function parseToml(text: string, file: string, report: Report): unknown {
  try {
    return withDatesAsText(parse(text))
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

/** TOML's dates become texts as the schema knows them; everything else stays. */
function withDatesAsText(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(withDatesAsText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withDatesAsText(member)]))
}

function reportIssue(
  issue: SchemaIssue,
  schema: v.GenericSchema,
  { key, at, written }: Pick<TomlReading<unknown>, 'key' | 'at' | 'written'>,
  report: Report,
): void {
  const { path } = issue
  const parent = path.slice(0, -1)
  const name = nameOf(path)
  if (issue.kind === 'unknown-key')
    report(key(path), 'toml-unknown-key', name, tableName(parent), keysAt(schema, parent))
  else if (issue.kind === 'missing-key') report(key(parent), 'toml-missing-key', name, tableName(parent))
  else {
    const { words, options } = issue.expected
    if (issue.kind === 'key') report(key(path), 'toml-value', name, null, words, options, tableName(parent))
    else report(at(path), 'toml-value', name, written(path), words, options)
  }
}

function nameOf(path: TomlPath): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '')
}

/** The table at a path as it is written: `[refuse]`, `[[route]]`. */
function tableName(path: TomlPath): string {
  if (path.length === 0) return 'the file'
  const names = path.filter((part) => typeof part === 'string').join('.')
  return typeof path.at(-1) === 'number' ? `\`[[${names}]]\`` : `\`[${names}]\``
}

/** What is left of a document when parts of it are taken out. Paths are those of the rest, as `value` last gave it. */
class TomlRemainder {
  readonly #document: unknown
  readonly #removed = new Set<string>()
  /** The numbers of the items that are left, by the path of their list in the document. */
  readonly #remaining = new Map<string, readonly number[]>()

  constructor(document: unknown) {
    this.#document = document
  }

  remove(path: TomlPath): void {
    this.#removed.add(JSON.stringify(this.original(path)))
  }

  lacks(path: TomlPath): boolean {
    return this.#isRemoved(this.original(path))
  }

  /** Whether nothing of what is at a path has been taken out. */
  isWhole(path: TomlPath): boolean {
    const prefix = JSON.stringify(this.original(path)).slice(0, -1)
    return ![...this.#removed].some((removed) => removed.startsWith(prefix))
  }

  value(): unknown {
    return this.#isRemoved([]) ? null : this.#without(this.#document, [])
  }

  /** The path in the document of what is at a path in the rest. */
  original(path: TomlPath): TomlPath {
    const found: (string | number)[] = []
    for (const step of path) {
      const remaining = typeof step === 'number' ? this.#remaining.get(JSON.stringify(found)) : undefined
      found.push(remaining?.[step as number] ?? step)
    }
    return found
  }

  #isRemoved(path: TomlPath): boolean {
    return this.#removed.has(JSON.stringify(path))
  }

  #without(value: unknown, path: TomlPath): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) {
      const left = Object.entries(value).filter(([key]) => !this.#isRemoved([...path, key]))
      return Object.fromEntries(left.map(([key, member]) => [key, this.#without(member, [...path, key])]))
    }
    const remaining = [...value.keys()].filter((number) => !this.#isRemoved([...path, number]))
    this.#remaining.set(JSON.stringify(path), remaining)
    return remaining.map((number) => this.#without(value[number], [...path, number]))
  }
}
