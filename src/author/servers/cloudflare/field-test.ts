/** Interprets a comparison of Cloudflare's Rules language as a test of a text. */
import type { Subject, TextTest } from '../reading/condition.ts'

type Match = (value: string) => (text: string) => boolean

export const OPERATORS: Readonly<Record<string, Match>> = {
  eq: (value) => (text) => text === value,
  contains: (value) => (text) => text.includes(value),
  starts_with: (value) => (text) => text.startsWith(value),
  ends_with: (value) => (text) => text.endsWith(value),
  wildcard: (value) => expressionTest(`^${wildcardSource(value)}$`, 'is'),
  'strict wildcard': (value) => expressionTest(`^${wildcardSource(value)}$`, 's'),
  matches: (value) => expressionTest(value.replace(/^\(\?i\)/, ''), caseFlag(value)),
}

function expressionTest(source: string, flags: string): (text: string) => boolean {
  const expression = new RegExp(source, flags)
  return (text) => expression.test(text)
}

/** The last text is asked for again and again. */
function remembered(holds: (text: string) => boolean): (text: string) => boolean {
  let last: string | null = null
  let result = false
  return (text) => {
    if (text !== last) {
      last = text
      result = holds(text)
    }
    return result
  }
}

function caseFlag(value: string): string {
  return value.startsWith('(?i)') ? 'i' : ''
}

/** `*` is any text, and a backslash takes its meaning away. Dots are wildcards alone. */
export function wildcardSource(value: string): string {
  return value.replace(/\\(.)|[*]|[^\w/]/gs, (sign: string, plain = sign) => {
    if (sign === '*') return '.*'
    const code = plain.charCodeAt(0)
    return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : plain
  })
}

/** What is known of one comparison. */
export interface FieldComparison {
  readonly subject: Subject
  readonly operator: string
  readonly value: string
  readonly isLower: boolean
}

/** Null where its value is no expression. */
export function fieldTest(
  { subject, operator, value, isLower }: FieldComparison,
  about: readonly string[] | null = null,
  line = 0,
): TextTest | null {
  try {
    const match = OPERATORS[operator]!(value)
    const holds = remembered((text) => match(isLower ? text.toLowerCase() : text))
    return { kind: 'text', subject, holds, about: about ?? [], isListed: about !== null, line }
  } catch {
    return null
  }
}
