/**
 * A policy → Content-Usage of the AI Preferences drafts (draft-ietf-aipref-attach, draft-ietf-aipref-vocab).
 */
import { type PreferenceRow, preferences } from './preferences.ts'

export const CONTENT_USAGE_ROWS: readonly PreferenceRow[] = [
  {
    usage: 'other',
    key: 'train-ai',
    reason: 'ACAP 1.1 names no usage for training, so `other` covers it (P1 2.5.6)',
  },
  {
    usage: 'index',
    key: 'search',
    reason: 'the draft’s search selects assets and leads to them, which takes an index',
  },
]

export const contentUsage = preferences({
  name: 'content-usage',
  field: 'Content-Usage',
  no: 'n',
  everywhere: '/ ',
  rows: CONTENT_USAGE_ROWS,
})
