/**
 * Splits configuration files into words with their lines. Quotes and comments are interpreted;
 * braces and statement ends are words.
 */

export interface FileWord {
  readonly text: string
  readonly line: number
  /** Whether it stood in quotes, so that a brace in it is none. */
  readonly isQuoted: boolean
}

interface Dialect {
  /** Signs that are words of their own where a word begins. */
  readonly signs: string
  /** Signs that end a word. */
  readonly ends: string
  readonly quotes: string
  /** Whether the end of a line is a word. */
  readonly hasLines: boolean
}

export const NGINX: Dialect = { signs: '{};', ends: '{};', quotes: '"\'', hasLines: false }
export const CADDY: Dialect = { signs: '', ends: '', quotes: '"`', hasLines: true }
export const LINES: Dialect = { signs: '', ends: '', quotes: '"\'', hasLines: true }

export function fileWords(
  text: string,
  { signs, ends, quotes, hasLines }: Dialect,
): readonly FileWord[] {
  const words: FileWord[] = []
  let line = 1
  let at = 0
  while (at < text.length) {
    const sign = text[at]!
    if (sign === '\n') {
      if (hasLines) words.push({ text: '\n', line, isQuoted: false })
      line++
      at++
    } else if (/\s/.test(sign)) at++
    else if (sign === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      // A line goes on.
      at += text[at + 1] === '\r' ? 3 : 2
      line++
    } else if (sign === '#') at = lineEnd(text, at)
    else if (quotes.includes(sign)) {
      const [own, end] = quotedAt(text, at, sign)
      words.push({ text: own, line, isQuoted: true })
      line += text.slice(at, end).split('\n').length - 1
      at = end
    } else if (signs.includes(sign)) {
      words.push({ text: sign, line, isQuoted: false })
      at++
    } else {
      const end = wordEnd(text, at, ends)
      words.push({ text: text.slice(at, end), line, isQuoted: false })
      at = end
    }
  }
  return words
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function quotedAt(text: string, at: number, quote: string): readonly [string, number] {
  let own = ''
  let i = at + 1
  for (; i < text.length && text[i] !== quote; i++) {
    const isEscape = text[i] === '\\' && quote !== '`' && /["'\\]/.test(text[i + 1] ?? '')
    if (isEscape) i++
    own += text[i]
  }
  return [own, Math.min(i + 1, text.length)]
}

function wordEnd(text: string, at: number, ends: string): number {
  let i = at + 1
  while (i < text.length && !/\s/.test(text[i]!) && !ends.includes(text[i]!)) {
    // A backslash takes the next sign with it.
    i += text[i] === '\\' && !/[\r\n]/.test(text[i + 1] ?? '\n') ? 2 : 1
  }
  return Math.min(i, text.length)
}
