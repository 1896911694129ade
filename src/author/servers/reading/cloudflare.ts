/** Reads Cloudflare's rules, as JSON of the API or as expressions, as steps. */

import { ExpressionFault } from '../cloudflare/expression-tokens.ts'
import { quoted, RAW_PATH, RAW_TARGET } from '../cloudflare/expressions.ts'
import type { FieldComparison } from '../cloudflare/field-test.ts'
import { parseExpression } from '../cloudflare/parse-expression.ts'
import { ODD_TARGETS } from '../cloudflare/targets.ts'
import type { RequestCondition } from './condition.ts'
import { agentNamesIn, anywhere, pathPatternsIn } from './expression-texts.ts'
import { PERMIT, ProgramDraft, REFUSE, type ServerProgram } from './server-program.ts'

interface Rule {
  readonly action?: unknown
  readonly expression?: unknown
  readonly enabled?: unknown
  readonly filter?: unknown
}

const REFUSING = new Set(['block', 'challenge', 'js_challenge', 'managed_challenge', 'drop'])
const PERMITTING = new Set(['skip', 'allow', 'bypass'])

/** Rules in an answer of the API, a ruleset, a list, or a state of Terraform. Null: none. */
export function cloudflareRulesIn(text: string): readonly Rule[] | null {
  try {
    const rules = rulesIn(JSON.parse(text), 0)
    return rules.length > 0 ? rules : null
  } catch {
    return null
  }
}

const MOST_DEPTH = 8

function rulesIn(value: unknown, depth: number): readonly Rule[] {
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((each) => rulesIn(each, depth + 1))
  const { expression } = value as Rule
  if (typeof expression === 'string') return [value as Rule]
  return Object.values(value).flatMap((each) => rulesIn(each, depth + 1))
}

export function readCloudflareJson(text: string, rules: readonly Rule[]): ServerProgram {
  const draft = new ProgramDraft()
  for (const { action, expression, enabled, filter } of rules) {
    const own = typeof expression === 'string' ? expression : String(filter)
    const found = text.indexOf(JSON.stringify(own).slice(1, 40))
    const line = text.slice(0, Math.max(found, 0)).split('\n').length
    if (enabled === false) continue
    const kind = typeof action === 'string' ? action : 'block'
    if (REFUSING.has(kind) && kind !== 'block')
      draft.notes.push(`line ${line}: the action ${kind} is read as a refusal`)
    if (REFUSING.has(kind)) addRule(draft, own, line, REFUSE)
    else if (PERMITTING.has(kind)) addRule(draft, own, line, PERMIT)
    else draft.unread({ line, text: `the action ${kind}` })
  }
  return draft.program()
}

/** Expressions as they are pasted: the whole text, paragraphs, or lines. */
export function readCloudflareText(text: string): ServerProgram {
  const draft = new ProgramDraft()
  const lines = text.split('\n').map((line) => (/^\s*(?:#|\/\/)/.test(line) ? '' : line))
  if (isExpression(lines.join('\n'))) addRule(draft, lines.join('\n'), 1, REFUSE)
  else
    for (const [line, paragraph] of paragraphs(lines)) {
      if (isExpression(paragraph)) addRule(draft, paragraph, line, REFUSE)
      else
        for (const [i, each] of paragraph.split('\n').entries())
          addRule(draft, each, line + i, REFUSE)
    }
  draft.notes.push('the file has no actions: each expression is read as a refusal')
  return draft.program()
}

function paragraphs(lines: readonly string[]): readonly (readonly [number, string])[] {
  const found: [number, string][] = []
  let isOpen = false
  for (const [i, line] of lines.entries()) {
    const isBlank = line.trim() === ''
    if (!isBlank && !isOpen) found.push([i + 1, line])
    else if (!isBlank) found.at(-1)![1] += `\n${line}`
    isOpen = !isBlank
  }
  return found
}

function isExpression(text: string): boolean {
  try {
    parseExpression(text, 1, () => null)
    return true
  } catch (fault) {
    if (fault instanceof ExpressionFault) return false
    throw fault
  }
}

function addRule(draft: ProgramDraft, text: string, line: number, act: typeof REFUSE): void {
  let condition: RequestCondition
  try {
    condition = parseExpression(text, line, aboutOf)
    if (/\bhttp\.host\b/.test(text))
      draft.notes.push(`line ${line}: what it says of hosts is read as of this site`)
  } catch (fault) {
    if (!(fault instanceof ExpressionFault)) throw fault
    draft.unread({ line, text })
    return
  }
  draft.step(condition, act)
}

/** The names or patterns that a comparison is about. */
function aboutOf({ subject, operator, value, isLower }: FieldComparison): readonly string[] | null {
  if (subject === 'agent') return agentNames(operator, value)
  const field = subject === 'path' ? RAW_PATH : RAW_TARGET
  const own = `${field} ${operator} ${quoted(value)}`
  // Other spellings of a target say nothing of a policy.
  if (ODD_TARGETS.has(isLower ? own.replace(field, `lower(${field})`) : own) || value === '%')
    return []
  switch (operator) {
    case 'eq':
      return [`${value}$`]
    case 'contains':
      return [anywhere(value)]
    case 'starts_with':
      return [value]
    case 'ends_with':
      return [`${anywhere(value)}$`]
    case 'matches':
      return pathPatternsIn(value).texts
    default:
      return [wildcardPattern(value)]
  }
}

function wildcardPattern(value: string): string {
  const text = value.replace(/\\(.)/g, '$1')
  return text.endsWith('*') ? text.replace(/(?<=.)[*]+$/, '') : `${text}$`
}

/** In a wildcard a name stands between what is before and behind a product. */
function agentNames(operator: string, value: string): readonly string[] | null {
  if (operator === 'matches') {
    const { texts, isWhole } = agentNamesIn(value)
    return texts.length === 0 && !isWhole ? null : texts
  }
  const text = operator.endsWith('wildcard')
    ? value.replace(/^[*](?:[ (;]|compatible; )*|[/ ;)]?[*]+$/g, '')
    : value
  const name = text.replace(/^[*; (]+|[*;/ )]+$/g, '')
  return name === '' ? [] : name.includes('*') ? null : [name]
}
