/** Finds who sent a visit by the host of its referrer: an assistant or a search engine. */

import data from './lists/referrers.json' with { type: 'json' }
import { operatorName } from './operators.ts'

export type ReferrerKind = 'assistant' | 'search' | 'other'

export interface Referrer {
  readonly operator: string
  readonly kind: ReferrerKind
}

const BY_HOST: ReadonlyMap<string, Referrer> = new Map(
  data.flatMap(({ kind, hosts }) =>
    Object.entries(hosts).map(
      ([host, operator]) => [host, { operator, kind: kind as ReferrerKind }] as const,
    ),
  ),
)

/** The data writes `google.*` for `google.de` and `google.co.uk`. */
const COUNTRY = /\.(?:com?\.)?[a-z]{2,3}$/

export function referrerAt(host: string): Referrer | null {
  const folded = host.toLowerCase().replace(/^www\./, '')
  const labels = folded.split('.')
  const domains = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))
  const known = domains.find((domain) => BY_HOST.has(domain))
  if (known !== undefined) return BY_HOST.get(known)!
  const anywhere = BY_HOST.get(folded.replace(COUNTRY, '.*'))
  if (anywhere !== undefined) return anywhere
  const operator = operatorName(folded)
  return operator === null || operator === folded ? null : { operator, kind: 'other' }
}
