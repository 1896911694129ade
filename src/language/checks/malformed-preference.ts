/** Content-Usage: an optional path, then categories of AI Preferences with `y` or `n`. */
import { spanOf } from '../text/tree.ts'
import { type Check, itemsOf, linesWith } from './context.ts'

const PREFERENCE = /^[a-z*][a-z0-9_.*-]*=[yn](?:;.*)?$/

export const malformedPreference: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'preferences')) {
    for (const { text, at } of itemsOf(tree, line)) {
      if (PREFERENCE.test(text)) continue
      report(spanOf(tree, line, at, at + text.length), 'malformed-preference', [text])
    }
  }
}
