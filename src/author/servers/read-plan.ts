/**
 * Evaluates a plan for a request, with the expressions that printers write. For tests and proofs.
 */
import { cached } from '../../base/cached.ts'
import { type Row, serverExpression } from './expressions.ts'
import type { DoorGroup, DoorPlan } from './plan.ts'

const known = new Map<string, RegExp>()

export function matchedValue<Value extends string>(
  rows: readonly Row<Value>[],
  text: string,
  flags = '',
): Value | null {
  const matches = ([expression]: Row) =>
    cached(known, flags + expression, () => serverExpression(expression, flags)).test(text)
  return rows.find(matches)?.[1] ?? null
}

export function formOf({ forms }: DoorPlan, target: string): string {
  return matchedValue(forms, target) ?? 'plain'
}

export function isClosedTo(plan: DoorPlan, { plain, wide }: DoorGroup, target: string): boolean {
  const form = formOf(plan, target)
  if (form === 'odd') return matchedValue(wide, target) === '1'
  return form === 'foul' || (form === 'plain' && matchedValue(plain, target) === '1')
}
