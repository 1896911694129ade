/** The catalogue of findings (kinds.json, messages.ts), and a finding: a row of it and a place. */
import type { Span } from '../text/source.ts'
import kinds from './kinds.json' with { type: 'json' }
import { MESSAGES } from './messages.ts'
import { didYouMean } from './suggest.ts'
import { filled, type Template, type Value, type Words, words } from './words.ts'

type Written = typeof MESSAGES

export type FindingName = keyof typeof kinds

type Arguments<N extends FindingName> = N extends keyof Written
  ? Parameters<Written[N]>
  : readonly (Value | Iterable<string>)[]

interface FindingKind {
  /** Stable: once released, a code keeps its meaning. */
  readonly code: string
  /** `error`: the policy is not built. `warning`: it means something else than it seems. `note`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly message?: Template
  readonly help?: Template
  /** Whether the word of the second argument that is nearest to the first is better help. */
  readonly suggests?: boolean
  /** `never`: about more than its line. `later`: made after the reading, so a comment for it is never unused. */
  readonly silence?: 'never' | 'later'
  /** What `acap explain` prints: why it matters and which rule it rests on. */
  readonly explain: string
}

export const CATALOG = kinds as Readonly<Record<FindingName, FindingKind>>

function messageOf<N extends FindingName>(name: N, args: Arguments<N>): Words {
  const written = (MESSAGES as Partial<Record<string, (...values: readonly unknown[]) => Words>>)[
    name
  ]
  if (written !== undefined) return written(...args)
  const { message = null, help = null, suggests } = CATALOG[name]
  const values = args as readonly Value[]
  const fix = filled(help, values)
  const known = suggests ? (args[1] as Iterable<string>) : []
  return words(filled(message, values) ?? name, didYouMean(String(values[0]), known, fix))
}

/** A kind of finding as `acap explain` shows it; null where no kind has that code. */
export function explainCode(code: string): FindingKind | null {
  return Object.values(CATALOG).find((each) => each.code === code.toUpperCase()) ?? null
}

export type Severity = (typeof CATALOG)[FindingName]['severity']

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
  const { code, severity } = CATALOG[name]
  return { code, severity, ...messageOf(name, args), ...at, related }
}

export function reporterInto(findings: Finding[]): Report {
  return (at, name, ...args) => {
    findings.push(finding(at, name, args))
  }
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
