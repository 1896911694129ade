/**
 * Splits configuration files into statements of words. Quotes and comments are interpreted.
 */
import type { FilePlace } from './condition.ts'

/** A line, or what ends with a sign, with its block if it has one. */
export interface FileStatement {
  readonly words: readonly FileWord[]
  readonly texts: readonly string[]
  readonly place: FilePlace
  readonly block: readonly FileStatement[] | null
}

interface FileWord {
  readonly text: string
  readonly line: number
  /** Whether it stood in quotes, so that a brace in it is none. */
  readonly isQuoted: boolean
}

interface Dialect {
  /** Signs that end a word, and are words of their own. */
  readonly signs: string
  readonly quotes: string
  /** What ends a statement. */
  readonly end: '\n' | ';'
  /** Whether braces, outside of quotes, are blocks. */
  readonly hasBlocks: boolean
}

export const NGINX: Dialect = { signs: '{};', quotes: '"\'', end: ';', hasBlocks: true }
export const CADDY: Dialect = { signs: '', quotes: '"`', end: '\n', hasBlocks: true }
export const LINES: Dialect = { signs: '', quotes: '"\'', end: '\n', hasBlocks: false }

export function statementsIn(text: string, dialect: Dialect): readonly FileStatement[] {
  return blockIn(fileWords(text, dialect), dialect, [0], 0)
}

const MOST_DEPTH = 50

function blockIn(
  words: readonly FileWord[],
  dialect: Dialect,
  at: [number],
  depth: number,
): readonly FileStatement[] {
  const found: FileStatement[] = []
  let own: FileWord[] = []
  const end = (block: FileStatement['block']) => {
    if (own.length > 0 || block !== null) found.push(statementOf(own, block))
    own = []
  }
  while (at[0] < words.length) {
    const word = words[at[0]++]!
    const sign = word.isQuoted ? '' : word.text
    if (sign === dialect.end) end(null)
    else if (sign === '{' && dialect.hasBlocks && depth < MOST_DEPTH)
      end(blockIn(words, dialect, at, depth + 1))
    else if (sign === '}' && dialect.hasBlocks) {
      if (depth > 0) break
    } else own.push(word)
  }
  end(null)
  return found
}

export function statementOf(
  words: readonly FileWord[],
  block: FileStatement['block'] = null,
): FileStatement {
  const texts = words.map(({ text }) => text)
  return { words, texts, place: { line: words[0]?.line ?? 0, text: texts.join(' ') }, block }
}

function fileWords(text: string, { signs, quotes, end }: Dialect): readonly FileWord[] {
  const words: FileWord[] = []
  let line = 1
  let at = 0
  while (at < text.length) {
    const sign = text[at]!
    if (sign === '\n') {
      if (end === '\n') words.push({ text: '\n', line, isQuoted: false })
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
      const end = wordEnd(text, at, signs)
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
