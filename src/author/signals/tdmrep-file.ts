/**
 * Reads a site's file of the W3C's TDM Reservation Protocol (final report, 10 May 2024), 6.1, for a
 * path.
 */

import { isRecord } from '../../base/check-argument.ts'
import { matchesPattern } from '../../decide/globs.ts'
import { patternForm, targetForm } from '../../words/path-form.ts'

/**
 * The reservation of the first location that matches; undefined where none does, and for what is no
 * such file.
 */
export function reservationAt(text: string, target: string): string | undefined {
  const path = targetForm(target)
  const rule = rulesIn(text).find(
    ({ location }) => typeof location === 'string' && matchesPattern(patternForm(location), path),
  )
  const reservation = rule?.['tdm-reservation']
  return reservation === undefined ? undefined : String(reservation)
}

function rulesIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const rules: unknown = JSON.parse(text)
    return Array.isArray(rules) ? rules.filter(isRecord) : []
  } catch {
    return []
  }
}
