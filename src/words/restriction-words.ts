/** Describes the restrictions of a permission for people: `up to 40 words, for 3 days`. */
import type { Locator, Modification, Restriction } from './restriction.ts'
import { writeQualifier } from './write-qualifier.ts'

const MODIFICATIONS: Readonly<Record<Modification, string>> = {
  any: 'unchanged',
  format: 'in its own format',
  style: 'in its own style',
  appearance: 'looking as it does',
  translation: 'not translated',
  content: 'with its content unchanged',
  annotation: 'without notes added',
  metadata: 'with its metadata unchanged',
  structure: 'with its structure unchanged',
  'plus-terms': 'changed only as further terms allow',
}

const ROLES: Readonly<Record<string, string>> = {
  extract: 'with',
  credit: 'with the credit',
  link: 'with a link to',
  'license-link': 'with a link to the licence at',
  'registration-link': 'with a link to the registration at',
  'terms-link': 'by the terms at',
  'permission-link': 'permission is given at',
}

const AUDIENCES: Readonly<Record<string, string>> = {
  permitteddomainlist: 'only for visitors from',
  prohibiteddomainlist: 'not for visitors from',
  permittedcountrylist: 'only for visitors from',
  prohibitedcountrylist: 'not for visitors from',
}

/** A permission with its restrictions: `show up to 40 words of this page, for 3 days`. */
export function permissionInWords(
  phrase: string,
  object: string,
  restrictions: readonly Restriction[],
): string {
  const length = restrictions.find(({ type }) => type === 'max-length')
  const isLength = length !== undefined && phrase.includes('extracts')
  const words = (isLength ? phrase.replace('extracts', termInWords(length)) : phrase).replace(
    '…',
    object,
  )
  const rest = restrictionsInWords(restrictions.filter((each) => !isLength || each !== length))
  return rest === '' ? words : `${words}, ${rest}`
}

export function restrictionsInWords(restrictions: readonly Restriction[]): string {
  return restrictions.map(termInWords).join(', ')
}

/** One restriction. If there is no phrase for it, the field's text is used. */
function termInWords(restriction: Restriction): string {
  switch (restriction.type) {
    case 'max-length':
      return `up to ${restriction.count} ${restriction.unit === 'chars' ? 'characters' : 'words'}`
    case 'time-limit':
      return timeInWords(restriction)
    case 'prohibited-modification':
      return restriction.values.map((value) => MODIFICATIONS[value]).join(', ')
    case 'must-use-resource':
      return 'uri' in restriction
        ? `only the text at ${restriction.uri}`
        : `only ${partInWords(restriction)}`
    case 'must-include-resource':
    case 'usage-ref':
      if ('role' in restriction) return `${ROLES[restriction.role]} ${partInWords(restriction)}`
      return 'uri' in restriction
        ? `${restriction.type === 'usage-ref' ? 'see' : 'with'} ${restriction.uri}`
        : 'with what further terms name'
    case 'prohibited-context':
      return 'not in a frame of another page'
    case 'required-context':
      return restriction.value === 'within-user-frame'
        ? 'only in a frame of another page'
        : 'only in its own frame'
    case 'target-condition': {
      const audience = AUDIENCES[restriction.condition]
      return audience !== undefined && 'values' in restriction
        ? `${audience} ${restriction.values.join(', ')}`
        : writeQualifier(restriction).join(' ')
    }
  }
}

function timeInWords(limit: Extract<Restriction, { type: 'time-limit' }>): string {
  if ('until' in limit) return `until the end of ${limit.until} (UTC)`
  if ('days' in limit) return `for ${limit.days} day${limit.days === 1 ? '' : 's'}`
  return 'plusTerms' in limit ? 'for as long as further terms allow' : 'until it is fetched again'
}

function partInWords(
  part: Locator | { readonly extract: string; readonly names: readonly string[] },
): string {
  if ('uri' in part) return part.uri
  return 'text' in part
    ? `“${part.text}”`
    : `the part of ${part.extract} ${part.names.map((name) => `\`${name}\``).join(', ')}`
}
