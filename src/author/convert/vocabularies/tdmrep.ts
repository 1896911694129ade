/**
 * Writes the JSON of the W3C's TDM Reservation Protocol, `/.well-known/tdmrep.json`. The first
 * matching location applies, but some readers use the longest, so that comes first. 0 would be a
 * grant, so only site.toml can write it.
 */
import { writtenPattern } from '../../../words/path-form.ts'
import { NAMELESS } from '../conversion.ts'
import type { ReservationVocabulary } from '../reservations.ts'

/** The references of `allow-other` say how to get a licence. */
export const TDMREP: ReservationVocabulary = {
  name: 'tdmrep',
  title: 'TDMRep',
  mapping: { usage: 'other', word: 'tdm-reservation', reason: `mining: ${NAMELESS}` },
  ownOf: ({ 'tdm-reservation': own }) => (own === undefined ? null : own === '1'),
  permitsSearch: false,
  write: (rules, { signals: { 'tdm-policy': policy } }) => {
    const entries = rules.map(({ pattern, words, references }) => {
      const licence = references?.terms ?? references?.permission ?? policy
      return {
        location: writtenPattern(pattern),
        'tdm-reservation': words.length > 0 ? 1 : 0,
        ...(licence !== undefined && { 'tdm-policy': licence }),
      }
    })
    return `${JSON.stringify(entries.reverse(), null, 2)}\n`
  },
  writtenOf: ({ terms, permission }) => [terms ?? permission],
  widerThan: null,
}
