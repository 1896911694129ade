/**
 * Lists the texts that a regular expression of a server's file matches, as far as possible: names
 * of crawlers, or patterns of paths. Supports what PCRE, RE2 and POSIX share.
 */

/** Any text, the beginning and the end. */
const ANY = '\0'
const START = '\x01'
const END = '\x02'

const MOST_TEXTS = 5000

interface ListedTexts {
  readonly texts: readonly string[]
  /** Whether the expression is about nothing else. */
  readonly isWhole: boolean
}

class Unlistable extends Error {}

/** Names: what stands around them is left out. */
export function agentNamesIn(expression: string): ListedTexts {
  return listed(expression, (text) => {
    const own = text
      .replaceAll(START, '')
      .replaceAll(END, '')
      .replace(/^\0+|\0+$/g, '')
      .trim()
    return own.includes(ANY) || own === '' ? null : own
  })
}

/** Patterns of a robots.txt. */
export function pathPatternsIn(expression: string): ListedTexts {
  return listed(expression, (text) => {
    const isStart = text.startsWith(START)
    const isEnd = text.endsWith(END)
    const own = text.slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
    if (own.includes(START) || own.includes(END)) return null
    const path = own.replaceAll(ANY, '*').replace(/[*]+/g, '*')
    return `${isStart ? slashed(path) : anywhere(path)}${isEnd ? '$' : ''}`
  })
}

function slashed(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

/** The pattern of paths that hold the text. */
export function anywhere(text: string): string {
  return text.startsWith('/') || text.startsWith('*') ? `*${text}`.replace('**', '*') : `/*${text}`
}

function listed(expression: string, textOf: (text: string) => string | null): ListedTexts {
  try {
    const texts = new Reader(expression.replace(/^\(\?[a-z]+\)/, '')).whole().map(textOf)
    const known = texts.filter((text) => text !== null)
    return { texts: [...new Set(known)], isWhole: known.length === texts.length }
  } catch (fault) {
    if (fault instanceof Unlistable) return { texts: [], isWhole: false }
    throw fault
  }
}

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): readonly string[] {
    const texts = this.#alternatives()
    if (this.#at < this.#text.length) throw new Unlistable()
    return texts
  }

  #alternatives(): readonly string[] {
    const found = [...this.#sequence()]
    while (this.#take('|')) found.push(...this.#sequence())
    if (found.length > MOST_TEXTS) throw new Unlistable()
    return found
  }

  #sequence(): readonly string[] {
    let texts: readonly string[] = ['']
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at]!)) {
      const next = this.#repeated()
      if (texts.length * next.length > MOST_TEXTS) throw new Unlistable()
      texts = texts.flatMap((text) => next.map((each) => text + each))
    }
    return texts
  }

  #repeated(): readonly string[] {
    const one = this.#one()
    const sign = /^(?:[*+?]|\{\d*,?\d*\})[?+]?/.exec(this.#text.slice(this.#at))?.[0]
    if (sign === undefined) return one
    this.#at += sign.length
    if (sign.startsWith('?')) return ['', ...one]
    return [ANY]
  }

  #one(): readonly string[] {
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return this.#class()
    if (this.#take('^')) return [START]
    if (this.#take('$')) return [END]
    if (this.#take('\\')) return this.#escaped()
    const sign = this.#text[this.#at++]!
    // A dot is mostly meant as one.
    return [sign === '.' && /^[*+?{]/.test(this.#text.slice(this.#at)) ? ANY : sign]
  }

  #group(): readonly string[] {
    const kind = /^\?(?:[a-z-]*:|>|[!=]|<[!=]|P?<\w+>|[a-z]+\))/.exec(
      this.#text.slice(this.#at),
    )?.[0]
    if (++this.#depth > MOST_DEPTH) throw new Unlistable()
    this.#at += kind?.length ?? 0
    if (kind?.endsWith(')')) {
      this.#depth--
      return ['']
    }
    const inside = this.#alternatives()
    if (!this.#take(')')) throw new Unlistable()
    this.#depth--
    // What must not follow names nobody.
    return kind !== undefined && /[!=]$/.test(kind) ? [''] : inside
  }

  #class(): readonly string[] {
    const found = /^(?:\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*)\]/.exec(this.#text.slice(this.#at))?.[0]
    if (found === undefined) throw new Unlistable()
    this.#at += found.length
    const signs = found.slice(0, -1).replace(/\\(.)/g, '$1')
    if (signs.startsWith('^') || /[^-]-[^-]|\[:/.test(signs)) return [ANY]
    // [Gg] is one letter; [ _-] are several spellings.
    const letters = [...new Set(signs)]
    const folded = new Set(letters.map((letter) => letter.toLowerCase()))
    return folded.size === 1 ? [letters[0]!] : letters.length <= MOST_LETTERS ? letters : [ANY]
  }

  #escaped(): readonly string[] {
    const sign = this.#text[this.#at++]
    if (sign === undefined) throw new Unlistable()
    if (sign === 'b' || sign === 'B' || sign === 'A') return ['']
    if (sign === 's') return [' ']
    if (sign === 'x') {
      const code = Number.parseInt(this.#text.slice(this.#at, this.#at + 2), 16)
      this.#at += 2
      return [Number.isNaN(code) ? ANY : String.fromCharCode(code)]
    }
    if (/[zZ]/.test(sign)) return [END]
    return /[a-zA-Z0-9]/.test(sign) ? [ANY] : [sign]
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false
    this.#at++
    return true
  }
}

const MOST_LETTERS = 4
const MOST_DEPTH = 50
