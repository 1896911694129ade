/**
 * A policy → Content Signals (contentsignals.org).
 */
import { CONTENT_SIGNAL } from './mappings.ts'
import { preferences } from './preferences.ts'

export const contentSignal = preferences({
  name: 'content-signal',
  field: 'Content-Signal',
  no: 'no',
  // Readers of the first hour know no path.
  everywhere: '',
  rows: CONTENT_SIGNAL,
})
