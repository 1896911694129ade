/**
 * A policy's meaning → the crawlers that the table asks about: the User-Agent that the author supposes, any other
 * crawler, the crawlers that everybody asks about, every name of the policy, and the registry's.
 */
import { foldCase } from '../grammar/path-form.ts'
import type { Policy } from '../language/policy/policy.ts'
import { fieldValue } from '../language/text/tree.ts'
import { operatorsSpelling, PUBLISHED_TOKENS } from '../registry/policy-tokens.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import type { Meaning } from './draft.ts'

/** Somebody to ask about. */
export interface Crawler {
  /** `what-if`, `any`, or `name:` and the name in lower case. */
  readonly id: string
  readonly label: string
  readonly userAgent: string
  /** Whether it may turn out to be a reader (I3): the agent that the author supposes, and the registry's. */
  readonly mayBeReader: boolean
  readonly isName: boolean
  readonly category: Category | null
}

/** Everybody, in the order in which the table shows them. */
interface Crawlers {
  readonly first: readonly Crawler[]
  /** The policy's names, in the order and the letters in which the author wrote them. */
  readonly named: readonly Crawler[]
  /** The registry's, without those that stand before. */
  readonly known: readonly Crawler[]
}

/** Crawlers that publishers ask about first. */
const WELL_KNOWN = ['Googlebot', 'Bingbot', 'GPTBot', 'ClaudeBot']

/** Everybody whom a table asks about, with one crawler for a User-Agent that the author supposes. */
export function shownCrawlers(meaning: Meaning, userAgent: string): Crawlers {
  const supposed = { id: 'what-if', label: 'This User-Agent', userAgent, mayBeReader: true, ...NO_NAME }
  const other = { id: 'any', label: 'Any other', userAgent: '', mayBeReader: false, ...NO_NAME }
  const added = namesOfCategories(meaning)
  const known = knownCategories(meaning)
  const names = namesAsWritten(meaning).filter((name) => !added.has(foldCase(name)))
  const wellKnown = WELL_KNOWN.map((name) => names.find((each) => foldCase(each) === foldCase(name)) ?? name)
  const named = names.filter((name) => !wellKnown.includes(name))
  const shown = new Set([...wellKnown, ...named].map(foldCase))
  return {
    first: [supposed, other, ...wellKnown.map((name) => crawlerNamed(name))],
    named: named.map((name) => crawlerNamed(name)),
    known: [...known]
      .filter(([name]) => !shown.has(name))
      .map(([name, category]) => ({ ...crawlerNamed(operatorsSpelling(name)), mayBeReader: true, category })),
  }
}

/** The names that closed categories add to the policy (I6): the author wrote none of them. */
export function namesOfCategories({ reading, generated }: Meaning): ReadonlySet<string> {
  const own = new Set(namesOf(reading.policy))
  return new Set(namesOf(generated.policy).filter((name) => !own.has(name)))
}

function namesOf({ groups, records }: Policy): readonly string[] {
  return [...groups.flatMap(({ tokens }) => tokens), ...records.flatMap(({ names }) => names)].map(foldCase)
}

/**
 * The names of the registry and the policy tokens, each with the category that a request under this name has:
 * `slack-imgproxy` holds the name of a crawler of another category, and that counts (I3).
 */
function knownCategories({ known, engine }: Meaning): ReadonlyMap<string, Category> {
  const tokens = PUBLISHED_TOKENS.map(({ token, category }) => [foldCase(token), category] as const)
  const crawlers = known.map(({ name, category }) => [name, engine.agents.find(name).category ?? category] as const)
  return new Map([...crawlers, ...tokens])
}

const NO_NAME = { isName: false, category: null }

function crawlerNamed(name: string): Crawler {
  return {
    id: `name:${foldCase(name)}`,
    label: name,
    userAgent: name,
    mayBeReader: false,
    isName: true,
    category: null,
  }
}

/** The names of the policy's pool; those that site.toml alone names come last. */
function namesAsWritten({ reading, program }: Meaning): readonly string[] {
  const written = new Map<string, { readonly name: string; readonly index: number }>()
  for (const tree of reading.trees.values()) {
    for (const line of tree.lines) {
      if (line.field?.value !== 'crawler' && line.field?.value !== 'token') continue
      const name = fieldValue(tree, line)
      const folded = foldCase(name)
      if (!written.has(folded)) written.set(folded, { name, index: written.size })
    }
  }
  const indexOf = (name: string) => written.get(name)?.index ?? written.size
  const names = program.names.map(({ name }) => name).sort((a, b) => indexOf(a) - indexOf(b))
  return names.map((name) => written.get(name)?.name ?? name)
}
