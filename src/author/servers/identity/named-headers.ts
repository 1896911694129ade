/**
 * Writes expressions for the headers that the policy's names match (I1) and lead in (I2), and for
 * all other crawlers (I3).
 */
import { cached } from '../../../base/cached.ts'
import type { KnownCrawler, Registry, SiteProgram } from '../../../program/program.ts'
import { ODD_NAME } from '../../../words/name-token.ts'
import { markedRows, type Row } from '../expressions.ts'
import { crawlerRows, type Identify, knownHeaders, patternsIn } from './crawler-rows.ts'
import type { Shape } from './header-parts.ts'
import { namedHeaders } from './names.ts'

/** By the shape of a header: its rows, of which the first that matches decides. */
export type HeaderTest = Readonly<Record<Shape, readonly Row[]>>

type NamedSite = Pick<SiteProgram, 'names' | 'nameTrie'>

/**
 * What headers hold of each name: itself, with a mark where it must be a product, and its family.
 */
export function namePatterns({
  names,
  nameTrie,
}: NamedSite): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { pattern, entries } of patternsIn(nameTrie))
    for (const entry of entries) cached(found, names[entry]!.name, () => []).push(pattern)
  for (const { name } of names) if (ODD_NAME.test(name)) found.set(name, [name])
  return found
}

export class NamedHeaders {
  readonly #names: readonly string[]
  readonly #patterns: ReadonlyMap<string, readonly string[]>

  constructor(site: NamedSite) {
    this.#names = site.names.map(({ name }) => name)
    this.#patterns = namePatterns(site)
  }

  /** Headers in which one of these names leads. */
  testsOf(names: readonly string[]): readonly HeaderTest[] {
    const byLonger = new Map<string, { names: string[]; longer: readonly string[] }>()
    for (const name of names) {
      const longer = this.#names.filter(
        (each) => each !== name && each.includes(name) && !names.includes(each),
      )
      cached(byLonger, longer.join('\n'), () => ({ names: [], longer })).names.push(name)
    }
    return [...byLonger.values()].map(({ names, longer }) =>
      byShape((shape) => [...this.#others(longer, shape), ...this.#rows(names, shape, true)]),
    )
  }

  /** Crawlers that no name matches. */
  others(registry: Registry, identify: Identify): HeaderTest {
    return byShape((shape) => [
      ...this.#others(this.#names, shape),
      ...crawlerRows(registry, identify, shape),
    ])
  }

  /** The same of some known crawlers alone. */
  known(registry: Registry, names: readonly string[]): HeaderTest {
    const isOne = ({ name }: KnownCrawler) => names.includes(name.toLowerCase())
    return byShape((shape) => [
      ...this.#others(this.#names, shape),
      ...knownHeaders(registry, isOne, shape),
    ])
  }

  /** Headers that any of the names matches. */
  rows(shape: Shape, holds: boolean): readonly Row[] {
    return this.#rows(this.#names, shape, holds)
  }

  /** Who has other rules. Where a name counts is not known of a foul header: both may lead. */
  #others(names: readonly string[], shape: Shape): readonly Row[] {
    return shape === 'foul' ? [] : this.#rows(names, shape, false)
  }

  #rows(names: readonly string[], shape: Shape, holds: boolean): readonly Row[] {
    const patterns = names.flatMap((name) => this.#patterns.get(name) ?? [])
    return markedRows(namedHeaders(patterns, shape), holds)
  }
}

export function byShape(markedRows: (shape: Shape) => readonly Row[]): HeaderTest {
  return {
    plain: markedRows('plain'),
    browser: markedRows('browser'),
    device: markedRows('device'),
    foul: markedRows('foul'),
  }
}
