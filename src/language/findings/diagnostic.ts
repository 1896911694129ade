/** The catalogue of findings (kinds/), and a finding: a row of it and a place. */
import { checkArgument, isRecord } from '../../base/check-argument.ts'
import type { Span } from '../text/source.ts'
import { CONVENTIONAL_FINDINGS } from './kinds/conventional.ts'
import { CRAWLERS_FINDINGS } from './kinds/crawlers.ts'
import { DEFINITIONS_FINDINGS } from './kinds/definitions.ts'
import { EXPORTS_FINDINGS } from './kinds/exports.ts'
import { PROJECTIONS_FINDINGS } from './kinds/projections.ts'
import { QUALIFIERS_FINDINGS } from './kinds/qualifiers.ts'
import { RECORDS_FINDINGS } from './kinds/records.ts'
import { REFERENCES_FINDINGS } from './kinds/references.ts'
import { ROUTES_FINDINGS } from './kinds/routes.ts'
import { RULES_FINDINGS } from './kinds/rules.ts'
import { SITE_FINDINGS } from './kinds/site.ts'
import { TEXT_FINDINGS } from './kinds/text.ts'
import { USAGES_FINDINGS } from './kinds/usages.ts'
import { VERSIONS_FINDINGS } from './kinds/versions.ts'
import type { FindingExplanation, KindOfFinding, Words } from './words.ts'

const KINDS = {
  ...TEXT_FINDINGS,
  ...RECORDS_FINDINGS,
  ...REFERENCES_FINDINGS,
  ...VERSIONS_FINDINGS,
  ...USAGES_FINDINGS,
  ...DEFINITIONS_FINDINGS,
  ...QUALIFIERS_FINDINGS,
  ...RULES_FINDINGS,
  ...ROUTES_FINDINGS,
  ...CONVENTIONAL_FINDINGS,
  ...SITE_FINDINGS,
  ...CRAWLERS_FINDINGS,
  ...PROJECTIONS_FINDINGS,
  ...EXPORTS_FINDINGS,
}

/** The name of a kind of finding. */
export type FindingName = keyof typeof KINDS

type Arguments<N extends FindingName> = Parameters<(typeof KINDS)[N]['words']>

export const CATALOG: Readonly<Record<FindingName, KindOfFinding>> = KINDS

/** The row with this code; null where there is none. */
export function kindWithCode(code: string): KindOfFinding | null {
  return Object.values(CATALOG).find((each) => each.code === code.toUpperCase()) ?? null
}

/**
 * What a code stands for, as `acap explain` shows it; null where no finding has that code.
 *
 * @param code `ACAP023`, in any letter case.
 * @throws TypeError for what is no text.
 * @example explainCode('ACAP005')?.explain
 */
export function explainCode(code: string): FindingExplanation | null {
  checkArgument(typeof code === 'string', 'explainCode', 'code', 'a string such as `ACAP023`')
  const kind = kindWithCode(code)
  return kind && { code: kind.code, severity: kind.severity, explain: kind.explain }
}

/** How much a finding matters. */
export type Severity = 'error' | 'warning' | 'note'

/** One thing that is wrong or worth knowing, at its smallest place. */
export interface Finding extends Span {
  /** Stable: `ACAP023`. */
  readonly code: string
  readonly severity: Severity
  /** What is so: lower case, no full stop, the author's words in backticks. */
  readonly message: string
  /** What to do about it; null where the message says it all. */
  readonly help: string | null
  readonly related: readonly Related[]
  /** Replacements that repair it, made together; empty where a person must choose. They may change decisions. */
  readonly fix: readonly Fix[]
}

/** @throws TypeError for what are no findings */
export function checkFindings(caller: string, findings: unknown): void {
  const areFindings =
    Array.isArray(findings) && findings.every((each) => isRecord(each) && 'code' in each)
  checkArgument(
    areFindings,
    caller,
    'findings',
    'a list of findings, such as `readText(text).findings`',
  )
}

/** What stands at a place of the finding's file is replaced by a text. */
export interface Fix {
  /** From 1, in UTF-16 code units, as the finding's own; a length beyond the line takes its line end, too. */
  readonly span: Pick<Span, 'line' | 'column' | 'length'>
  readonly text: string
}

/** Whether the author can do something about it. What is only worth knowing is shown on request. */
export function isActionable({ severity, help }: Finding): boolean {
  return severity !== 'note' || help !== null
}

/** Another place that a finding is about. */
export interface Related extends Span {
  readonly message: string
}

/** Reports the finding of a name at a place, with what its message needs. */
export type Report = <N extends FindingName>(at: Span, name: N, ...args: Arguments<N>) => void

/** Takes what a finding is made of: of the catalogue, a place, and other places. */
export type FromCatalogue<R> = <N extends FindingName>(
  at: Span,
  name: N,
  args: Arguments<N>,
  related?: Related[],
) => R

export const finding: FromCatalogue<Finding> = (at, name, args, related = []) => {
  const { code, severity, words } = CATALOG[name]
  const said = (words as (...values: readonly unknown[]) => Words)(...args)
  return { code, severity, ...said, ...at, related, fix: [] }
}

export function reporterInto(findings: Finding[]): Report {
  return (at, name, ...args) => {
    findings.push(finding(at, name, args))
  }
}

/** Errors that make everything else about a file idle: it is no text, too large, too slow to decide by, or has too many rules. */
const OF_WHOLE_FILES: ReadonlySet<string> = new Set(['ACAP126', 'ACAP002', 'ACAP130', 'ACAP131'])

/** The same findings, those about whole files first. */
export function wholeFilesFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ code }: Finding) => Number(!OF_WHOLE_FILES.has(code))
  return findings.toSorted((a, b) => rank(a) - rank(b))
}

/** Findings by file, those of `trees` first and the others in the order given, then by place. */
export function inOrder(
  findings: readonly Finding[],
  trees: ReadonlyMap<string, unknown> = new Map(),
): Finding[] {
  const files = new Set([...trees.keys(), ...findings.map((each) => each.source)])
  const places = new Map([...files].map((file, place) => [file, place]))
  return [...findings].sort(
    (a, b) =>
      places.get(a.source)! - places.get(b.source)! ||
      a.line - b.line ||
      a.column - b.column ||
      a.code.localeCompare(b.code),
  )
}
