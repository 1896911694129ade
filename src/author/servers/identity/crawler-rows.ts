/**
 * Writes rows that tell crawlers without a name in the policy from readers (I3, I5), by registry
 * and settings.
 */
import { cached } from '../../../base/cached.ts'
import { READER_CATEGORIES } from '../../../decide/names.ts'
import { patternsOf } from '../../../program/compile/trie-builder.ts'
import type { KnownCrawler, Registry, SiteProgram, Trie } from '../../../program/program.ts'
import { anyOf, chunked, markedRows, type Row } from '../expressions.ts'
import { declaredRows, FOUL_DECLARED } from './declared.ts'
import type { Shape } from './header-parts.ts'
import { namedHeaders, productHeaders } from './names.ts'

/** The patterns of a trie: one without names has node 0 alone. */
export function patternsIn(trie: Trie) {
  return patternsOf(trie, trie.childCount.length > 1 ? 1 : 0)
}

/** Whom a site takes for crawlers. */
export type Identify = Pick<SiteProgram['config']['identify'], 'libraries' | 'selfDeclared'>

/** The rows of a registry are the same for most sites, and hundreds of kilobytes. */
const MADE = new WeakMap<Registry, Map<string, readonly Row[]>>()

export function crawlerRows(registry: Registry, identify: Identify, shape: Shape): readonly Row[] {
  const made = MADE.get(registry) ?? new Map<string, readonly Row[]>()
  MADE.set(registry, made)
  const key = `${shape} ${identify.libraries} ${identify.selfDeclared}`
  return cached(made, key, () => rowsFor(registry, identify, shape))
}

function rowsFor(registry: Registry, identify: Identify, shape: Shape): readonly Row[] {
  const names = new KnownNames(registry)
  const isLibrary = ({ category }: KnownCrawler) => category === 'library'
  const isReaders = ({ category }: KnownCrawler) => READER_CATEGORIES.has(category)
  const headers = (test: (crawler: KnownCrawler) => boolean) => names.headers(test, shape)
  return [
    ...markedRows(
      headers((each) => !isReaders(each) && !isLibrary(each)),
      true,
    ),
    ...(shape === 'foul' ? [] : markedRows(headers(isReaders), false)),
    ...markedRows(headers(isLibrary), identify.libraries === 'crawler'),
    ...markedRows(addressed(registry.addresses ?? []), true),
    ...(identify.selfDeclared === 'crawler' ? declared(shape) : []),
  ]
}

function declared(shape: Shape): readonly Row[] {
  return shape === 'foul' ? FOUL_DECLARED : declaredRows(shape)
}

/** Headers of the known crawlers for which `test` holds. */
export function knownHeaders(
  registry: Registry,
  test: (crawler: KnownCrawler) => boolean,
  shape: Shape,
): readonly Row[] {
  return markedRows(new KnownNames(registry).headers(test, shape), true)
}

class KnownNames {
  readonly #registry: Registry
  readonly #anywhere: ReadonlySet<number> | null

  constructor(registry: Registry) {
    this.#registry = registry
    this.#anywhere = registry.anywhere === undefined ? null : new Set(registry.anywhere)
  }

  headers(test: (crawler: KnownCrawler) => boolean, shape: Shape): readonly string[] {
    const { trie, crawlers } = this.#registry
    const own = patternsIn(trie).filter(({ entries }) => test(crawlers[entries[0]!]!))
    const texts = (patterns: typeof own) => patterns.map(({ pattern }) => pattern)
    if (shape === 'plain' || shape === 'foul') return namedHeaders(texts(own), shape)
    const isLoose = ({ entries }: (typeof own)[number]) =>
      entries.some((entry) => this.#isLoose(entry))
    return [
      ...namedHeaders(texts(own.filter(isLoose)), shape),
      ...productHeaders(texts(own.filter((each) => !isLoose(each))), shape),
    ]
  }

  /** Whether a name counts anywhere in a browser's header (I5). */
  #isLoose(entry: number): boolean {
    return (
      this.#anywhere === null ||
      this.#anywhere.has(entry) ||
      READER_CATEGORIES.has(this.#registry.crawlers[entry]!.category)
    )
  }
}

/** Headers with one of these addresses, or one below it. */
function addressed(addresses: readonly string[]): readonly string[] {
  return chunked(addresses).map(
    (some) =>
      `(?:(?:^|[\\x00-\\x20),;\\x22>])[+]?(?:www[.])?|//(?:www[.])?|[^a-z0-9_]www[.]|[^a-z0-9_.+-][+]?)${anyOf(some)}(?:$|[^a-z0-9_.@-])`,
  )
}
