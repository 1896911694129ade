/**
 * The sentences of `acap summary` → what they claim about a crawler, a use and an address; and whether the reference evaluator
 * decides so. Reads the sentences as a person does: where places overlap, the narrower counts, and of two the stricter.
 */
import type { SiteReport } from '../../../src/author/summary/site-report.ts'
import { CATEGORY_WORDS, type Category } from '../../../src/words/decision-words.ts'
import { OTHER_USES, PEOPLES_USES, type PeoplesUse } from '../../../src/words/uses.ts'
import {
  type ClaimedArea,
  type ClaimedCrawlers,
  crawlersIn,
  isInside,
  placesIn,
} from './claimed-places.ts'

/** A part of a section: `null` for what is permitted: nothing is said. */
interface Claim {
  readonly area: ClaimedArea
  readonly permits: boolean | null
}

interface Claims {
  readonly text: string
  readonly about: ClaimedCrawlers
  /** `null`: the sentence says that it cannot say. `like`: these may what those may. */
  readonly claims: readonly Claim[] | null
  readonly isLikeOthers: boolean
  readonly hasMore: boolean
}

const WHOLE: ClaimedArea = []

export function claimsOf(text: string, use: PeoplesUse): Claims {
  const [, partial] = /^(.*): the rules are too many for a sentence/.exec(text) ?? []
  if (partial !== undefined) return claimed(partial, null)
  const [, silentTo, silentAt] = /^Nothing is said (?:to (.*) )?about (.*)\.$/.exec(text) ?? []
  if (silentAt !== undefined) {
    const { areas, hasMore } =
      silentAt === 'other pages' ? { areas: [WHOLE], hasMore: false } : placesIn(silentAt)
    return claimed(
      silentTo ?? 'every crawler',
      areas.map((area) => ({ area, permits: null })),
      hasMore,
    )
  }
  const [, follower] =
    /^(.*) may fetch what (?:every crawler|crawlers not named above) may\.$/.exec(text) ?? []
  if (follower !== undefined) return { ...claimed(follower, []), isLikeOthers: true }
  const [before = '', after = ''] = use.phrase.split('…').map(escaped)
  const phrase = before.replace('extracts', '(?:extracts|up to \\d+ (?:words|characters))')
  // Terms come last, and have no code of their own here.
  const form = new RegExp(`^(.*?) may (not )?${phrase}(.*)${after}(?:, [^\`]*)?\\.$`, 's')
  const [, who, not, object] = form.exec(text) ?? []
  if (who === undefined || object === undefined) throw new Error(`not understood: ${text}`)
  const permits = not === undefined && who !== 'No crawler'
  return objectClaims(who, permits, withoutTerms(object))
}

function objectClaims(who: string, permits: boolean, object: string): Claims {
  if (/^(?:(?:any|every) (?:other )?page|all other pages)$/.test(object))
    return claimed(who, [{ area: WHOLE, permits }])
  const [, except] = /^(?:every page|all other pages) except (.*)$/s.exec(object) ?? []
  const [, only] = /^(.*) only$/s.exec(object) ?? []
  const { areas, hasMore } = placesIn(except ?? only ?? object)
  const at = areas.map((area) => ({ area, permits: except === undefined && permits }))
  const rest = [{ area: WHOLE, permits: except !== undefined }]
  const isWhole = except !== undefined || only !== undefined
  return claimed(who, isWhole ? [...rest, ...at] : at, hasMore)
}

/** Terms come behind the last place, without code of their own here. */
function withoutTerms(object: string): string {
  const end = Math.max(
    object.lastIndexOf('`') + 1 + (/`( itself)[^`]*$/.exec(object)?.[1]?.length ?? 0),
    /^(?:(?:any|every) (?:other )?page|all other pages)/.exec(object)?.[0].length ?? 0,
  )
  const rest = object.slice(end)
  return object.slice(0, end) + (/^ (?:only|and \d+ more places)/.exec(rest)?.[0] ?? '')
}

