/**
 * I1 and I2 written from the text: which names a User-Agent header carries, and the levels of names they make.
 */
import { fold } from './patterns.ts'

const WORD = 'abcdefghijklmnopqrstuvwxyz0123456789_'

/** The levels of names of one crawler, strongest first; the last is `*`. */
export type Chain = readonly (readonly string[])[]

/** I1: whether a name stands in the header with no letter, digit or `_` directly before or after. */
export function nameMatches(name: string, userAgent: string): boolean {
  const header = fold(userAgent.slice(0, 1024))
  for (let i = 0; name !== '' && i + name.length <= header.length; i++) {
    const here = header.slice(i, i + name.length) === fold(name)
    if (here && !isWord(header[i - 1]) && !isWord(header[i + name.length])) return true
  }
  return false
}

function isWord(c: string | undefined): boolean {
  return c !== undefined && WORD.includes(c)
}

/** I2: one chain for each leading name, by falling length, then alphabetically; the chain of `*` where no name matches. */
export function chains(pool: readonly string[], userAgent: string): readonly Chain[] {
  const matching = [...new Set(pool)].filter((name) => name !== '*' && nameMatches(name, userAgent))
  const leading = matching.filter((name) => !matching.some((other) => other !== name && other.includes(name)))
  if (leading.length === 0) return [[['*']]]
  // A header that names more of them was made to be slow.
  return byLength(leading)
    .slice(0, 4)
    .map((name) => levelsBelow(matching.filter((other) => name.includes(other))))
}

/** D: names by falling length, then alphabetically. */
export function byLength(names: readonly string[]): readonly string[] {
  return [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/** The names of one chain by falling length; names of equal length are one level. */
function levelsBelow(names: readonly string[]): Chain {
  const lengths = [...new Set(names.map((name) => name.length))].sort((a, b) => b - a)
  return [...lengths.map((length) => names.filter((name) => name.length === length)), ['*']]
}
