/**
 * A malformed Content-Usage: it should be an optional path, then categories of AI Preferences with
 * `y` or `n`.
 */
import { parseDictionary } from '../../words/structured-fields.ts'
import { type Check, itemsOf, linesWith, pathBefore } from './context.ts'

const PREFERENCE = /^[a-z*][a-z0-9_.*-]*=[yn](?:;.*)?$/

export const malformedPreference: Check = (context, report) => {
  const odd = itemsOf(context, 'preferences').filter(({ text }) => !PREFERENCE.test(text))
  for (const { text, at } of odd) report(at, 'malformed-preference', [text, !isDictionary(text)])
  for (const { value, at } of linesWith(context, 'preferences')) {
    const list = value.slice(pathBefore(value).length)
    // Errors between items: a final comma.
    if (
      !isDictionary(list) &&
      !odd.some((item) => item.at.source === at.source && item.at.line === at.line)
    )
      report(at, 'malformed-preference', [list.trim(), true])
  }
}

function isDictionary(text: string): boolean {
  try {
    parseDictionary(text)
    return true
  } catch {
    return false
  }
}
