/** Content-Usage: an optional path, then categories of AI Preferences with `y` or `n`. */
import { type Check, itemsOf } from './context.ts'

const PREFERENCE = /^[a-z*][a-z0-9_.*-]*=[yn](?:;.*)?$/

export const malformedPreference: Check = (context, report) => {
  for (const { text, at } of itemsOf(context, 'preferences')) {
    if (!PREFERENCE.test(text)) report(at, 'malformed-preference', [text])
  }
}
