/**
 * Evaluates a plan for a request, with the expressions that printers write. For tests and proofs.
 */
import { cached } from '../../base/cached.ts'
import { LONGEST_HEADER } from '../../words/name-token.ts'
import type { HeaderTest } from './identity/named-headers.ts'
import type { DoorGroup, DoorPlan } from './plan.ts'
import { serverExpression } from './server-expression.ts'

const known = new Map<string, RegExp>()

function matches(expression: string, text: string, flags = ''): boolean {
  return cached(known, flags + expression, () => serverExpression(expression, flags)).test(text)
}

export function formOf({ forms }: DoorPlan, target: string): string {
  return forms.find(([, expression]) => matches(expression, target))?.[0] ?? 'plain'
}

export function isClosedTo(plan: DoorPlan, { plain, wide }: DoorGroup, target: string): boolean {
  const form = formOf(plan, target)
  if (form === 'foul') return true
  if (form === 'odd') return wide.some((expression) => matches(expression, target))
  if (form !== 'plain') return false
  return plain.find(({ expression }) => matches(expression, target))?.isClosed ?? false
}

export function isOf({ shapes }: DoorPlan, { headers, isAbsent }: DoorGroup, userAgent: string) {
  if (userAgent === '') return isAbsent
  const cut = userAgent.slice(0, LONGEST_HEADER)
  const shape = shapes.find(([expression]) => matches(expression, cut, 'i'))?.[1] ?? 'plain'
  if (shape === 'usual') return false
  return headers.some((test: HeaderTest) => {
    return test[shape].find(({ expression }) => matches(expression, cut, 'i'))?.holds ?? false
  })
}
