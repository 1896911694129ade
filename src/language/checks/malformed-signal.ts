/**
 * A malformed Content-Signal: it should be an optional path, then `search`, `ai-input`, `ai-train`
 * with `yes` or `no`, and `use`.
 */
import { type Check, itemsOf } from './context.ts'

const YES_NO = ['yes', 'no']
const SIGNALS: ReadonlyMap<string, readonly string[]> = new Map([
  ['search', YES_NO],
  ['ai-input', YES_NO],
  ['ai-train', YES_NO],
  ['use', ['immediate', 'reference', 'full']],
])

export const malformedSignal: Check = (context, report) => {
  for (const { text, at } of itemsOf(context, 'signals')) {
    const [written = '', choice = ''] = text.split('=').map((part) => part.trim())
    const name = written.toLowerCase()
    const choices = SIGNALS.get(name) ?? []
    if (choices.includes(choice.toLowerCase())) continue
    // Only the name is misspelt, so the fix keeps the choice.
    const place = choices.length > 0 || name === '' ? at : { ...at, length: written.length }
    report(place, 'malformed-signal', [text, name, [...SIGNALS.keys()], choices])
  }
}
