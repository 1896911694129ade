/** Content-Signal: an optional path, then `search`, `ai-input` and `ai-train` with `yes` or `no`, and `use`. */
import { spanOf } from '../text/tree.ts'
import { type Check, itemsOf, linesWith } from './context.ts'

const YES_NO = ['yes', 'no']
const SIGNALS: ReadonlyMap<string, readonly string[]> = new Map([
  ['search', YES_NO],
  ['ai-input', YES_NO],
  ['ai-train', YES_NO],
  ['use', ['immediate', 'reference', 'full']],
])

export const malformedSignal: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'signals')) {
    for (const { text, at } of itemsOf(tree, line)) {
      const [name = '', choice = ''] = text.split('=').map((part) => part.trim().toLowerCase())
      const choices = SIGNALS.get(name) ?? []
      if (choices.includes(choice)) continue
      const place = spanOf(tree, line, at, at + text.length)
      report(place, 'malformed-signal', [text, name, [...SIGNALS.keys()], choices])
    }
  }
}
