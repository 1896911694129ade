/** Parses CSS selectors, as far as HTMLRewriter supports them, into data (E1). */

import { TextReader } from '../../base/text-reader.ts'
import type {
  AttributeTest,
  Compound,
  Condition,
  Selector,
  SelectorStep,
} from '../../words/embedded.ts'

export const SELECTOR_WORDS =
  'a CSS selector of types, `*`, classes, ids, attributes, `:first-child`, `:first-of-type`, `:nth-child(…)`, `:nth-of-type(…)` and `:not(…)`, with a space or `>` between elements and commas between selectors'

export function readSelectors(text: string): readonly Selector[] | null {
  try {
    return new SelectorReader(text).list()
  } catch (fault) {
    if (fault instanceof SyntaxError) return null
    throw fault
  }
}

const SPACE = /[ \t\n\r\f]*/y
const NAME =
  /(?:-?(?:[A-Za-z_\u0080-\uffff]|\\[^\n\r\f0-9a-fA-F])|--(?=[\w\u0080-\uffff\\-]))(?:[\w\u0080-\uffff-]|\\[^\n\r\f0-9a-fA-F])*/y
const OPERATOR = /[~|^$*]?=/y
const STRING = /"(?:[^"\\\n\r\f]|\\[^\n\r\f0-9a-fA-F])*"|'(?:[^'\\\n\r\f]|\\[^\n\r\f0-9a-fA-F])*'/y
const FLAG = /[isIS](?=[ \t\n\r\f]*\])/y
const PLACE = /:(first-child|first-of-type|nth-child|nth-of-type)/iy
const NTH =
  /\([ \t\n\r\f]*(?:(odd|even)|([+-]?\d+)|([+-]?\d*)n(?:[ \t\n\r\f]*([+-])[ \t\n\r\f]*(\d+))?)[ \t\n\r\f]*\)/iy

/** Attributes whose values HTML compares without letter case (HTML standard 4.16.2). */
const CASELESS: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir ' +
    'direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize ' +
    'noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
)

class SelectorReader extends TextReader {
  list(): readonly Selector[] {
    const list = this.#separated(() => this.#selector())
    if (this.at < this.text.length) throw new SyntaxError('a selector goes on where it should end')
    return list
  }

  #separated<T>(member: () => T): T[] {
    const list: T[] = []
    do {
      this.take(SPACE)
      list.push(member())
      this.take(SPACE)
    } while (this.passes(','))
    return list
  }

  #selector(): Selector {
    const steps: SelectorStep[] = [{ compound: this.#compound(), isChild: false }]
    for (;;) {
      const hasSpace = this.take(SPACE) !== ''
      const isChild = this.passes('>')
      if (isChild) this.take(SPACE)
      else if (!hasSpace || this.at === this.text.length || this.text[this.at] === ',')
        return { steps }
      steps.push({ compound: this.#compound(), isChild })
    }
  }

  #compound(isInNot = false): Compound {
    const from = this.at
    const any = this.passes('*')
    const type = any ? null : this.take(NAME)
    const conditions: Condition[] = []
    for (let next = this.#condition(isInNot); next !== null; next = this.#condition(isInNot))
      conditions.push(next)
    if (this.at === from) throw new SyntaxError('a selector lacks an element')
    return { type: type === null || type === '' ? null : bytesOf(type).toLowerCase(), conditions }
  }

  #condition(isInNot: boolean): Condition | null {
    if (this.passes('.')) return { kind: 'class', value: bytesOf(this.#name()) }
    if (this.passes('#')) return { kind: 'id', value: bytesOf(this.#name()) }
    if (this.passes('[')) return this.#attribute()
    if (this.text.slice(this.at, this.at + 5).toLowerCase() === ':not(')
      return isInNot ? null : this.#not()
    const place = this.take(PLACE).toLowerCase()
    return place === '' ? null : this.#place(place)
  }

  #attribute(): Condition {
    this.take(SPACE)
    const name = bytesOf(this.#name()).toLowerCase()
    this.take(SPACE)
    const operator = this.take(OPERATOR) as AttributeTest['operator'] | ''
    if (operator === '') {
      this.expect(']')
      return { kind: 'attribute', name, test: null }
    }
    this.take(SPACE)
    const quoted = this.take(STRING)
    const value = bytesOf(quoted === '' ? this.#name() : quoted.slice(1, -1))
    this.take(SPACE)
    const flag = this.take(FLAG).toLowerCase()
    this.take(SPACE)
    this.expect(']')
    const ignoresCase = flag === 'i' || (flag === '' && CASELESS.has(name))
    return { kind: 'attribute', name, test: { operator, value, ignoresCase } }
  }

  #not(): Condition {
    this.at += 5
    const compounds = this.#separated(() => this.#compound(true))
    this.expect(')')
    return { kind: 'not', compounds }
  }

  #place(place: string): Condition {
    const ofType = place.endsWith('of-type')
    if (place.startsWith(':first')) return { kind: 'nth', ofType, step: 0, offset: 1 }
    NTH.lastIndex = this.at
    const found = NTH.exec(this.text)
    if (found === null) throw new SyntaxError('a place among siblings is not a number')
    this.at = NTH.lastIndex
    const [, word, number, step, sign = '+', offset = '0'] = found
    if (word !== undefined)
      return { kind: 'nth', ofType, step: 2, offset: word.toLowerCase() === 'odd' ? 1 : 0 }
    if (number !== undefined) return { kind: 'nth', ofType, step: 0, offset: Number(number) }
    const every = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step)
    return { kind: 'nth', ofType, step: every, offset: Number(sign + offset) }
  }

  #name(): string {
    const name = this.take(NAME)
    if (name === '') throw new SyntaxError('a selector lacks a name')
    return name
  }
}

/** A name or string as UTF-8 bytes, one character each, because pages are compared as bytes. */
function bytesOf(written: string): string {
  const text = written.replace(/\\(.)/gu, '$1')
  return Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet)).join('')
}
