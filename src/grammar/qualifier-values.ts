/**
 * The value of a qualifier → its typed form (Q4, Q5), or null where it is outside its type's grammar. One reader per
 * type; whether the type may stand there and what repeats mean is not known here.
 */
import type { Modification, Qualifier, QualifierType } from '../vocabulary/restriction.ts'
import { isDate } from './calendar.ts'
import { readIncludedResource, readUsageReference, readUsedResource } from './resource-values.ts'
import { readTargetCondition } from './target-condition.ts'
import { keyword, readCount } from './value-parts.ts'

/** ACAP Part 1, 3: printable ASCII without quotation mark, apostrophe and `#`. */
const VALUE = /^[!$-&(-~]+$/
/** E3 drops the fragment of a location, so it may have one. */
const LOCATION = /^[!#-&(-~]+$/

const DAYS = /^(\d+)-days$/
const LENGTH = /^(\d+)-(chars|words)$/

const MODIFICATIONS: readonly Modification[] = [
  'any',
  'format',
  'style',
  'appearance',
  'translation',
  'content',
  'annotation',
  'metadata',
  'structure',
  'plus-terms',
]

const READERS: Readonly<Record<QualifierType, (value: string) => Qualifier | null>> = {
  'time-limit': readTimeLimit,
  'must-use-resource': readUsedResource,
  'max-length': readMaxLength,
  'prohibited-modification': readModification,
  'must-include-resource': readIncludedResource,
  'prohibited-context': readProhibitedContext,
  'required-context': readRequiredContext,
  'target-condition': readTargetCondition,
  'usage-ref': readUsageReference,
  location: (uri) => ({ type: 'location', uri }),
}

/** Values that R9 understands though they are spelt wrong, and what they mean. */
const MISSPELT_TIME_LIMIT = { written: 'until-recrawl', meant: 'until-recrawled' } as const

/** Reads the value of a qualifier of that type. */
export function readQualifierValue(type: QualifierType, value: string): Qualifier | null {
  return (type === 'location' ? LOCATION : VALUE).test(value) ? READERS[type](value) : null
}

/** The right spelling of a value that is understood only by R9; null for any other. */
export function meantValue(type: QualifierType, value: string): string | null {
  return type === 'time-limit' && keyword(value) === MISSPELT_TIME_LIMIT.written ? MISSPELT_TIME_LIMIT.meant : null
}

function readTimeLimit(value: string): Qualifier | null {
  const word = meantValue('time-limit', value) ?? keyword(value)
  if (word === 'until-recrawled') return { type: 'time-limit', untilRecrawled: true }
  if (word === 'plus-terms') return { type: 'time-limit', plusTerms: true }
  if (word.startsWith('until-')) {
    const until = word.slice('until-'.length)
    return isDate(until) ? { type: 'time-limit', until } : null
  }
  const days = readCount(DAYS.exec(word)?.[1])
  return days === null ? null : { type: 'time-limit', days }
}

function readMaxLength(value: string): Qualifier | null {
  const [, digits, unit] = LENGTH.exec(keyword(value)) ?? []
  const count = readCount(digits)
  return count === null ? null : { type: 'max-length', count, unit: unit === 'chars' ? 'chars' : 'words' }
}

function readModification(value: string): Qualifier | null {
  const word = keyword(value)
  const modification = MODIFICATIONS.find((known) => known === word)
  return modification ? { type: 'prohibited-modification', values: [modification] } : null
}

function readProhibitedContext(value: string): Qualifier | null {
  return keyword(value) === 'within-user-frame' ? { type: 'prohibited-context', value: 'within-user-frame' } : null
}

function readRequiredContext(value: string): Qualifier | null {
  const word = keyword(value)
  const isKnown = word === 'within-original-frame' || word === 'within-user-frame'
  return isKnown ? { type: 'required-context', value: word } : null
}
