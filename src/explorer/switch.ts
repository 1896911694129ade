/**
 * A policy, and what a switch says → the files with the fewest changed lines after which the policy says that and nothing
 * else; or that no such change was found. How files are changed is in the files beside this one.
 */
import type { Registry } from '../bundle/program.ts'
import { matchesUserAgent, productToken } from '../grammar/name-token.ts'
import { foldCase, patternForm } from '../grammar/path-form.ts'
import { categoryByName } from '../publish/category-names.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import type { PeoplesUse } from '../vocabulary/uses.ts'
import { type Draft, errorsOf, type Meaning, readDraft } from './draft.ts'
import { closings } from './switch-closings.ts'
import { openings } from './switch-openings.ts'
import { type Meant, switchFault } from './switch-proof.ts'

/** Whose switch it is. */
export type Who =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'category'; readonly category: Category }
  | { readonly kind: 'crawler'; readonly name: string }

/** What a switch says once it is set. */
export interface Switch {
  readonly who: Who
  readonly use: PeoplesUse
  /** What begins with it is meant; `/` is the whole site. */
  readonly path: string
  readonly opens: boolean
}

/** The files as they are to be; or why the switch leaves them. */
type Switched = { readonly draft: Draft } | { readonly finer: string }

const BROKEN = 'The policy has errors. Correct them first.'

/** Sets a switch. */
export function setSwitch(was: Meaning, set: Switch, registry: Registry, now: number): Switched {
  if (errorsOf(was) > 0) return { finer: BROKEN }
  const meant = meantBy(set, was)
  const unchanged = switchFault(was, was, meant, now)
  if (unchanged === null) return { draft: was.draft }
  const faults: string[] = []
  for (const draft of (set.opens ? openings : closings)(was, set, meant, (files) => readDraft(files, registry, now))) {
    const is = readDraft(draft, registry, now)
    const fault = errorsOf(is) > 0 ? firstError(is) : switchFault(was, is, meant, now)
    if (fault === null) return { draft }
    faults.push(fault)
  }
  // What closes the path says more than what the ways to open it would do beside that.
  return { finer: set.opens ? unchanged : (faults[0] ?? unchanged) }
}

function firstError({ reading }: Meaning): string {
  return reading.findings.find(({ severity }) => severity === 'error')!.message
}

/** Whom and what a switch means. Training and answers are what crawlers of a category fetch pages for. */
export function meantBy({ who, use, path, opens }: Switch, meaning: Meaning): Meant {
  const category = who.kind === 'category' ? who.category : use.category
  const { byName, byToken } = knownNames(meaning)
  const isOfCategory = (name: string) => category === null || (byName.get(name) ?? byToken.get(name)) === category
  const isMeant =
    who.kind === 'crawler'
      ? (name: string) => matchesUserAgent(foldCase(who.name), name)
      : (name: string) => isOfCategory(name) && (name !== '*' || category === null)
  return {
    isMeant,
    names:
      who.kind === 'crawler' ? [foldCase(who.name)] : category === null ? [] : [...byName.keys()].filter(isOfCategory),
    usage: use.usage,
    path: patternForm(path),
    opens,
  }
}

const NAMES = new WeakMap<Meaning, ReturnType<typeof namesIn>>()

/** The category of each name; found once for a meaning, because a board has many switches. */
function knownNames(meaning: Meaning): ReturnType<typeof namesIn> {
  const names = NAMES.get(meaning) ?? namesIn(meaning)
  NAMES.set(meaning, names)
  return names
}

function namesIn({ reading, known }: Meaning) {
  const byName = categoryByName(reading.policy, known)
  // C1: of a name of several words a group reads the first.
  return { byName, byToken: new Map([...byName].map(([name, its]) => [productToken(name), its])) }
}
