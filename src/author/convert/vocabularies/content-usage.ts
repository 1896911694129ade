/** Writes Content-Usage of AI Preferences (draft-ietf-aipref-attach, draft-ietf-aipref-vocab). */
import { NAMELESS } from '../conversion.ts'
import type { PreferenceVocabulary } from '../preferences.ts'

export const CONTENT_USAGE: PreferenceVocabulary = {
  name: 'content-usage',
  field: 'Content-Usage',
  no: 'n',
  everywhere: '/ ',
  mappings: [
    { usage: 'other', word: 'train-ai', reason: `training: ${NAMELESS}` },
    { usage: 'other', word: 'ai-use', reason: `use as input of an AI system: ${NAMELESS}` },
    {
      usage: 'index',
      word: 'search',
      reason: 'selecting assets and leading to them takes an index',
    },
  ],
}
