/**
 * X1 written from the text: the shell globs of the 1996 standard over a whole target in the form of P2.
 */
import { fold, from, targetForm } from './patterns.ts'

/** One step of a glob: any run of characters, or one character that `takes` accepts. */
type Step = { readonly any: true } | { readonly any: false; readonly takes: (c: string) => boolean }

/**
 * Whether a path, as written, matches the whole target: as a glob where it is one, else as it stands. `folds`: letters
 * stand for both cases (P3).
 */
export function globMatches(path: string, target: string, folds: boolean): boolean {
  const isSame = folds
    ? (a: string, b: string) => fold(a) === fold(b)
    : (a: string, b: string) => a === b
  return isGlob(path) ? stepsMatch(steps(path, isSame), target) : isSame(targetForm(path), target)
}

function isGlob(path: string): boolean {
  return [...path].some((c, i) => c === '*' || c === '?' || (c === '[' && endOfClass(path, i) > 0))
}

function stepsMatch(all: readonly Step[], target: string): boolean {
  let places = [0]
  for (const step of all) {
    if (places.length === 0) return false
    if (step.any) places = from(places[0]!, target.length)
    else
      places = places.filter((p) => p < target.length && step.takes(target[p]!)).map((p) => p + 1)
  }
  return places.includes(target.length)
}

/** Reads a glob; what is literal is brought to the form of P2 before it is split into characters. */
function steps(glob: string, isSame: (a: string, b: string) => boolean): Step[] {
  const out: Step[] = []
  let literal = ''
  const flush = () => {
    for (const c of targetForm(literal))
      out.push({ any: false, takes: (other) => isSame(other, c) })
    literal = ''
  }
  for (let i = 0; i < glob.length; i++) {
    const end = glob[i] === '[' ? endOfClass(glob, i) : -1
    if (glob[i] === '\\' && i + 1 < glob.length) literal += glob[++i]
    else if (glob[i] === '*' || glob[i] === '?' || end > 0) {
      flush()
      if (glob[i] === '*') out.push({ any: true })
      else if (glob[i] === '?') out.push({ any: false, takes: () => true })
      else {
        out.push({ any: false, takes: classOf(glob.slice(i + 1, end), isSame) })
        i = end
      }
    } else literal += glob[i]
  }
  flush()
  return out
}

/** Where the class that opens at `open` closes; -1 where it does not, so that its `[` is literal. */
function endOfClass(glob: string, open: number): number {
  let i = open + 1
  if (glob[i] === '!' || glob[i] === '^') i++
  if (glob[i] === ']') i++
  while (i < glob.length && glob[i] !== ']') i += glob[i] === '\\' ? 2 : 1
  return i < glob.length ? i : -1
}

/** The characters of a class: single ones, ranges, `!` or `^` first to negate; `\` escapes a `-` too. */
function classOf(text: string, isSame: (a: string, b: string) => boolean): (c: string) => boolean {
  const negated = text.startsWith('!') || text.startsWith('^')
  const members = text.slice(negated ? 1 : 0).match(/\\?[\s\S]/g) ?? []
  const plain = (member: string) => member.slice(-1)
  const ranges: [string, string][] = []
  for (let i = 0; i < members.length; i++) {
    const isRange = members[i + 1] === '-' && i + 2 < members.length
    ranges.push([plain(members[i]!), plain(members[isRange ? i + 2 : i]!)])
    if (isRange) i += 2
  }
  const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  const held = all.filter((c) => ranges.some(([low, high]) => low <= c && c <= high))
  return (c) => held.some((each) => isSame(each, c)) !== negated
}
