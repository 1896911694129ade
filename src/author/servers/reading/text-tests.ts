/** Tests of a text, as all dialects' readers produce them. */
import { type FilePlace, type RequestCondition, type Subject, unknown } from './condition.ts'
import { agentNamesIn, anywhere, pathPatternsIn } from './expression-texts.ts'

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
