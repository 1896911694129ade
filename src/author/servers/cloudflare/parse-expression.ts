/**
 * Parses an expression of Cloudflare's Rules language into conditions on path and User-Agent. `not`
 * binds closest, then `and`, `xor`, `or`. Tests of anything else are unknown.
 */

import {
  ALWAYS,
  all,
  any,
  chained,
  negated,
  type RequestCondition,
  type Subject,
  unknown,
} from '../reading/condition.ts'
import { ExpressionFault, type ExpressionToken, expressionTokens } from './expression-tokens.ts'
import { type FieldComparison, fieldTest, OPERATORS } from './field-test.ts'

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'http.user_agent': 'agent',
  'http.request.headers["user-agent"]': 'agent',
  'http.request.uri.path': 'path',
  'raw.http.request.uri.path': 'path',
  'http.request.uri': 'target',
  'raw.http.request.uri': 'target',
}

const SAME: Readonly<Record<string, string>> = { '==': 'eq', in: 'eq', '~': 'matches', '!=': 'ne' }

/** `about` lists names and patterns; `seen` gets each comparison. */
export function parseExpression(
  text: string,
  line: number,
  about: (comparison: FieldComparison) => readonly string[] | null,
  seen: ((comparison: FieldComparison) => void) | null = null,
): RequestCondition {
  const parser = new Parser(expressionTokens(text, line), about, seen)
  return parser.whole()
}

class Parser {
  readonly #tokens: readonly ExpressionToken[]
  readonly #about: (comparison: FieldComparison) => readonly string[] | null
  readonly #seen: ((comparison: FieldComparison) => void) | null
  #at = 0

  constructor(
    tokens: readonly ExpressionToken[],
    about: (comparison: FieldComparison) => readonly string[] | null,
    seen: ((comparison: FieldComparison) => void) | null,
  ) {
    this.#tokens = tokens
    this.#about = about
    this.#seen = seen
  }

  whole(): RequestCondition {
    const condition = this.#either()
    if (this.#at < this.#tokens.length) throw this.#fault()
    return condition
  }

  #either(): RequestCondition {
    const joints = CHAINS.map(([word, sign, join]) => {
      return { isNext: () => this.#take(word) || this.#take(sign), join }
    })
    return chained(joints, () => this.#negated())
  }

  #negated(): RequestCondition {
    if (this.#take('not') || this.#take('!')) return negated(this.#negated())
    if (!this.#take('(')) return this.#comparison()
    const inside = this.#either()
    if (!this.#take(')')) throw this.#fault()
    return inside
  }

  #comparison(): RequestCondition {
    const start = this.#at
    const field = this.#value()
    const line = this.#tokens[start]?.line ?? 0
    if (field.test !== null) return this.#tested(field.test, line, start)
    const operator = this.#operator()
    if (operator === null) return this.#unknown(start, line)
    const values = this.#values()
    const [positive, isNot] = operator === 'ne' ? ['eq', true] : [operator, false]
    // A policy is for one host.
    if (this.#tokens[start]?.text === 'http.host') return ALWAYS
    const isUnread = field.subject === null || !Object.hasOwn(OPERATORS, positive)
    if (isUnread) return this.#unknown(start, line)
    const condition = any(
      values.map((value) =>
        this.#tested(
          { subject: field.subject!, operator: positive, value, isLower: field.isLower },
          line,
          start,
        ),
      ),
    )
    return isNot ? negated(condition) : condition
  }

  #tested(comparison: FieldComparison, line: number, start: number): RequestCondition {
    this.#seen?.(comparison)
    const test = fieldTest(comparison, this.#about(comparison), line)
    // An expression of another dialect.
    return test ?? this.#unknown(start, line)
  }

  /** A field, perhaps inside of `lower(…)`, or a function that is a test. */
  #value(): { subject: Subject | null; isLower: boolean; test: FieldComparison | null } {
    const { kind, text } = this.#next()
    if (kind !== 'word') throw this.#fault()
    if (!this.#take('(')) {
      let field = text
      if (this.#take('[')) {
        field += `["${this.#next().text.toLowerCase()}"]`
        if (!this.#take(']')) throw this.#fault()
        if (this.#take('[')) while (!this.#take(']')) this.#next()
      }
      return { subject: SUBJECTS[field] ?? null, isLower: false, test: null }
    }
    const inside = this.#value()
    const values: string[] = []
    while (this.#take(',')) values.push(this.#next().text)
    if (!this.#take(')')) throw this.#fault()
    if (text === 'lower') return { ...inside, isLower: true }
    if (text === 'url_decode' || text === 'any') return inside
    const isTest = text === 'starts_with' || text === 'ends_with'
    if (!isTest || inside.subject === null || values[0] === undefined)
      return { subject: null, isLower: false, test: null }
    const { subject, isLower } = inside
    return {
      ...inside,
      test: { subject, operator: text, value: values[0], isLower },
    }
  }

  #operator(): string | null {
    const token = this.#tokens[this.#at]
    if (token === undefined || token.kind === 'text') return null
    const isEnd = /^(?:and|or|xor|not|&&|\|\||\^\^|\)|!|,)$/.test(token.text)
    if (isEnd) return null
    this.#at++
    if (token.text === 'strict' && this.#take('wildcard')) return 'strict wildcard'
    return SAME[token.text] ?? token.text
  }

  #values(): readonly string[] {
    if (!this.#take('{')) return [this.#next().text]
    const values: string[] = []
    while (!this.#take('}')) {
      values.push(this.#next().text)
      this.#take(',')
    }
    return values
  }

  #unknown(start: number, line: number): RequestCondition {
    const text = this.#tokens.slice(start, this.#at).map((token) => token.text)
    return unknown({ line, text: text.join(' ') })
  }

  #next(): ExpressionToken {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw this.#fault()
    this.#at++
    return token
  }

  #take(text: string): boolean {
    const token = this.#tokens[this.#at]
    if (token === undefined || token.kind === 'text' || token.text !== text) return false
    this.#at++
    return true
  }

  #fault(): ExpressionFault {
    return new ExpressionFault(`unexpected ${this.#tokens[this.#at]?.text ?? 'end'}`)
  }
}

/** The loosest first. */
const CHAINS: readonly (readonly [
  word: string,
  sign: string,
  join: (of: readonly RequestCondition[]) => RequestCondition,
])[] = [
  ['or', '||', any],
  ['xor', '^^', (of) => of.reduce(eitherAlone)],
  ['and', '&&', (of) => all(...of)],
]

function eitherAlone(one: RequestCondition, other: RequestCondition): RequestCondition {
  return any([all(one, negated(other)), all(other, negated(one))])
}
