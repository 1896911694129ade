/**
 * Path → what every crawler is told about the page (E6): META tags and conventional words, a function of policy and path
 * alone. Texts are made once per set of fields that match, not per page.
 */
import { type RouteProgram, RULE_DISALLOW, RULE_FALLBACK, type SiteProgram } from '../bundle/program.ts'
import { needsVersionTag, VERSION_CONTENT, writeMeta } from '../grammar/write-meta.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import type { Restriction } from '../vocabulary/restriction.ts'
import type { RouteConfig, SiteConfig } from '../vocabulary/site-config.ts'
import { USAGES, usageIndex } from '../vocabulary/usages.ts'
import type { Agents } from './agents.ts'
import { type Lead, routeNames } from './chains.ts'
import { PROHIBITS } from './fallback.ts'
import { type Binding, type Levels, type Question, UNBOUND } from './levels.ts'
import { referencesIn } from './licences.ts'
import { ANY_CASE } from './matcher.ts'
import { bindsTo } from './question.ts'
import { locationField, type Routes } from './routes.ts'
import { robotsWords, type Saying } from './told-words.ts'
import type { Verdict } from './verdict.ts'

/** A META tag to write. */
export interface ToldTag {
  readonly name: string
  readonly content: string
}

/** What crawlers are told about one page. */
export interface Told {
  /** In the order in which they are written; ASCII only. */
  readonly tags: readonly ToldTag[]
  /** The robots words that say the same, for everybody. */
  readonly words: readonly string[]
  /** Whether the page may be shown only in its own frame: `present-original` or its context is prohibited. */
  readonly framed: boolean
  /** Resources that `allow-other` refers to. */
  readonly references: readonly string[]
  /** Class attributes that the route puts on elements. */
  readonly elements: RouteConfig['elements']
}

/** All tags that are written: where the site wants them, the robots words stand beside ACAP's fields. */
export function tagsToWrite({ tags, words }: Told, { conventional }: SiteConfig['embed']): readonly ToldTag[] {
  if (tags.length === 0 || words.length === 0 || !conventional) return tags
  return [...tags, { name: 'robots', content: words.join(', ') }]
}

const MAX_KEPT = 2048

/** Usage and purposes → META contents. */
type Contents = ReadonlyMap<string, readonly string[]>

const SILENT: Told = { tags: [], words: [], framed: false, references: [], elements: [] }
const TOLD_USAGES = USAGES.map((_, usage) => usage).filter((usage) => usage !== usageIndex('crawl'))

/** The texts of one site. */
export class Telling {
  readonly #site: SiteProgram
  readonly #levels: Levels
  readonly #routes: Routes
  readonly #robots: Lead
  /** A chain for each name that has ACAP fields of its own; shorter names first. */
  readonly #named: readonly Lead[]
  readonly #bindings: readonly { readonly purposes: readonly string[]; readonly binding: Binding }[]
  readonly #kept = new Map<string, Told>()

  constructor(site: SiteProgram, levels: Levels, routes: Routes, agents: Agents) {
    this.#site = site
    this.#levels = levels
    this.#routes = routes
    this.#robots = agents.anonymous.acap[0]!
    const inRoutes = routeNames(site)
    // R11: names for which a file speaks that only their records refer to.
    const scoped = new Set(site.any.classes.flatMap(({ scope }) => scope ?? []))
    this.#named = site.names
      // A crawler that calls itself `robots` cannot be told anything of its own: META means everybody by that name.
      .filter(
        ({ name, classes }) => name !== 'robots' && (classes.length > 0 || inRoutes.has(name) || scoped.has(name)),
      )
      .flatMap(({ name }) => agents.chainsOf(name).filter((lead) => lead.name === name))
      .sort((a, b) => a.name.length - b.name.length)
    this.#bindings = bindingsOf(site)
  }

