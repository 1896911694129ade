/**
 * A policy → the JSON of `/.well-known/tdmrep.json` (W3C TDM Reservation Protocol). The first location that matches
 * applies, and some readers take the longest: it stands first. 0 would be a grant, so it is site.toml's alone to write.
 */
import { writtenPattern } from '../grammar/path-form.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Conversion, ConversionOptions } from './conversion.ts'
import { Reservations } from './reservation.ts'

/** A reservation as the protocol writes it. */
interface Entry {
  readonly location: string
  readonly 'tdm-reservation': 0 | 1
  readonly 'tdm-policy'?: string
}

/** The references of `allow-other` say how to get a licence. */
export function tdmrep(reading: SiteReading, options: ConversionOptions): Conversion {
  const { 'tdm-reservation': own, 'tdm-policy': policy } = reading.policy.config.signals
  const reserved = new Reservations(reading, options, own === undefined ? null : own === '1')
  const entries = reserved.paths.map(({ pattern, isReserved, terms }): Entry => {
    const licence = terms.terms ?? terms.permission ?? policy
    return {
      location: writtenPattern(pattern),
      'tdm-reservation': isReserved ? 1 : 0,
      ...(licence !== undefined && { 'tdm-policy': licence }),
    }
  })
  const text = entries.length === 0 ? '' : `${JSON.stringify(entries.reverse(), null, 2)}\n`
  return { text, findings: reserved.findings('tdmrep', ({ terms, permission }) => [terms ?? permission]) }
}
