/**
 * Preferences as text, `train-ai=n, search=y`, with a path before them or none → what they say, by key.
 */
import { patternForm } from '../grammar/path-form.ts'
import { pathBefore } from '../language/checks/items.ts'
import { PathRules } from './path-rules.ts'

/** The statements below a path. */
export interface Statement {
  readonly pattern: string
  readonly says: ReadonlyMap<string, string>
}

/** The pairs of a text, in lower case; parameters behind a value add nothing to it. */
export function statements(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/([^\s,=]+)\s*=\s*([^\s,;]+)/g)
  return new Map([...pairs].map(([, key = '', value = '']) => [key.toLowerCase(), value.toLowerCase()]))
}

/** What the lines of a group say. Of two for one path the stricter counts: `no` is the word for it. */
export function authoredRules(values: readonly string[], no: string): PathRules<Statement> {
  const rules = new Map<string, Map<string, string>>()
  for (const value of values) {
    const path = pathBefore(value)
    const pattern = path === '' ? '/' : patternForm(path)
    const stated = rules.get(pattern) ?? new Map<string, string>()
    rules.set(pattern, stated)
    for (const [key, word] of statements(value.slice(path.length))) if (stated.get(key) !== no) stated.set(key, word)
  }
  return new PathRules([...rules].map(([pattern, says]) => ({ pattern, says })))
}
