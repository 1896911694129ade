/**
 * Computes a page's terms for all crawlers (E6), as META tags and conventional words. Cached by the
 * fields that match.
 */

import { BoundedCache, textBytes } from '../base/bounded-cache.ts'
import { cached } from '../base/cached.ts'
import type { RouteProgram } from '../program/program.ts'
import type { MetaTag } from '../words/meta.ts'
import type { RouteConfig, SiteConfig } from '../words/site-config.ts'
import { baseUsage, USAGES, usageIndex } from '../words/usages.ts'
import { needsVersionTag, VERSION_CONTENT } from '../words/write-meta.ts'
import { type Lead, routeNames } from './chains.ts'
import type { Engine } from './engine.ts'
import { StatedUsages } from './levels.ts'
import { ANY_CASE } from './matcher.ts'
import { type Binding, PROHIBITS, type Question, UNBOUND } from './question.ts'
import { locationField } from './routes.ts'
import { bindingsOf, fieldTexts, robotsWords, type Saying, wordTags } from './term-words.ts'
import { referencesIn, restrictionsOf, type Verdict } from './verdict.ts'

export interface PageTerms {
  /** In writing order; ASCII only. */
  readonly tags: readonly MetaTag[]
  /** The equivalent robots words, for all crawlers. */
  readonly words: readonly string[]
  /**
   * Whether only its own frame may show the page: `present-original` or its context is prohibited.
   */
  readonly framed: boolean
  readonly references: readonly string[]
  readonly elements: RouteConfig['elements']
  /**
   * If the route gives the page's location: the terms shared with other pages, and this page's
   * tags.
   */
  readonly located?: { readonly shared: PageTerms; readonly tags: readonly MetaTag[] }
}

/** All tags of a page, to show them. With robots words if the site wants them. */
export function tagsToWrite(
  { tags, words }: PageTerms,
  embed: SiteConfig['embed'],
): readonly MetaTag[] {
  return tags.length === 0 ? tags : [...tags, ...wordTags(words, embed)]
}

/** Size of an engine's own cache of terms, in bytes, if it shares none. */
const CACHE_BYTES = 2 * 1024 * 1024
/** Larger terms are built for each page: policies with so many names are rare. */
export const LARGEST_TERMS = 512 * 1024

export type TermsCache = BoundedCache<string, PageTerms>

type Contents = ReadonlyMap<string, readonly string[]>

const SILENT: PageTerms = { tags: [], words: [], framed: false, references: [], elements: [] }
const PAGE_USAGES = USAGES.map((_, usage) => usage).filter((usage) => usage !== usageIndex('crawl'))

const OTHER = usageIndex('other')
/** Per usage: its bit and that of the usage that it derives from. */
const WITH_BASE = USAGES.map((usage, number) => {
  const base = baseUsage(usage)
  return (1 << number) | (base === null ? 0 : 1 << usageIndex(base))
})

/** Numbers the makers: versions of a site share a cache, but not terms. */
let makers = 0

const MAKERS = new WeakMap<Engine, PageTermsMaker>()

/**
 * Creates the maker of terms for an engine. `cache`: shared by engines, so that many sites use
 * bounded memory.
 */
export function termsOf(engine: Engine, cache?: TermsCache): PageTermsMaker {
  return cached(MAKERS, engine, () => new PageTermsMaker(engine, cache))
}

export class PageTermsMaker {
  readonly #number = makers++
  readonly #engine: Engine
  readonly #robots: Lead
  /** A chain for each name with ACAP fields, shorter names first. */
  readonly #named: readonly Lead[]
  readonly #bindings: readonly { readonly purposes: readonly string[]; readonly binding: Binding }[]
  readonly #stated: StatedUsages
  /** The record classes for all crawlers. */
  readonly #shared: ReadonlySet<number>
  readonly #cache: TermsCache

  constructor(engine: Engine, cache: TermsCache = new BoundedCache(CACHE_BYTES, LARGEST_TERMS)) {
    const { site, levels, agents } = engine
    this.#engine = engine
    this.#cache = cache
    this.#stated = new StatedUsages(levels)
    this.#robots = agents.anonymous.acap[0]!
    this.#shared = new Set(this.#robots.levels.flatMap(({ classes }) => classes))
    const inRoutes = routeNames(site)
    // Names with a permissions file that only their records reference (R11).
    const scoped = new Set(site.any.classes.flatMap(({ scope }) => scope ?? []))
    this.#named = site.names
      // In META, `robots` means all crawlers, so a crawler of that name cannot have its own terms.
      .filter(
        ({ name, classes }) =>
          name !== 'robots' && (classes.length > 0 || inRoutes.has(name) || scoped.has(name)),
      )
      .flatMap(({ name }) => agents.chainsOf(name).filter((lead) => lead.name === name))
      .sort((a, b) => a.name.length - b.name.length)
    this.#bindings = bindingsOf(site)
  }

  about(target: string, joined?: readonly string[]): PageTerms {
    const { site, levels, routes } = this.#engine
    const { matcher } = levels
    levels.target.read(target, joined)
    const route = routes.current()
    matcher.start()
    matcher.collect(site.termsRoot, levels.target, ANY_CASE)
    if (matcher.count === 0 && route === null) return SILENT
    const key = `${this.#number} ${route?.index ?? ''}:${matcher.found.slice(0, matcher.count).sort().join()}`
    let terms = this.#cache.get(key)
    if (terms === undefined) {
      terms = this.#termsUnder(route)
      this.#cache.set(key, terms, textBytes(key) + bytesOf(terms))
    }
    const location = route === null ? null : routes.locationOf(route, target)
    return location === null ? terms : withLocation(terms, location)
  }

