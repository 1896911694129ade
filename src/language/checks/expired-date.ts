/** A permission whose last day has passed (Q3). Only time limits that count (Q2) are checked. */
import { isExpired } from '../../base/calendar.ts'
import { allFields } from '../policy/policy.ts'
import { spanOf } from '../text/tree.ts'
import { type Check, type Context, linesWith } from './context.ts'

const UNTIL = /until-(\d{4}-\d{2}-\d{2})(?=[ \t]|$)/gi

export const expiredDate: Check = (context, report) => {
  const expired = expiredDates(context)
  for (const { tree, line, value } of linesWith(context, 'permission', 'qualified-usage')) {
    const isDefinition = line.field?.value === 'qualified-usage'
    const dates = isDefinition
      ? expired.ofAll
      : expired.ofLine.get(`${tree.source.file}:${line.number}`)
    for (const { 0: text, 1: date = '', index } of value.matchAll(UNTIL)) {
      if (dates?.delete(date) !== true) continue
      const from = line.valueStart + index
      report(spanOf(tree, line, from, from + text.length), 'expired-date', [date])
    }
  }
}

function expiredDates({ policy, now }: Context): {
  ofLine: Map<string, Set<string>>
  ofAll: Set<string>
} {
  const ofLine = new Map<string, Set<string>>()
  const ofAll = new Set<string>()
  for (const { qualifiers, uninterpretable, origin } of policy.records.flatMap(allFields)) {
    for (const qualifier of uninterpretable ? [] : qualifiers) {
      if (!('until' in qualifier) || !isExpired(qualifier.until, now)) continue
      const place = `${origin.source}:${origin.line}`
      ofLine.set(place, (ofLine.get(place) ?? new Set()).add(qualifier.until))
      ofAll.add(qualifier.until)
    }
  }
  return { ofLine, ofAll }
}