  /** What is told about a target. */
  about(target: string, joined?: readonly string[]): Told {
    const { matcher } = this.#levels
    this.#levels.target.read(target, joined)
    const route = this.#routes.current()
    matcher.start()
    matcher.collect(this.#site.toldRoot, this.#levels.target, ANY_CASE)
    if (matcher.count === 0 && route === null) return SILENT
    const key = `${route?.index ?? ''}:${matcher.found.slice(0, matcher.count).sort().join()}`
    let told = this.#kept.get(key)
    if (told === undefined) {
      told = this.#tell(route)
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
      this.#kept.set(key, told)
    }
    const location = route === null ? null : this.#routes.locationOf(route, target)
    return location === null ? told : withLocation(told, location)
  }

  #tell(route: RouteProgram | null): Told {
    const fields = route?.fields ?? []
    const question: Question = {
      // Before every lapse: a date that has passed is written as it stands.
      now: Number.NEGATIVE_INFINITY,
      can: null,
      purposes: [],
      embedded: fields.map((field) => ({ field, usage: usageIndex(field.usage), state: stateOf(field) })),
    }
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
      words: robotsWords(say, this.#site.config.embed),
      framed: original.prohibited || original.restrictions.some(({ type }) => type === 'prohibited-context'),
      references: referencesIn(say('other').restrictions),
      elements: (route === null ? undefined : this.#site.config.routes[route.index]?.elements) ?? [],
    }
  }

  /**
   * The names with fields of their own, and all that is told to them: one tag of a name, or of one that it contains,
   * stands above what robots.txt says to it (E2), so it is told everything or nothing.
   */
  #differing(question: Question, robots: Contents): ReadonlyMap<string, Contents> {
    const told = new Map<string, Contents>()
    for (const lead of this.#named) {
      const chain = lead.levels.map(({ names }) => names.filter((name) => told.has(name)))
      const above = chain.find((names) => names.length > 0)?.map((name) => told.get(name)!) ?? [robots]
      const contents = this.#contents(question, lead)
      if (above.some((other) => !isSame(contents, other))) told.set(lead.name, contents)
    }
    return told
  }

  /** Usage and purposes → META contents of the deciding fields. */
  #contents(question: Question, lead: Lead): Contents {
    const contents = new Map<string, readonly string[]>()
    for (const { purposes, binding } of [...this.#bindings, { purposes: [], binding: null }]) {
      for (const usage of TOLD_USAGES) {
        const verdict = this.#decide(question, lead, usage, binding)
        if (verdict !== null) contents.set(`${purposes.join(' ')} ${usage}`, this.#write(verdict, purposes))
      }
    }
    return contents
  }

  /** What decides where fields of one binding speak at all: they, or what stands above them (L1, L4). */
  #decide(question: Question, lead: Lead, usage: number, binding: Binding): Verdict | null {
    const own = this.#levels.decide(question, lead, usage, [binding])
    return own === null || binding === null ? own : this.#levels.decide(question, lead, usage, [binding, null])
  }

  #write({ rules, embedded }: Verdict, purposes: readonly string[]): readonly string[] {
    const { flags, usage, restrictions } = this.#site.rules
    const own = rules.flatMap((rule) =>
      writeMeta({
        effect: (flags[rule]! & RULE_DISALLOW) === 0 ? 'allow' : 'disallow',
        usage: USAGES[usage[rule]!]!,
        purposes,
        qualifiers: this.#site.restrictions[restrictions[rule]!]!.items,
        uninterpretable: (flags[rule]! & RULE_FALLBACK) !== 0,
      }),
    )
    return [...own, ...embedded.flatMap((field) => writeMeta({ ...field, purposes }))]
  }

  #saying(question: Question, usage: number): Saying {
    const verdict = this.#levels.decide(question, this.#robots, usage, UNBOUND)
    if (verdict === null) return { prohibited: false, restrictions: [] }
    const { restrictions } = this.#site.rules
    return {
      prohibited: verdict.outcome === 'prohibited',
      restrictions: [
        ...verdict.rules.flatMap((rule) => this.#site.restrictions[restrictions[rule]!]!.items),
        ...verdict.embedded.flatMap(({ qualifiers }) => qualifiers),
      ].filter((each): each is Restriction => each.type !== 'location'),
    }
  }
}

/** E6: the crawl is told only with its location, which is the page's own. */
function withLocation(told: Told, location: string): Told {
  const tags = writeMeta(locationField(location)).map((content) => ({ name: 'robots', content }))
  return { ...told, tags: [...told.tags, ...tags] }
}

function isSame(a: Contents, b: Contents): boolean {
  return a.size === b.size && [...a].every(([key, contents]) => b.get(key)?.join('\n') === contents.join('\n'))
}

function stateOf({ effect, uninterpretable }: EmbeddedField): number {
  return effect === 'disallow' || uninterpretable ? PROHIBITS : 0
}

/** The distinct sets of purposes to which fields are bound. */
function bindingsOf(site: SiteProgram) {
  const bound = site.bound.flat().map(({ purposes }) => purposes)
  const embedded = site.routes.flatMap(({ fields }) => fields.map(({ purposes }) => purposes))
  const distinct = new Map([...bound, ...embedded].map((purposes) => [purposes.join(' '), purposes]))
  distinct.delete('')
  return [...distinct.values()].map((purposes) => {
    // Asked for a crawler whose purpose is the pattern, less its wildcards: other patterns may bind it, too.
    const said = purposes.map((pattern) => pattern.replace(/\*|\$$/g, ''))
    return { purposes, binding: (patterns: readonly string[]) => bindsTo(patterns, said) }
  })
}
