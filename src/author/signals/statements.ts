/** The data type for what signals say about uses of a page, ordered by strictness. */
import type { DatedVocabulary } from '../../words/dated-vocabularies.ts'

/** What people ask about a page that a crawler has fetched. */
export const PAGE_USES = ['search', 'train', 'answer', 'copy', 'extract'] as const
/** What people ask about a page. */
export type PageUse = (typeof PAGE_USES)[number]

/** `limited`: on terms, such as a length, a date or a licence. */
export type SignalSays = 'yes' | 'no' | 'limited'

/** A field, header or tag that says something about a use. */
export interface SignalSource {
  /** As `acap vocabularies` names it. */
  readonly vocabulary: DatedVocabulary['name']
  /** The line of robots.txt; absent for what the page says. */
  readonly line?: number
  /** As written. */
  readonly text: string
}

/** What one source says of several uses. */
export type Says = Partial<Record<PageUse, SignalSays>>

/** Every use is on the terms of a licence. */
export const ON_TERMS: Says = {
  search: 'limited',
  train: 'limited',
  answer: 'limited',
  copy: 'limited',
  extract: 'limited',
}

export function statementsOf(says: Says, by: SignalSource): readonly Statement[] {
  return Object.entries(says).map(([use, saying]) => ({ use: use as PageUse, says: saying, by }))
}

/** A crawler that asks about a page, by path and query, at an instant. */
export interface SignalQuestion {
  readonly userAgent: string
  readonly target: string
  readonly now: number
  /** What the licence says to which `License` and `Link` point. */
  readonly licence: Says
  /** What the file of TDMRep says of the page. */
  readonly tdmrep: string | undefined
}

export interface Statement {
  readonly use: PageUse
  readonly says: SignalSays
  readonly by: SignalSource
}

/** What is said about one use: the strictest of `by`, which stand in that order. */
export interface UsePreference {
  /** `unspecified` where nothing speaks of it: neither a permission nor a prohibition. */
  readonly says: SignalSays | 'unspecified'
  readonly by: readonly SignalSource[]
}

/** For each use, what a file and a page say. */
export type PagePreferences = Readonly<Record<PageUse, UsePreference>>

const STRICTEST_FIRST: readonly SignalSays[] = ['no', 'limited', 'yes']

/** For each use what is said, the strictest first; each source once. */
export function preferencesFrom(statements: readonly Statement[]): PagePreferences {
  const about = (use: PageUse): UsePreference => {
    const own = STRICTEST_FIRST.flatMap((says) =>
      statements.filter((each) => each.use === use && each.says === says),
    )
    const by = new Map<string, SignalSource>()
    for (const { by: source } of own) {
      const key = `${source.vocabulary} ${source.line} ${source.text}`
      if (!by.has(key)) by.set(key, source)
    }
    return { says: own[0]?.says ?? 'unspecified', by: [...by.values()] }
  }
  return {
    search: about('search'),
    train: about('train'),
    answer: about('answer'),
    copy: about('copy'),
    extract: about('extract'),
  }
}
