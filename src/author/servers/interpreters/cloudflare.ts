/**
 * Interprets printed Cloudflare rules, by a model of their documentation: every matching rule
 * blocks.
 */

import { type FieldComparison, fieldTest, wildcardSource } from '../cloudflare/field-test.ts'
import { parseExpression } from '../cloudflare/parse-expression.ts'
import { holdsFor, type RequestCondition, type Subject } from '../reading/condition.ts'
import type { DoorReader } from './door-reader.ts'

interface Ruleset {
  readonly rules: readonly { readonly action: string; readonly expression: string }[]
}

export const readCloudflare: DoorReader = (files) => {
  const [json, text] = ['acap.json', 'acap.txt'].map((name) => {
    return files.find((file) => file.name === name)?.text ?? ''
  })
  const { rules } = JSON.parse(json!) as Ruleset
  const pasted = text!.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const isSame = pasted.join('\n') === rules.map(({ expression }) => expression).join('\n')
  if (!isSame) throw new Error('the text to paste has other rules')
  const targets = new Set<string>()
  const exempt = new Set<string>()
  const foul = new Map<string, FieldComparison>()
  const conditions = rules.map(({ expression }): RequestCondition => {
    return parseExpression(
      expression,
      1,
      () => null,
      (each) => {
        const text = targetExpression(each)
        // A plain target is ASCII.
        if (closesWhole(each)) foul.set(text, each)
        else if (each.subject !== 'agent' && /^[ -~]*$/.test(each.value)) targets.add(text)
        if (isExempt(each)) exempt.add(text)
      },
    )
  })
  const foulTests = [...foul.values()].map((each) => fieldTest(each)!)
  return {
    targets: [...targets],
    exempt: [...exempt],
    isFoul: (target) =>
      foulTests.some((test) => holdsFor(test, (subject) => textOf(subject, target, '')) === true),
    refuses: ({ target, userAgent }) => {
      const read = (subject: Subject) => textOf(subject, target, userAgent)
      return conditions.some((condition) => holdsFor(condition, read) === true)
    },
  }
}

/** Exact paths are those that are open to everybody; that of robots.txt is asked. */
function isExempt({ subject, operator, value }: FieldComparison): boolean {
  return subject === 'path' && operator === 'eq' && value !== '/robots.txt'
}

function textOf(subject: Subject, target: string, userAgent: string): string {
  if (subject === 'agent') return userAgent
  return subject === 'path' ? target.split('?')[0]! : target
}

/**
 * Patterns are wildcards. What is contained is odd, except the triples that take a permission away.
 */
function closesWhole({ subject, operator, value }: FieldComparison): boolean {
  if (subject === 'agent') return false
  return operator === 'contains' ? value !== '%' : value === '*?'
}

/** The same as an expression over the whole target. */
function targetExpression({ subject, operator, value, isLower }: FieldComparison): string {
  const isCaseless = isLower || operator === 'wildcard'
  const any = subject === 'path' ? '[^?]*' : '.*'
  const end = subject === 'path' ? '(?:[?]|$)' : '$'
  const text = operator === 'contains' ? `*${value}*` : value
  const source = wildcardSource(operator === 'eq' ? value.replaceAll('*', '\\*') : text)
  const own = source.replaceAll('.*', any)
  return `^${isCaseless ? own.replace(/\\x..|[a-z]/gi, bothCases) : own}${end}`
}

function bothCases(sign: string): string {
  return sign.length > 1 ? sign : `[${sign.toLowerCase()}${sign.toUpperCase()}]`
}
