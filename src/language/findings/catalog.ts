/**
 * The catalogue of findings, by name. kinds.json has the code, severity and explanation of each kind; messages/ has, by
 * topic, the words of one finding.
 */
import kinds from './kinds.json' with { type: 'json' }
import { CRAWLER_MESSAGES } from './messages/crawlers.ts'
import { FIELD_MESSAGES } from './messages/fields.ts'
import { POLICY_MESSAGES } from './messages/policies.ts'
import { SITE_MESSAGES } from './messages/sites.ts'
import { TEXT_MESSAGES } from './messages/text.ts'
import type { Words } from './messages/words.ts'

const MESSAGES = {
  ...TEXT_MESSAGES,
  ...FIELD_MESSAGES,
  ...CRAWLER_MESSAGES,
  ...POLICY_MESSAGES,
  ...SITE_MESSAGES,
}

/** The name of a kind of finding. */
export type FindingName = keyof typeof MESSAGES

/** The arguments of a finding of that name. */
export type Arguments<N extends FindingName> = Parameters<(typeof MESSAGES)[N]>

/** One kind of finding. */
interface FindingKind {
  /** Stable: once released, a code keeps its meaning. */
  readonly code: string
  /** `error`: the policy is not built. `warning`: it means something else than it seems. `note`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'note'
  /** What `acap explain` prints: why it matters and which rule it rests on. */
  readonly explain: string
}

export const CATALOG = kinds satisfies Readonly<Record<FindingName, object>> as Readonly<
  Record<FindingName, FindingKind>
>

/** The words of a finding of that name. */
export function messageOf<N extends FindingName>(name: N, args: Arguments<N>): Words {
  return (MESSAGES[name] as (...args: Arguments<N>) => Words)(...args)
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
