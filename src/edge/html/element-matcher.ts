/**
 * Finds the elements that CSS selectors match, from the sequence of tags. It tracks open elements
 * as far as the selectors need, with HTML's optional end tags, but builds no tree.
 */

import type { AttributeTest, Compound, Condition, Selector } from '../../words/embedded.ts'
import type { RouteConfig } from '../../words/site-config.ts'
import { type Attribute, attributeValue } from './attributes.ts'
import { VOID } from './namespaces.ts'

interface Candidate {
  readonly type: string
  readonly attributes: readonly Attribute[]
  /** Its position among its siblings, and among those of its type, from 1. */
  readonly index: number
  readonly indexOfType: number
}

interface Open {
  readonly type: string
  /**
   * The selector steps that match, together with all earlier steps, for this element and its
   * ancestors.
   */
  readonly own: Uint8Array
  readonly around: Uint8Array
  children: number
  readonly types: Map<string, number>
}

/** Elements with an optional end tag: what closes them, and what protects them (HTML 13.1.2.4). */
interface Ending {
  readonly ends: ReadonlySet<string>
  readonly within: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const ending = (ends: string, within: string): Ending => ({
  ends: words(ends),
  within: words(within),
})
const ITEM = ending('li', 'ul ol menu dir table td th body')
const TERM = ending('dt dd', 'dl table td th body')
const PARAGRAPH = ending('p', 'table td th caption button object template html')
const CELL = ending('td th', 'tr table')
const SECTION = ending('td th tr tbody thead tfoot caption colgroup', 'table')
const BLOCKS =
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 ' +
  'h5 h6 header hgroup hr main menu nav ol p pre search section summary ul'
const ENDINGS: ReadonlyMap<string, readonly Ending[]> = new Map([
  ...BLOCKS.split(' ').map((name): [string, Ending[]] => [name, [PARAGRAPH]]),
  ['li', [ITEM, PARAGRAPH]],
  ['dt', [TERM, PARAGRAPH]],
  ['dd', [TERM, PARAGRAPH]],
  ['option', [ending('option', 'select datalist optgroup')]],
  ['optgroup', [ending('option optgroup', 'select')]],
  ['td', [CELL]],
  ['th', [CELL]],
  ['tr', [ending('td th tr', 'table tbody thead tfoot')]],
  ['tbody', [SECTION]],
  ['thead', [SECTION]],
  ['tfoot', [SECTION]],
])

/** How far back to look for an element that a start tag closes. */
const LOOK_BACK = 64
const DEEPEST = 10_000

/** A route's selectors with the class that each adds. */
export interface ClassRules {
  readonly selectors: readonly Selector[]
  readonly classes: readonly string[]
  /** The number of each selector's first step, counted over all selectors. */
  readonly first: readonly number[]
  readonly slots: number
  readonly needsTree: boolean
}

export function classRules(elements: RouteConfig['elements']): ClassRules {
  const selectors = elements.flatMap((each) => each.selectors)
  const classes = elements.flatMap((each) => each.selectors.map(() => each.class))
  let slots = 0
  const first = selectors.map(({ steps }) => {
    const number = slots
    slots += steps.length
    return number
  })
  const needsTree = selectors.some(
    ({ steps }) => steps.length > 1 || steps.some(({ compound }) => hasPlace(compound)),
  )
  return { selectors, classes, first, slots, needsTree }
}

export class ElementMatcher {
  readonly #rules: ClassRules
  readonly #open: Open[]
  readonly #counts = new Map<string, number>()
  /** Whether elements are nested too deeply to be tracked. */
  isFull = false

  constructor(rules: ClassRules) {
    this.#rules = rules
    const { slots } = rules
    this.#open = [
      {
        type: '',
        own: new Uint8Array(slots),
        around: new Uint8Array(slots),
        children: 0,
        types: new Map(),
      },
    ]
  }

