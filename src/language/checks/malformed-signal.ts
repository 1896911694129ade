/** Content-Signal: an optional path, then `search`, `ai-input` and `ai-train` with `yes` or `no`, and `use`. */
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
    const [name = '', choice = ''] = text.split('=').map((part) => part.trim().toLowerCase())
    const choices = SIGNALS.get(name) ?? []
    if (!choices.includes(choice))
      report(at, 'malformed-signal', [text, name, [...SIGNALS.keys()], choices])
  }
}
