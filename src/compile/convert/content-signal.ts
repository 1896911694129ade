/**
 * A policy → Content Signals (contentsignals.org).
 */
import { type PreferenceRow, preferences } from './preferences.ts'

export const CONTENT_SIGNAL_ROWS: readonly PreferenceRow[] = [
  { usage: 'index', key: 'search', reason: 'building a search index is what it begins with' },
  { usage: 'other', key: 'ai-input', reason: 'ACAP 1.1 names no usage for grounding answers, so `other` covers it' },
  { usage: 'other', key: 'ai-train', reason: 'ACAP 1.1 names no usage for training, so `other` covers it' },
]

export const contentSignal = preferences({
  name: 'content-signal',
  field: 'Content-Signal',
  no: 'no',
  // Readers of the first hour know no path.
  everywhere: '',
  rows: CONTENT_SIGNAL_ROWS,
})