  #termsUnder(route: RouteProgram | null): PageTerms {
    const fields = route?.fields ?? []
    const question: Question = {
      // Before every expiry: expired dates are written unchanged.
      now: -Infinity,
      can: null,
      purposes: [],
      embedded: fields.map((field) => {
        const state = field.effect === 'disallow' || field.uninterpretable ? PROHIBITS : 0
        return { field, usage: usageIndex(field.usage), state }
      }),
    }
    this.#stated.read()
    const robots = this.#contents(question, this.#robots)
    const own = this.#differing(question, robots)
    const tags = [
      ...[...robots.values()].flat().map((content) => ({ name: 'robots', content })),
      ...this.#named.flatMap(({ name }) =>
        [...(own.get(name)?.values() ?? [])].flat().map((content) => ({ name, content })),
      ),
    ]
    const distinct = [...new Map(tags.map((tag) => [`${tag.name} ${tag.content}`, tag])).values()]
    const say = (usage: (typeof USAGES)[number]) => this.#saying(question, usageIndex(usage))
    const original = say('present-original')
    return {
      tags: distinct.some(({ content }) => needsVersionTag(content))
        ? [{ name: 'robots', content: VERSION_CONTENT }, ...distinct]
        : distinct,
      words: robotsWords(say, this.#engine.site.config.embed),
      framed:
        original.prohibited ||
        original.restrictions.some(({ type }) => type === 'prohibited-context'),
      references: referencesIn(say('other').restrictions),
      elements:
        (route === null ? undefined : this.#engine.site.config.routes[route.index]?.elements) ?? [],
    }
  }

  /**
   * The names whose terms differ, with all of their terms. A tag for a name overrides what
   * robots.txt says to it (E2), so a name gets all of its terms or none.
   */
  #differing(question: Question, robots: Contents): ReadonlyMap<string, Contents> {
    const differing = new Map<string, Contents>()
    for (const lead of this.#named) {
      if (!this.#isAddressed(question, lead)) continue
      const chain = lead.levels.map(({ names }) => names.filter((name) => differing.has(name)))
      const above = chain
        .find((names) => names.length > 0)
        ?.map((name) => differing.get(name)!) ?? [robots]
      const contents = this.#contents(question, lead)
      if (above.some((other) => !isSame(contents, other))) differing.set(lead.name, contents)
    }
    return differing
  }

  /** Whether a field is for a name of this chain only. Otherwise the terms for all apply. */
  #isAddressed({ embedded }: Question, lead: Lead): boolean {
    if (this.#stated.of(lead, this.#shared) !== 0) return true
    return embedded.some(({ field }) =>
      lead.levels.some(({ names }) => names.includes(field.name) && field.name !== 'robots'),
    )
  }

  /** The usages that a chain's fields can decide (L2, L4). */
  #usagesOf({ embedded }: Question, lead: Lead): readonly number[] {
    if (embedded.length > 0) return PAGE_USAGES
    const stated = this.#stated.of(lead)
    if ((stated & (1 << OTHER)) !== 0) return PAGE_USAGES
    return PAGE_USAGES.filter((usage) => (stated & WITH_BASE[usage]!) !== 0)
  }

  #contents(question: Question, lead: Lead): Contents {
    const contents = new Map<string, readonly string[]>()
    const usages = this.#usagesOf(question, lead)
    for (const { purposes, binding } of [...this.#bindings, { purposes: [], binding: null }]) {
      for (const usage of usages) {
        const verdict = this.#decide(question, lead, usage, binding)
        if (verdict !== null)
          contents.set(
            `${purposes.join(' ')} ${usage}`,
            fieldTexts(this.#engine.site, verdict, purposes),
          )
      }
    }
    return contents
  }

  /** The decision if fields of one binding match: by these, or by stronger ones (L1, L4). */
  #decide(question: Question, lead: Lead, usage: number, binding: Binding): Verdict | null {
    const own = this.#engine.levels.decide(question, lead, usage, [binding])
    return own === null || binding === null
      ? own
      : this.#engine.levels.decide(question, lead, usage, [binding, null])
  }

  #saying(question: Question, usage: number): Saying {
    const verdict = this.#engine.levels.decide(question, this.#robots, usage, UNBOUND)
    if (verdict === null) return { prohibited: false, restrictions: [] }
    return {
      prohibited: verdict.outcome === 'prohibited',
      restrictions: restrictionsOf(this.#engine.site, verdict),
    }
  }
}

/** Adds the page's location, the only part of the crawl that is written (E6). */
function withLocation(terms: PageTerms, location: string): PageTerms {
  const tags = [{ name: 'robots', content: `ACAP ${locationField(location).text}` }]
  return { ...terms, tags: [...terms.tags, ...tags], located: { shared: terms, tags } }
}

/**
 * The memory of terms and of the notice made from them: about twice their text, as objects and
 * bytes.
 */
function bytesOf({ tags, words, references, elements }: PageTerms): number {
  const texts = [...words, ...references]
  const inTags = tags.reduce(
    (sum, { name, content }) => sum + 2 * textBytes(name) + 2 * textBytes(content) + 96,
    0,
  )
  return texts.reduce(
    (sum, text) => sum + 2 * textBytes(text),
    inTags + elements.length * 256 + 512,
  )
}

function isSame(a: Contents, b: Contents): boolean {
  return (
    a.size === b.size &&
    [...a].every(([key, contents]) => b.get(key)?.join('\n') === contents.join('\n'))
  )
}
