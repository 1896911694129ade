/** Writes Content Signals (contentsignals.org): lines of preferences in groups. */
import { NAMELESS } from '../conversion.ts'
import type { PreferenceVocabulary } from '../preferences.ts'

export const CONTENT_SIGNAL: PreferenceVocabulary = {
  name: 'content-signal',
  field: 'Content-Signal',
  no: 'no',
  // Readers of the first hour know no path.
  everywhere: '',
  mappings: [
    {
      usage: 'index',
      word: 'search',
      reason: 'building a search index comes first in what it covers',
    },
    { usage: 'other', word: 'ai-input', reason: `grounding of answers: ${NAMELESS}` },
    { usage: 'other', word: 'ai-train', reason: `training: ${NAMELESS}` },
  ],
}
