/**
 * Policies and requests for the files of servers: patterns that meet, and targets around them with other spellings (P6).
 */
import { random } from '../base/random.ts'

const PATTERN_PARTS = '/ a b p * $ ? = %2F %28 %7C ( ; - ~ . e /a /b %2A & 2d %C3%A9 : a* *a'.split(
  ' ',
)
const TARGET_PARTS =
  '/ a b p e ? = & ; // %2F %2f %61 . .. /./ /../ %28 ( %7C | - %2d %2D ~ %7E $ * %2A %C3%A9 %c3%a9 : %3A %3B %5C \\ % %2 %3F %25 A 2d %2e'.split(
    ' ',
  )
const ENDS = ['', 'x', '/', '?', '/?', '?&', '/x', ';x', '?a=b', '/b', 'a', '%2f']

/** Seeded: the same policies and targets every time. */
export class DoorRequests {
  readonly #next: (below: number) => number

  constructor(seed: number) {
    this.#next = random(seed)
  }

  /** A robots.txt of a few groups; `records`: with ACAP records, too. */
  policy(records: boolean): string {
    const groups = ['*', 'GPTBot', 'Googlebot', 'Googlebot-News'].map((name, i) =>
      i > 0 && this.#next(2) === 0
        ? ''
        : `User-agent: ${name}\n${this.#lines(5, ['Disallow', 'Disallow', 'Allow'])}`,
    )
    const fields = ['disallow', 'disallow', 'allow'].map((effect) => `ACAP-${effect}-crawl`)
    const record = `ACAP-crawler: ${this.#pick(['*', 'GPTBot'])}\n${this.#lines(4, fields)}`
    return `${groups.join('\n')}\n${records ? record : ''}`
  }

  /** Targets that these patterns meet, and some near them. */
  targets(patterns: readonly string[], each: number): readonly string[] {
    const near = patterns.flatMap((pattern) =>
      Array.from({ length: each }, (_, i) => this.#target(pattern, i > 1)),
    )
    const fixed = ['/', '/robots.txt', '/robots.txt?x', '/robots.txtx', '/.well-known/x']
    return [...fixed, ...near].filter((target) => /^[!-~]+$/.test(target))
  }

  #target(pattern: string, isChanged: boolean): string {
    const text = pattern.replace(/\$$/, '').replace(/\*/g, () => this.#pick(['', 'x', '/b/', 'aa']))
    let target = (text.startsWith('/') ? text : `/${text}`) + this.#pick(ENDS)
    for (let left = isChanged ? this.#next(3) : 0; left > 0; left--) {
      const at = 1 + this.#next(target.length)
      target = target.slice(0, at) + this.#pick(TARGET_PARTS) + target.slice(at + this.#next(2))
    }
    return target
  }

  #lines(most: number, fields: readonly string[]): string {
    const lines = Array.from({ length: 1 + this.#next(most) }, () => {
      const parts = Array.from({ length: this.#next(6) }, () => this.#pick(PATTERN_PARTS))
      return `${this.#pick(fields)}: ${this.#pick(['/', '/', '/', '*'])}${parts.join('')}\n`
    })
    return lines.join('')
  }

  #pick<T>(all: readonly T[]): T {
    return all[this.#next(all.length)]!
  }
}

/** The patterns of a robots.txt. */
export function patternsIn(text: string): readonly string[] {
  const found = text.matchAll(/^\s*(?:(?:dis)?allow|acap-\w+-crawl)\s*:\s*(\S+)/gim)
  return [...found].map(([, pattern]) => pattern!)
}
