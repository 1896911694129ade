/** Defines findings: a row of the catalogue (kinds/) and a place. */
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

/** A kind of finding, by name. */
export type FindingName = keyof typeof KINDS

/** The values for the message of a finding. */
export type Arguments<N extends FindingName> = Parameters<(typeof KINDS)[N]['words']>

export const CATALOG: Readonly<Record<FindingName, KindOfFinding>> = KINDS

/** The row with this code; null for none. */
export function kindWithCode(code: string): KindOfFinding | null {
  return Object.values(CATALOG).find((each) => each.code === code.toUpperCase()) ?? null
}

/**
 * What a code means, as `acap explain` shows it; null for an unknown code.
 * @param code `ACAP023`, in any letter case.
 * @throws TypeError for anything but text.
 * @example explainCode('ACAP005')?.explain
 */
export function explainCode(code: string): FindingExplanation | null {
  checkArgument(typeof code === 'string', 'explainCode', 'code', 'a string such as `ACAP023`')
  const kind = kindWithCode(code)
  return kind && { code: kind.code, severity: kind.severity, explain: kind.explain }
}

/** How much a finding matters. */
export type Severity = 'error' | 'warning' | 'note'

/** A problem or note, at the smallest place that shows it. */
export interface Finding extends Span {
  /** Stable: `ACAP023`. */
  readonly code: string
  readonly severity: Severity
  /** The problem: lower case, no full stop, the author's words in backticks. */
  readonly message: string
  /** What to do; null if the message says it. */
  readonly help: string | null
  readonly related: readonly Related[]
  /**
   * Replacements that fix it together; empty if a person must choose. They may change decisions.
   */
  readonly fix: readonly Fix[]
}

/** @throws TypeError for anything but findings */
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

/** Replaces the text at a place in the finding's file. */
export interface Fix {
  /**
   * Line and column from 1, in UTF-16 code units. A length beyond the line includes its line end.
   */
  readonly span: Pick<Span, 'line' | 'column' | 'length'>
  readonly text: string
}

/** Whether the author can act on it. Others are shown on request. */
export function isActionable({ severity, help }: Finding): boolean {
  return severity !== 'note' || help !== null
}

/** Another place that a finding refers to. */
export interface Related extends Span {
  readonly message: string
}

/**
 * Reports a finding at a place, with the values for its message: how readers of site.toml call it.
 */
export type Report = <N extends FindingName>(at: Span, name: N, ...args: Arguments<N>) => void

/**
 * Creates something from a row of the catalogue, a place, and other places: how checks call it,
 * with the values as one list.
 */
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

/**
 * Errors that make a file's other findings irrelevant: not text, too large, too slow, or too many
 * rules.
 */
const OF_WHOLE_FILES: ReadonlySet<string> = new Set(['ACAP126', 'ACAP002', 'ACAP130', 'ACAP131'])

/** Findings with those about whole files first. */
export function wholeFilesFirst(findings: readonly Finding[]): Finding[] {
  const rank = ({ code }: Finding) => Number(!OF_WHOLE_FILES.has(code))
  return findings.toSorted((a, b) => rank(a) - rank(b))
}

/** Findings by file, those of `trees` first, then by place. */
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
