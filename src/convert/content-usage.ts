/**
 * A policy → Content-Usage of the AI Preferences drafts (draft-ietf-aipref-attach, draft-ietf-aipref-vocab).
 */
import { CONTENT_USAGE } from './mappings.ts'
import { preferences } from './preferences.ts'

export const contentUsage = preferences({
  name: 'content-usage',
  field: 'Content-Usage',
  no: 'n',
  everywhere: '/ ',
  rows: CONTENT_USAGE,
})