  /** Handles a start tag; returns the classes to add, as text. */
  open(type: string, isSelfClosing: boolean, attributes: readonly Attribute[]): string {
    const { selectors, classes, slots, needsTree } = this.#rules
    if (needsTree) for (const each of ENDINGS.get(type) ?? []) this.#endBy(each)
    const parent = this.#open.at(-1)!
    const index = ++parent.children
    const indexOfType = (parent.types.get(type) ?? 0) + 1
    if (needsTree) parent.types.set(type, indexOfType)
    const element = { type, attributes, index, indexOfType }
    const own = new Uint8Array(slots)
    const given: string[] = []
    for (const [i, selector] of selectors.entries()) {
      const matches = this.#matches(selector, i, element, parent, own)
      if (matches && !given.includes(classes[i]!)) given.push(classes[i]!)
    }
    if (needsTree && !isSelfClosing && !VOID.has(type)) this.#push(type, own, parent)
    return given.join(' ')
  }

  close(type: string): void {
    if (!this.#rules.needsTree || (this.#counts.get(type) ?? 0) === 0) return
    while (this.#open.length > 1) if (this.#pop() === type) return
  }

  #matches(
    { steps }: Selector,
    selector: number,
    element: Candidate,
    parent: Open,
    own: Uint8Array,
  ): boolean {
    const first = this.#rules.first[selector]!
    let matchesLast = false
    for (const [i, { compound, isChild }] of steps.entries()) {
      const before = first + i - 1
      const fits = i === 0 || parent.own[before] === 1 || (!isChild && parent.around[before] === 1)
      matchesLast = fits && matchesCompound(compound, element)
      if (matchesLast) own[first + i] = 1
    }
    return matchesLast
  }

  #push(type: string, own: Uint8Array, parent: Open): void {
    const around = parent.around.map((bit, i) => bit | parent.own[i]!)
    this.isFull = this.#open.push({ type, own, around, children: 0, types: new Map() }) > DEEPEST
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1)
  }

  #pop(): string {
    const { type } = this.#open.pop()!
    this.#counts.set(type, this.#counts.get(type)! - 1)
    return type
  }

  #endBy({ ends, within }: Ending): void {
    let last = 0
    for (let i = this.#open.length - 1; i > 0 && i >= this.#open.length - LOOK_BACK; i--) {
      const { type } = this.#open[i]!
      if (within.has(type)) break
      if (ends.has(type)) last = i
    }
    if (last > 0) while (this.#open.length > last) this.#pop()
  }
}

function hasPlace({ conditions }: Compound): boolean {
  return conditions.some(
    (each) => each.kind === 'nth' || (each.kind === 'not' && each.compounds.some(hasPlace)),
  )
}

function matchesCompound({ type, conditions }: Compound, element: Candidate): boolean {
  if (type !== null && type !== element.type) return false
  for (const each of conditions) if (!holds(each, element)) return false
  return true
}

function holds(condition: Condition, element: Candidate): boolean {
  const { attributes } = element
  switch (condition.kind) {
    case 'class':
      return (
        attributeValue(attributes, 'class')
          ?.split(/[\t\n\f\r ]+/)
          .includes(condition.value) === true
      )
    case 'id':
      return attributeValue(attributes, 'id') === condition.value
    case 'attribute':
      return passes(attributeValue(attributes, condition.name), condition.test)
    case 'nth':
      return isInPlace(
        condition.ofType ? element.indexOfType : element.index,
        condition.step,
        condition.offset,
      )
    case 'not':
      return !condition.compounds.some((each) => matchesCompound(each, element))
  }
}

function isInPlace(index: number, step: number, offset: number): boolean {
  return step === 0
    ? index === offset
    : (index - offset) % step === 0 && (index - offset) / step >= 0
}

function passes(written: string | null, test: AttributeTest | null): boolean {
  if (written === null || test === null) return written !== null
  const text = test.ignoresCase ? written.toLowerCase() : written
  const value = test.ignoresCase ? test.value.toLowerCase() : test.value
  switch (test.operator) {
    case '=':
      return text === value
    case '~=':
      return text.split(/[\t\n\f\r ]+/).includes(value)
    case '|=':
      return text === value || text.startsWith(`${value}-`)
    case '^=':
      return value !== '' && text.startsWith(value)
    case '$=':
      return value !== '' && text.endsWith(value)
    case '*=':
      return value !== '' && text.includes(value)
  }
}
