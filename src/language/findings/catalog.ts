/**
 * The catalogue of findings, by name: kinds.json has the code, severity, words and explanation of each kind, messages.ts the
 * words that no template can say.
 */
import kinds from './kinds.json' with { type: 'json' }
import { MESSAGES } from './messages.ts'
import { didYouMean } from './suggest.ts'
import { filled, type Template, type Value, type Words, words } from './words.ts'

type Written = typeof MESSAGES

/** The name of a kind of finding. */
export type FindingName = keyof typeof kinds

/** The arguments of a finding of that name: those that its template or its message names. */
export type Arguments<N extends FindingName> = N extends keyof Written
  ? Parameters<Written[N]>
  : readonly (Value | Iterable<string>)[]

/** One kind of finding. */
interface FindingKind {
  /** Stable: once released, a code keeps its meaning. */
  readonly code: string
  /** `error`: the policy is not built. `warning`: it means something else than it seems. `note`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly message?: Template
  readonly help?: Template
  /** Whether the word of the second argument that is nearest to the first is better help. */
  readonly suggests?: boolean
  /** What `acap explain` prints: why it matters and which rule it rests on. */
  readonly explain: string
}

export const CATALOG = kinds as Readonly<Record<FindingName, FindingKind>>

/** The words of a finding of that name. */
export function messageOf<N extends FindingName>(name: N, args: Arguments<N>): Words {
  const written = (MESSAGES as Partial<Record<string, (...values: readonly unknown[]) => Words>>)[name]
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

/** Every code with its name, in the order of the codes. */
export function catalogCodes(): { readonly code: string; readonly name: FindingName }[] {
  return (Object.keys(CATALOG) as FindingName[])
    .map((name) => ({ code: CATALOG[name].code, name }))
    .sort((a, b) => a.code.localeCompare(b.code))
}
