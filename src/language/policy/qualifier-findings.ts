/** Reports the grammar's issues with qualifiers as findings, at their places. */
import type { MetaIssue, MetaIssueKind } from '../../words/meta-issues.ts'
import { foldCase } from '../../words/path-form.ts'
import type { QualifierReading } from '../../words/qualifier-issues.ts'
import { QUALIFIER_TABLE } from '../../words/qualifier-table.ts'
import type { FieldPlace, WrittenQualifier } from '../../words/qualifier-words.ts'
import type { Usage } from '../../words/usages.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { Span } from '../text/source.ts'

type Locate = (from: number, length: number) => Span

type FieldIssue = Omit<MetaIssue, 'tag'>

interface Judged {
  readonly usage: Usage
  /** Why their field is ignored (V2, V3); null if it is not. */
  readonly ignored: QualifierReading['ignored']
  readonly place: FieldPlace
}

const NOT_UNDERSTOOD: ReadonlySet<MetaIssueKind> = new Set(['unknown', 'misplaced', 'value'])

/**
 * Reports the issues of a permission's qualifiers. Issues without a qualifier are left to the
 * caller.
 */
export function reportQualifierIssues(
  issues: readonly FieldIssue[],
  judged: Judged,
  locate: Locate,
  report: Report,
): void {
  const onUsage = QUALIFIER_TABLE.filter((row) => row.usages.includes(judged.usage)).map(
    (row) => row.type,
  )
  const valid = onUsage.filter((type) => type !== 'location' || judged.place === 'embedded')
  for (const issue of issues) {
    const { kind, qualifier } = issue
    if (qualifier === null) continue
    const at = locate(issue.at, issue.length)
    const { name, value, valueAt } = qualifier
    const written = value === null ? name : `${name}=${value}`
    // An ignored field does not count as a prohibition (V2).
    const isIgnored = judged.ignored === 'needs-1.1'
    if (judged.ignored === 'later-version' && NOT_UNDERSTOOD.has(kind))
      report(at, 'ignored-under-later-version', written)
    else if (kind === 'unknown' && value === null) report(at, 'word-without-value', name, isIgnored)
    else if (kind === 'unknown') report(at, 'unknown-qualifier', name, valid, isIgnored)
    else if (kind === 'misplaced') report(at, 'misplaced-qualifier', name, judged.usage, isIgnored)
    else if (kind === 'value') report(at, 'malformed-qualifier', name, value ?? '', isIgnored)
    else if (kind === 'misspelt')
      report(at, 'misspelt-value', issue.at < valueAt ? name : (value ?? ''), issue.meant ?? '')
    else if (kind === 'repeated') report(at, 'dropped-qualifier', written)
    else if (kind === 'needs-1.1') report(at, 'needs-1.1', ...featureOf(qualifier))
    else if (kind === 'not-absolute') report(at, 'relative-location', value ?? '')
  }
}

/** The feature of 1.1 that a qualifier uses, and whether as the second of its type (V2). */
export function featureOf({ name, value }: WrittenQualifier): [string, boolean] {
  const isSecond = name === 'time-limit' && foldCase(value ?? '') !== 'plus-terms'
  return [isSecond ? name : `${name}=${value}`, isSecond]
}
