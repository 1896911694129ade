/**
 * A policy, and what a switch says → how it stands, the sentence for it, and the files with the fewest changed lines after
 * which the policy says that and nothing else; or that no such change was found. How files are changed is not known here.
 */
import type { Registry } from '../bundle/program.ts'
import { matchesUserAgent, productToken } from '../grammar/name-token.ts'
import { foldCase, patternForm } from '../grammar/path-form.ts'
import { categoryByName } from '../publish/category-names.ts'
import { CATEGORY_WORDS, type Category } from '../vocabulary/decision-words.ts'
import { USAGE_PHRASES } from '../vocabulary/usages.ts'
import type { PeoplesUse } from '../vocabulary/uses.ts'
import { type Draft, errorsOf, type Meaning, readDraft } from './draft.ts'
import { answersTo, type Meant, switchFault } from './switch-proof.ts'
import { closings, openings } from './switch-ways.ts'

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

export function setSwitch(was: Meaning, set: Switch, registry: Registry, now: number): Switched {
  if (errorsOf(was) > 0) return { finer: 'The policy has errors. Correct them first.' }
  const meant = meantBy(set, was)
  const unchanged = switchFault(was, was, meant, now)
  if (unchanged === null) return { draft: was.draft }
  const faults: string[] = []
  const read = (draft: Draft) => readDraft(draft, registry, now)
  for (const draft of set.opens ? openings(was, set, meant, read) : closings(was, set, meant)) {
    const is = read(draft)
    const error = is.reading.findings.find(({ severity }) => severity === 'error')
    const fault = error === undefined ? switchFault(was, is, meant, now) : error.message
    if (fault === null) return { draft }
    faults.push(fault)
  }
  // What closes the path says more than what the ways to open it would do beside that.
  return { finer: set.opens ? unchanged : (faults[0] ?? unchanged) }
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
  const ofCategory = category === null ? [] : [...byName.keys()].filter(isOfCategory)
  const names = who.kind === 'crawler' ? [foldCase(who.name)] : ofCategory
  return { isMeant, names, usage: use.usage, path: patternForm(path), opens }
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

/** How a switch stands, by its path alone: rules inside the path may say something else. `some`: closed to some alone. */
export function stateOf(meaning: Meaning, set: Omit<Switch, 'opens'>, now: number): 'open' | 'closed' | 'some' {
  const answers = answersTo(meaning, meantBy({ ...set, opens: true }, meaning), now)
  const closed = answers.filter(({ outcome }) => outcome === 'prohibited').length
  return closed === 0 ? 'open' : closed === answers.length ? 'closed' : 'some'
}

/** Whom a switch is about, as the beginning of a sentence. */
export function whoInWords(who: Who): string {
  if (who.kind === 'everybody') return 'Every crawler'
  return who.kind === 'crawler' ? who.name : `Crawlers ${CATEGORY_WORDS[who.category].replace('that acts', 'that act')}`
}

/** `Crawlers for training may no longer fetch /archive/.` */
export function switchInWords({ who, use, path, opens }: Switch): string {
  const phrase = use.category === null ? use.phrase : USAGE_PHRASES[use.usage]
  const what = phrase.replace('…', path === '/' ? 'the site' : `\`${path}\``)
  const whom =
    who.kind === 'everybody' && use.category !== null ? `Crawlers ${CATEGORY_WORDS[use.category]}` : whoInWords(who)
  return `${whom} ${opens ? 'may now' : 'may no longer'} ${what}.`
}
