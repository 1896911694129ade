/** Writes typed qualifiers as text in one canonical spelling. `qualifiers.ts` reads it back. */

import { encodePercent } from './path-form.ts'
import type { Locator, Qualifier } from './restriction.ts'

/** The texts for a qualifier: one, or one for each modification. */
export function writeQualifier(qualifier: Qualifier): readonly string[] {
  const { type } = qualifier
  return valuesOf(qualifier).map((value) => `${type}=${value}`)
}

function valuesOf(qualifier: Qualifier): readonly string[] {
  switch (qualifier.type) {
    case 'time-limit':
      return [timeLimit(qualifier)]
    case 'max-length':
      return [`${qualifier.count}-${qualifier.unit}`]
    case 'prohibited-modification':
      return qualifier.values
    case 'prohibited-context':
    case 'required-context':
      return [qualifier.value]
    case 'target-condition':
      return [`${qualifier.condition}:${conditionValue(qualifier)}`]
    case 'must-use-resource':
      return ['uri' in qualifier ? qualifier.uri : `the-acap:${usedResource(qualifier)}`]
    case 'must-include-resource':
    case 'usage-ref':
      if ('plusTerms' in qualifier) return ['plus-terms']
      return [
        'role' in qualifier
          ? `the-acap:${qualifier.role}:${locator(qualifier)}`
          : locator(qualifier),
      ]
    case 'location':
      return [qualifier.uri]
  }
}

type OfType<T extends Qualifier['type']> = Extract<Qualifier, { type: T }>

function timeLimit(limit: OfType<'time-limit'>): string {
  if ('until' in limit) return `until-${limit.until}`
  if ('days' in limit) return `${limit.days}-days`
  return 'plusTerms' in limit ? 'plus-terms' : 'until-recrawled'
}

function usedResource(resource: Exclude<OfType<'must-use-resource'>, { uri: string }>): string {
  if ('text' in resource) return `text:${encodePercent(resource.text)}`
  const names = resource.names.map(encodePercent).join(',')
  const isList = resource.extract === 'tag' || resource.names.length > 1
  return `extract:${resource.extract}${isList ? 'list' : ''}:${names}`
}

/** Writes a locator. In a qualifier without a role it is a URI. */
function locator(place: Locator): string {
  if ('uri' in place) return place.uri
  if ('text' in place) return `text:${encodePercent(place.text)}`
  return `${place.extract}:${place.names.map(encodePercent).join(',')}`
}

function conditionValue(condition: OfType<'target-condition'>): string {
  switch (condition.condition) {
    case 'rulesref':
      return condition.uri
    case 'ipaddressrangelist':
      return condition.values
        .map(({ from, to }) => (from === to ? from : `${from}-${to}`))
        .join(',')
    case 'ipaddressmasklist':
      return condition.values.map(({ address, mask }) => `${address}/${mask}`).join(',')
    default:
      return condition.values.join(',')
  }
}
