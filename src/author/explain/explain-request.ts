/** Explains a request's decision: who sent it, what decided at each level, and the page's terms. */

import { type FiledCard, isCardFor } from '../../crawlers/agent-card.ts'
import { type Chain, explain } from '../../decide/explain.ts'
import { contextAt, type Judgement, type SiteContext } from '../../decide/judge.ts'
import { isNameChecked, networksFor } from '../../decide/networks.ts'
import { type PageTerms, termsOf } from '../../decide/page-terms.ts'
import type { Ruling } from '../../decide/ruling.ts'
import { termsOfSpellings } from '../../decide/spelled-terms.ts'
import type { SiteConfig } from '../../words/site-config.ts'

/** The explanation as data. */
export interface RequestExplanation {
  readonly site: string
  readonly kind: Judgement['kind']
  readonly outcome: Judgement['outcome']
  /** Notes about the URL as it was written, and about the header. */
  readonly notes: readonly string[]
  readonly mode: SiteConfig['mode']
  /**
   * Whether there is a list of addresses to check the crawler's name against, and whether it may
   * disprove one (I4).
   */
  readonly list: 'none' | 'old' | 'fresh'
  readonly decision: Ruling
  readonly chains: readonly Chain[]
  readonly terms: PageTerms
  /**
   * What agents with this header say of themselves (draft-meunier-webbotauth-registry-04); nothing
   * of it is trusted.
   */
  readonly cards: readonly FiledCard[]
}

/** Explains one judgement. */
export function explainJudgement(
  given: SiteContext,
  { kind, mode, spellings, outcome, ruling, isUnproven }: Judgement,
  urlNotes: readonly string[],
  filed: readonly FiledCard[] = [],
): RequestExplanation {
  const context = contextAt(given, ruling.facts.now)
  const { site, engine } = context
  // Another spelling of the path may have decided (P6): its levels are the ones to show.
  const { chains } = explain(engine, ruling.facts)
  const terms = termsOfSpellings(termsOf(engine), spellings)
  const { agent } = ruling
  const lists = isNameChecked(agent, site.config)
    ? networksFor(agent, site.config.crawlers, context.networks)
    : []
  // I1: a question may give a name alone that the edge does not look for in a header.
  const isReader =
    kind === 'crawler' && engine.agents.find(ruling.facts.userAgent).kind === 'reader'
  const cards = filed.filter((card) => isCardFor(card, ruling.facts.userAgent))
  const notes = [
    ...urlNotes,
    ...(isReader ? [SERVED_AS_READER] : []),
    ...filed
      .filter((card) => !cards.includes(card))
      .map(({ file }) => `\`${file}\` is a card of other clients`),
  ]
  const list = lists.length === 0 ? 'none' : lists.every(({ fresh }) => fresh) ? 'fresh' : 'old'
  const decision = isUnproven ? ruling.refusedUnproven() : ruling
  return { site: site.name, kind, outcome, notes, mode, list, decision, chains, terms, cards }
}

const SERVED_AS_READER =
  'the edge serves a client with this header as a reader, because readers send it; ' +
  'this is for a crawler of that name'