function claimed(who: string, claims: readonly Claim[] | null, hasMore = false): Claims {
  return { text: '', about: crawlersIn(who), claims, isLikeOthers: false, hasMore }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A crawler to ask for: its name in lower case, `*` for one that nobody names. */
export interface AskedCrawler {
  readonly name: string
  readonly category: Category | null
}

/** What a section says: permitted, prohibited, nothing; undefined where the words leave it open. */
export type Statement = boolean | null | undefined

/** The sentences of a report about one use, to be asked. */
export class ToldUse {
  readonly #all: readonly Claims[]
  readonly #use: PeoplesUse
  readonly #fetching: ToldUse | null

  constructor(report: SiteReport, use: PeoplesUse) {
    this.#use = use
    const section = report.sections.find(({ title }) => title === use.title)
    this.#all = (section?.sentences ?? []).map(({ text }) => ({ ...claimsOf(text, use), text }))
    this.#fetching =
      use.usage === 'crawl' && use.category !== null ? new ToldUse(report, PEOPLES_USES[0]!) : null
  }

  get isEmpty(): boolean {
    return this.#all.length === 0
  }

  tell(crawler: AskedCrawler, target: string): Statement {
    if (this.#use.category !== null && crawler.category !== this.#use.category) return undefined
    const own = this.#sentencesAbout(crawler)
    if (own === null || own.some(({ claims, hasMore }) => claims === null || hasMore))
      return undefined
    if (own.some(({ isLikeOthers }) => isLikeOthers))
      return this.#fetching?.tell({ name: '*', category: null }, target)
    const claims = own.flatMap((each) => each.claims ?? [])
    const told = strictest(claims, target, false)
    // Letters may count or not: the words do not say which.
    return told === strictest(claims, target, true) ? told : undefined
  }

  /** The sentence that alone permits at an address; null where none does, or several do. */
  sentenceAt(crawler: AskedCrawler, target: string): string | null {
    const own = this.#sentencesAbout(crawler) ?? []
    if (own.some(({ claims, hasMore, isLikeOthers }) => !claims || hasMore || isLikeOthers))
      return null
    const all = own.flatMap(({ claims, text }) => claims!.map((claim) => ({ ...claim, text })))
    const here = all.filter(({ area }) => isInside(area, target, false))
    const narrowest = here.filter(({ area }) => !here.some((other) => isNarrower(other.area, area)))
    const texts = [...new Set(narrowest.map(({ text }) => text))]
    return texts.length === 1 && narrowest.every(({ permits }) => permits) ? texts[0]! : null
  }

  /** The sentences about a crawler; null where the words do not tell which these are. */
  #sentencesAbout({ name, category }: AskedCrawler): readonly Claims[] | null {
    const everybody = this.#all.filter(({ about }) => about.isEverybody)
    const named = this.#all.filter(
      ({ about }) =>
        about.names.some((each) => each === name || each.startsWith(`${name} `)) ||
        about.kinds.some(
          ({ words, but }) =>
            category !== null && words === CATEGORY_WORDS[category] && !but.includes(name),
        ),
    )
    if (named.length > 0) return [...everybody, ...named]
    if (name !== '*' && this.#all.some(({ about }) => about.hasMore)) return null
    const rest = this.#all.filter(({ about }) => about.isRest)
    return [...everybody, ...rest]
  }
}

function strictest(claims: readonly Claim[], target: string, folds: boolean): Statement {
  const here = claims.filter(({ area }) => isInside(area, target, folds))
  const narrowest = here.filter(({ area }) => !here.some((other) => isNarrower(other.area, area)))
  if (narrowest.length === 0) return undefined
  if (narrowest.some(({ permits }) => permits === false)) return false
  return narrowest.some(({ permits }) => permits === null) ? null : true
}

/** Whether one area lies within another, by its letters. */
function isNarrower(narrow: ClaimedArea, wide: ClaimedArea): boolean {
  return isWithin(narrow, wide) && !isWithin(wide, narrow)
}

function isWithin(narrow: ClaimedArea, wide: ClaimedArea): boolean {
  return wide.every((each) => narrow.some((other) => covers(each, other)))
}

/** Whether every address of a pattern is one of another: the other matches it with a letter for its `*`. */
function covers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true
  const ends = narrow.endsWith('$')
  const plain = ends ? narrow.slice(0, -1) : `${narrow}\u0001`
  return isInside([wide], plain.replaceAll('*', '\u0002'), false)
}

export const ALL_USES: readonly PeoplesUse[] = [...PEOPLES_USES, OTHER_USES]
