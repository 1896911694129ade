/** What crawlers read today beside ACAP: drafts with their dates, who honours them, and when that was last checked. */
import { DAY } from '../base/calendar.ts'
import table from './vocabularies.json' with { type: 'json' }

/** A vocabulary by which a site speaks to crawlers. */
export interface DatedVocabulary {
  readonly name: string
  readonly title: string
  readonly document: string
  readonly page: string | null
  /** `provisional`: its text could not be read whole, so nothing writes it. */
  readonly status: 'standard' | 'draft' | 'convention' | 'provisional'
  /** A year, or a day. */
  readonly published: string
  /** The day on which a draft expires; null for what does not expire, and where nobody knows. */
  readonly expires: string | null
  /** Whether its own text was read, or what others quote of it. */
  readonly text: 'read' | 'second-hand'
  readonly readFrom: readonly string[]
  readonly writtenTo: readonly string[]
  /** Operators that document that they honour it, and what of it. */
  readonly honoured: readonly { readonly by: string; readonly what: string }[]
  /** What it closes. */
  readonly closes: string
  /** What it does not do. */
  readonly not: string
  /** The day on which the row was last compared with its sources. */
  readonly checked: string
}

export const DATED_VOCABULARIES = table as readonly DatedVocabulary[]

const YEAR = 365 * DAY

/** Why a row may no longer be true at an instant; null where it may. */
export function ageOf(
  { title, document, expires, checked }: DatedVocabulary,
  now: number,
): string | null {
  if (expires !== null && Date.parse(expires) <= now)
    return `${document}, by which ${title} is read and written here, expired on ${expires}`
  if (Date.parse(checked) + YEAR <= now)
    return `what is known here of ${title} was last checked on ${checked}, more than a year ago`
  return null
}

export function vocabularyNamed(name: string): DatedVocabulary | undefined {
  return DATED_VOCABULARIES.find((each) => each.name === name)
}
