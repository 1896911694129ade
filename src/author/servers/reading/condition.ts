/** Conditions of a server's file, as data: tests of a request's path, User-Agent and variables. */
import { agentNamesIn, anywhere, pathPatternsIn } from './expression-texts.ts'

/** `target` is a path with its query; others are names of variables that the file sets. */
export type Subject = 'agent' | 'path' | 'target' | `$${string}`

/** A test of one text. */
export interface TextTest {
  readonly kind: 'text'
  readonly subject: Subject
  readonly holds: (text: string) => boolean
  /** The names or the robots patterns that it is about, as far as they can be listed. */
  readonly about: readonly string[]
  /** Whether it is about nothing else. */
  readonly isListed: boolean
  readonly line: number
}

/** A place in a file, with what to show where it is not understood. */
export interface FilePlace {
  readonly line: number
  readonly text: string
}

/** Not in a policy of names and paths: an address, a country, a cookie. It never holds. */
interface UnknownTest extends FilePlace {
  readonly kind: 'unknown'
}

export type RequestCondition =
  | TextTest
  | UnknownTest
  | { readonly kind: 'all' | 'any'; readonly of: readonly RequestCondition[] }
  | { readonly kind: 'not'; readonly of: RequestCondition }

type ReadText = (subject: Subject) => string

export function holdsFor(condition: RequestCondition, read: ReadText): boolean {
  switch (condition.kind) {
    case 'unknown':
      return false
    case 'text':
      return condition.holds(read(condition.subject))
    case 'not':
      return !holdsFor(condition.of, read)
    case 'any':
      return condition.of.some((each) => holdsFor(each, read))
    case 'all':
      return condition.of.every((each) => holdsFor(each, read))
  }
}

/** Its tests, those inside of others, too. */
export function testsIn(condition: RequestCondition): readonly (TextTest | UnknownTest)[] {
  if (condition.kind === 'text' || condition.kind === 'unknown') return [condition]
  return condition.kind === 'not' ? testsIn(condition.of) : condition.of.flatMap(testsIn)
}

export const ALWAYS: RequestCondition = { kind: 'all', of: [] }

export function all(...of: readonly RequestCondition[]): RequestCondition {
  const needed = of.filter((each) => each !== ALWAYS)
  return needed.length === 1 ? needed[0]! : { kind: 'all', of: needed }
}

export function any(of: readonly RequestCondition[]): RequestCondition {
  return of.length === 1 ? of[0]! : { kind: 'any', of }
}

export function unknown({ line, text }: FilePlace): RequestCondition {
  return { kind: 'unknown', line, text }
}

export function negated(of: RequestCondition): RequestCondition {
  return { kind: 'not', of }
}

/** What joins operands; `isNext` takes the word where it is the next one. */
interface Joint<T> {
  readonly isNext: () => boolean
  readonly join: (of: readonly T[]) => T
}

/** Reads operands that are joined, by the loosest first. */
export function chained<T>([loosest, ...inner]: readonly Joint<T>[], operand: () => T): T {
  if (loosest === undefined) return operand()
  const of = [chained(inner, operand)]
  while (loosest.isNext()) of.push(chained(inner, operand))
  return of.length === 1 ? of[0]! : loosest.join(of)
}

/** `foo` matches anywhere, as a regular expression of PCRE, RE2 or POSIX. */
export function expressionTest(
  subject: Subject,
  source: string,
  place: FilePlace,
  isCaseless = false,
): RequestCondition {
  const flags = isCaseless || /^\(\?[a-z]*i[a-z]*\)/.test(source) ? 'i' : ''
  const own = source
    .replace(/^\(\?[a-z]+\)/, '')
    .replaceAll('(?>', '(?:')
    .replaceAll('[:blank:]', ' \\t')
    .replaceAll('[:space:]', '\\s')
    .replaceAll('[:alnum:]', 'a-zA-Z0-9')
    .replaceAll('[:alpha:]', 'a-zA-Z')
    .replaceAll('[:digit:]', '0-9')
  let expression: RegExp
  try {
    expression = new RegExp(own, flags)
  } catch {
    return unknown(place)
  }
  const { texts, isWhole } = subject === 'agent' ? agentNamesIn(source) : pathPatternsIn(source)
  const holds = (each: string) => expression.test(each)
  return { kind: 'text', subject, holds, about: texts, isListed: isWhole, line: place.line }
}

export type ComparisonKind = 'is' | 'has' | 'begins' | 'ends'

const COMPARED: Readonly<Record<ComparisonKind, (text: string, value: string) => boolean>> = {
  is: (text, value) => text === value,
  has: (text, value) => text.includes(value),
  begins: (text, value) => text.startsWith(value),
  ends: (text, value) => text.endsWith(value),
}

const PATTERNS: Readonly<Record<ComparisonKind, (value: string) => string>> = {
  is: (value) => `${value}$`,
  has: anywhere,
  begins: (value) => value,
  ends: (value) => `${anywhere(value)}$`,
}

export function textTest(
  subject: Subject,
  kind: ComparisonKind,
  value: string,
  { line }: FilePlace,
  isCaseless = false,
): RequestCondition {
  const fold = (text: string) => (isCaseless ? text.toLowerCase() : text)
  const own = fold(value)
  const isPath = subject === 'path' || subject === 'target'
  const about = isPath ? [PATTERNS[kind](value)] : value === '' ? [] : [value]
  return {
    kind: 'text',
    subject,
    holds: (text) => COMPARED[kind](fold(text), own),
    about,
    isListed: true,
    line,
  }
}
