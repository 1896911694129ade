/**
 * Lists vocabularies for crawlers other than ACAP: drafts with dates, who honours them, and when
 * that was last checked.
 */
import { DAY } from '../base/calendar.ts'
import table from './vocabularies.json' with { type: 'json' }

/** A vocabulary by which a site speaks to crawlers. */
export interface DatedVocabulary {
  readonly name: string
  readonly title: string
  readonly document: string
  readonly page: string | null
  /** `provisional`: its full text could not be read, so no tool writes it. */
  readonly status: 'standard' | 'draft' | 'convention' | 'provisional'
  /** A year or a date. */
  readonly published: string
  /** The date on which a draft expires; null if it does not, or if that is unknown. */
  readonly expires: string | null
  /** Whether its own text was read, or only quotations. */
  readonly text: 'read' | 'second-hand'
  readonly readFrom: readonly string[]
  readonly writtenTo: readonly string[]
  /** Operators that document support, and for what. */
  readonly honoured: readonly { readonly by: string; readonly what: string }[]
  /** What it can prohibit. */
  readonly closes: string
  /** What it cannot do. */
  readonly not: string
  /** The date on which this row was last compared with its sources. */
  readonly checked: string
}

export const DATED_VOCABULARIES = table as readonly DatedVocabulary[]

const YEAR = 365 * DAY

/** Why a row may be outdated at an instant; null if it is not. */
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
