/**
 * Generated policies for the benchmarks: as text, so that every engine reads the same words.
 */
import { random } from '../../test/support/base/random.ts'

/** A policy, its patterns, and paths drawn evenly from its rules. */
export interface Sample {
  readonly text: string
  readonly patterns: readonly string[]
  /** `count` full URLs that fall under rules, with something after the rule's own words. */
  readonly urls: (count: number, distinct?: number) => readonly string[]
}

type Kind = 'conventional' | 'acap'

const FIELD: Record<Kind, readonly [name: string, rule: string]> = {
  conventional: ['User-agent: *', 'Disallow: '],
  acap: ['ACAP-crawler: *', 'ACAP-disallow-crawl: '],
}

/** `rules` prohibitions for every crawler, of which a share `wild` (0 to 1) has wildcards. */
export function sample(kind: Kind, rules: number, wild: number): Sample {
  const next = random(rules + wild * 7919)
  const word = () =>
    Array.from({ length: 3 + next(7) }, () => String.fromCharCode(97 + next(26))).join('')
  const sections = Array.from({ length: 40 }, word)
  const section = () => sections[next(sections.length)]!
  const patterns = Array.from({ length: rules }, (_, i) => {
    if (next(1000) >= wild * 1000) return `/${section()}/${word()}/${word()}-${i}`
    return [
      `/${section()}/*/${word()}${i}`,
      `/*/${word()}${i}.html$`,
      `/${section()}/${word()}-${i}*.pdf$`,
    ][next(3)]!
  })
  const [name, rule] = FIELD[kind]
  const urlOf = (i: number) => {
    const pattern = patterns[next(patterns.length)]!
    const path = pattern.replace('*', 'part/two')
    return `https://www.example.com${path.endsWith('$') ? path.slice(0, -1) : `${path}/page-${i}.html?id=${next(1e6)}`}`
  }
  const urls = (count: number, distinct = count) => {
    const some = Array.from({ length: distinct }, (_, i) => urlOf(i))
    return Array.from({ length: count }, (_, i) => some[i % distinct]!)
  }
  return { text: `${[name, ...patterns.map((each) => rule + each)].join('\n')}\n`, patterns, urls }
}
