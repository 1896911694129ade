/**
 * Preferences as text, `train-ai=n, search=y`, with a path before them or none → what they say, by key.
 */
import { patternForm } from '../../grammar/path-form.ts'
import { PathRules } from './path-rules.ts'

/** What is said below a path. */
export interface Statement {
  readonly pattern: string
  readonly says: ReadonlyMap<string, string>
}

/** The pairs of a text. */
export function statements(text: string): ReadonlyMap<string, string> {
  const pairs = text
    .split(',')
    .flatMap((pair) => (pair.includes('=') ? [pair.trim().split('=') as [string, string]] : []))
  return new Map(pairs)
}

/** What the lines of a group say. Of two for one path the stricter counts: `no` is the word for it. */
export function authoredRules(values: readonly string[], no: string): PathRules<Statement> {
  const rules = new Map<string, Map<string, string>>()
  for (const value of values) {
    const [, path = '/', rest = ''] = /^(\/\S*)?\s*(.*)$/.exec(value)!
    const pattern = patternForm(path)
    const said = rules.get(pattern) ?? new Map<string, string>()
    rules.set(pattern, said)
    for (const [key, word] of statements(rest)) if (said.get(key) !== no) said.set(key, word)
  }
  return new PathRules([...rules].map(([pattern, says]) => ({ pattern, says })))
}
