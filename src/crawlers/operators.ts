/**
 * Names the operator of a crawler for people. Some data has hosts, which are mapped to brands. No
 * effect on decisions.
 */
import { OPERATORS_BY_HOST } from './tables.ts'

const BY_HOST: ReadonlyMap<string, string> = new Map(Object.entries(OPERATORS_BY_HOST))

export function operatorName(operator: string | null): string | null {
  // Names may contain a dot (You.com), but only hosts are all lower case.
  if (operator === null || !/^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(operator)) return operator
  const domains = operator.split('.').map((_, i, labels) => labels.slice(i).join('.'))
  const known = domains.find((domain) => BY_HOST.has(domain))
  return known === undefined ? null : BY_HOST.get(known)!
}
