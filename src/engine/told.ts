/**
 * Path → what every crawler is told about the page (E6): META tags and conventional words, a function of policy and path
 * alone. Texts are made once per set of fields that match, not per page.
 */
import { RULE_DISALLOW, RULE_FALLBACK, type SiteProgram } from '../bundle/program.ts'
import { needsVersionTag, VERSION_CONTENT, writeMeta } from '../grammar/write-meta.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import type { Restriction } from '../vocabulary/restriction.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import { USAGES, usageIndex } from '../vocabulary/usages.ts'
import { type Agents, type Lead, routeNames } from './agents.ts'
import { PROHIBITS } from './fallback.ts'
import { type Binding, type Levels, type Question, UNBOUND } from './levels.ts'
import { ANY_CASE } from './matcher.ts'
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
  /** How many named crawlers were left out, beyond MAX_NAMES. */
  readonly omitted: number
}

/** All tags that are written: where the site wants them, the robots words stand beside ACAP's fields. */
export function tagsToWrite({ tags, words }: Told, { conventional }: SiteConfig['embed']): readonly ToldTag[] {
  if (tags.length === 0 || words.length === 0 || !conventional) return tags
  return [...tags, { name: 'robots', content: words.join(', ') }]
}

/** E6: named crawlers on one page. */
export const MAX_NAMES = 20
const MAX_KEPT = 2048

const SILENT: Told = { tags: [], words: [], framed: false, references: [], omitted: 0 }
const TOLD_USAGES = USAGES.map((_, usage) => usage).filter((usage) => usage !== usageIndex('crawl'))

/** The texts of one site. */
export class Telling {
  readonly #site: SiteProgram
  readonly #levels: Levels
  readonly #routes: Routes
  readonly #robots: Lead
  /** A chain for each name that has ACAP fields of its own. */
  readonly #named: readonly Lead[]
  readonly #bindings: readonly { readonly purposes: readonly string[]; readonly binding: Binding }[]
  readonly #kept = new Map<string, Told>()

  constructor(site: SiteProgram, levels: Levels, routes: Routes, agents: Agents) {
    this.#site = site
    this.#levels = levels
    this.#routes = routes
    this.#robots = agents.anonymous.acap[0]!
    const inRoutes = routeNames(site)
    this.#named = site.names
      // A crawler that calls itself `robots` cannot be told anything of its own: META means everybody by that name.
      .filter(({ name, classes }) => name !== 'robots' && (classes.length > 0 || inRoutes.has(name)))
      .flatMap(({ name }) => agents.withMeta(name, []).acap.filter((lead) => lead.name === name))
    this.#bindings = bindingsOf(site)
  }

  /** What is told about a target. */
  about(target: string): Told {
    const { matcher } = this.#levels
    this.#levels.target.read(target)
    const route = this.#routes.current()
    matcher.start()
    matcher.collect(this.#site.toldRoot, this.#levels.target, ANY_CASE)
    if (matcher.count === 0 && route === null) return SILENT
    const key = `${route?.index ?? ''}:${matcher.found.slice(0, matcher.count).sort().join()}`
    let told = this.#kept.get(key)
    if (told === undefined) {
      told = this.#tell(route?.fields ?? [])
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
      this.#kept.set(key, told)
    }
    const location = route === null ? null : this.#routes.locationOf(route, target)
    return location === null ? told : withLocation(told, location)
  }

  #tell(fields: readonly EmbeddedField[]): Told {
    const question: Question = {
      // Before every lapse: a date that has passed is written as it stands.
      now: Number.NEGATIVE_INFINITY,
      can: null,
      purposes: [],
      embedded: fields.map((field) => ({ field, usage: usageIndex(field.usage), state: stateOf(field) })),
    }
    const robots = this.#contents(question, this.#robots)
    const own = this.#named
      .map((lead) => ({ lead, contents: this.#contents(question, lead, robots) }))
      .filter(({ contents }) => contents.size > 0)
    const tags = [
      ...[...robots.values()].flat().map((content) => ({ name: 'robots', content })),
      ...own
        .slice(0, MAX_NAMES)
        .flatMap(({ lead, contents }) =>
          [...contents.values()].flat().map((content) => ({ name: lead.name, content })),
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
      references: say('other').restrictions.flatMap((each) =>
        each.type === 'usage-ref' && 'uri' in each ? [each.uri] : [],
      ),
      omitted: Math.max(0, own.length - MAX_NAMES),
    }
  }

  /** Usage and purposes → META contents of the deciding fields, less those that say what `known` says. */
  #contents(question: Question, lead: Lead, known?: ReadonlyMap<string, readonly string[]>) {
    const contents = new Map<string, readonly string[]>()
    for (const { purposes, binding } of [...this.#bindings, { purposes: [], binding: null }]) {
      for (const usage of TOLD_USAGES) {
        const verdict = this.#levels.decide(question, lead, usage, binding === null ? UNBOUND : [binding])
        if (verdict === null) continue
        const key = `${purposes.join(' ')} ${usage}`
        const written = this.#write(verdict, purposes)
        if (known?.get(key)?.join('\n') !== written.join('\n')) contents.set(key, written)
      }
    }
    return contents
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
    return [...own, ...embedded.flatMap(writeMeta)]
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

function stateOf({ effect, uninterpretable }: EmbeddedField): number {
  return effect === 'disallow' || uninterpretable ? PROHIBITS : 0
}

/** The distinct sets of purposes to which fields are bound. */
function bindingsOf(site: SiteProgram) {
  const bound = site.bound.flat().map(({ purposes }) => purposes)
  const embedded = site.routes.flatMap(({ fields }) => fields.map(({ purposes }) => purposes))
  const distinct = new Map([...bound, ...embedded].map((purposes) => [purposes.join(' '), purposes]))
  distinct.delete('')
  return [...distinct].map(([key, purposes]) => ({
    purposes,
    binding: (patterns: readonly string[]) => patterns.join(' ') === key,
  }))
}
