/**
 * Finds where everyone may list pages in a search, and the price of a crawl, so that a licence
 * grants no more than the policy. A closed crawl closes search, too (L6).
 */
import { restrictionsBy } from '../../decide/decision-of.ts'
import { Engine } from '../../decide/engine.ts'
import { allFields } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { compileAsWritten } from '../../program/compile/compile.ts'
import { writtenTarget } from '../../words/path-form.ts'
import type { Usage } from '../../words/usages.ts'
import { UNNAMED } from './meant-rules.ts'
import { memoize } from './page-policy.ts'
import { keyOf } from './source-fields.ts'

/** Results of a search: an index, links to pages, and what is quoted of them. */
const PARTS = ['index', 'present-link', 'present-snippet'] as const satisfies readonly Usage[]

/** Search is not permitted to everybody, or on conditions. */
const CLOSED = 'closed to search'

const PRICE = 'crawled at '

export class SearchTerms {
  readonly #reading: SiteReading
  readonly #engine: Engine
  readonly #agents: readonly string[]
  readonly #now: number
  /** What restricts search at a path: `CLOSED`, else a price. */
  readonly wordsAt: (path: string) => readonly string[]

  constructor(reading: SiteReading, now: number) {
    this.#reading = reading
    this.#engine = new Engine(compileAsWritten(reading.policy, reading.trees), null)
    this.#agents = [UNNAMED, ...this.#engine.site.names.map(({ name }) => name)]
    this.#now = now
    const isAddressed = hasConditions(reading)
    this.wordsAt = memoize((path) => (isAddressed ? [CLOSED] : this.#wordsFor(writtenTarget(path))))
  }

  /** The patterns of the crawl, which narrow where search is permitted. */
  get crawlPatterns(): readonly string[] {
    const { groups, records } = this.#reading.policy
    const fields = records.flatMap(allFields).filter(({ usage }) => usage === 'crawl')
    return [
      ...groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern)),
      ...fields.flatMap(({ patterns }) => patterns),
      ...records.flatMap(({ actions }) => actions.map(({ path }) => `${path}$`)),
    ]
  }

  /** The fields that decide whether everybody may list the page in a search. */
  keysAt(path: string): readonly string[] {
    return PARTS.flatMap((usage) =>
      this.#decide(UNNAMED, writtenTarget(path), usage).fields.map(keyOf),
    )
  }

  #wordsFor(target: string): readonly string[] {
    const isPermitted = this.#agents.every((userAgent) =>
      PARTS.every((usage) => {
        const ruling = this.#decide(userAgent, target, usage)
        const isFree = ruling.outcome === 'permitted' && restrictionsBy(ruling).length === 0
        return isFree && ruling.fields.length > 0
      }),
    )
    if (!isPermitted) return [CLOSED]
    const price = this.#engine.routes.find(target)?.price ?? null
    // A licence cannot give prices by category. Without any price it would be free, so it counts as
    // closed.
    const isUnsaid = price === null && Object.keys(this.#reading.policy.config.prices).length > 0
    if (isUnsaid) return [CLOSED]
    return price === null ? [] : [PRICE + price]
  }

  #decide(userAgent: string, target: string, usage: Usage) {
    return this.#engine.decide({ userAgent, target, usage, now: this.#now })
  }
}

/**
 * A licence names no categories and no purposes, and has no globs (X1): where the policy does, it
 * permits nothing.
 */
function hasConditions({ categories, policy }: SiteReading): boolean {
  const { groups, records, routes } = policy
  const settings = groups.flatMap((group) => group.settings)
  return (
    settings.some(({ value }) => value.kind === 'robot-version') ||
    categories.length > 0 ||
    records.some(({ scope, subRecords }) => scope !== null || subRecords.length > 0) ||
    routes.some(({ fields }) => fields.some(({ purposes }) => purposes.length > 0))
  )
}

/**
 * What search costs by these words: null is nothing; undefined where it is closed, or has two
 * prices.
 */
export function priceOfSearch(words: readonly string[]): string | null | undefined {
  const prices = words.filter((word) => word.startsWith(PRICE))
  if (words.includes(CLOSED) || prices.length > 1) return undefined
  return prices[0]?.slice(PRICE.length) ?? null
}
