/** Who runs a crawler, for people; the data names operators whose host is their brand. Decides nothing. */
import { OPERATORS_BY_HOST } from './tables.ts'

const BY_HOST: ReadonlyMap<string, string> = new Map(Object.entries(OPERATORS_BY_HOST))

export function operatorName(operator: string | null): string | null {
  // Names may have a dot, as You.com; hosts are lower case.
  if (operator === null || !/^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(operator)) return operator
  const domains = operator.split('.').map((_, i, labels) => labels.slice(i).join('.'))
  const known = domains.find((domain) => BY_HOST.has(domain))
  return known === undefined ? null : BY_HOST.get(known)!
}
