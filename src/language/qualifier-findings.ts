/**
 * What the grammar tells about qualifiers → findings, at the place where they stand.
 */
import type { MetaIssue } from '../grammar/meta.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { WrittenQualifier } from '../grammar/qualifier-words.ts'
import { QUALIFIER_TABLE, qualifierRow } from '../vocabulary/qualifier-table.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { quote } from './catalog/row.ts'
import type { Report } from './diagnostic.ts'
import type { Span } from './source.ts'

/** Turns an offset and a length in the qualifiers' text into a place. */
export type Locate = (from: number, length: number) => Span

/** What the grammar tells, be it of a field, a tag or a route. */
export type Told = Omit<MetaIssue, 'tag'>

/** Reports the issues of one permission's qualifiers; what is about none of them is left to the caller. */
export function reportQualifierIssues(issues: readonly Told[], usage: Usage, locate: Locate, report: Report): void {
  for (const { kind, qualifier, at, length, meant } of issues) {
    if (qualifier === null) continue
    const place = locate(at, length)
    const written = qualifier.value === null ? qualifier.name : `${qualifier.name}=${qualifier.value}`
    const row = qualifierRow(qualifier.name) ?? qualifierRow(`usage-${qualifier.name}`)
    if (kind === 'unknown' && qualifier.value === null) report(place, 'word-without-value', qualifier.name)
    else if (kind === 'unknown') report(place, 'unknown-qualifier', qualifier.name, namesValidOn(usage))
    else if (kind === 'misplaced') report(place, 'misplaced-qualifier', qualifier.name, usage, row?.usages ?? [])
    else if (kind === 'value')
      report(place, 'malformed-qualifier', qualifier.name, qualifier.value ?? '', row?.values ?? '')
    else if (kind === 'misspelt')
      report(place, 'misspelt-value', at < qualifier.valueAt ? qualifier.name : (qualifier.value ?? ''), meant ?? '')
    else if (kind === 'repeated') report(place, 'dropped-qualifier', written)
    else if (kind === 'needs-1.1') report(place, 'needs-1.1', featureOf(qualifier))
    else if (kind === 'not-absolute') report(place, 'relative-location', qualifier.value ?? '')
  }
}

/** The feature of 1.1 that a qualifier is, in words (V2). */
export function featureOf({ name, value }: WrittenQualifier): string {
  const isSecond = name === 'time-limit' && foldCase(value ?? '') !== 'plus-terms'
  return isSecond ? 'a second `time-limit`' : quote(`${name}=${value}`)
}

function namesValidOn(usage: Usage): string[] {
  return QUALIFIER_TABLE.filter((row) => row.usages.includes(usage)).map((row) => row.type)
}
