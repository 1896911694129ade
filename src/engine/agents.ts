/**
 * User-Agent header → Agent: which names of the policy match (I1), how they stand to each other (I2), and whether the
 * client is a crawler at all (I3).
 *
 * An agent depends on the names that were found alone, so headers that hold the same names share one. Two caches, both
 * bounded in bytes: header → agent, and names → agent.
 */
import type { ClassRef, GroupProgram, KnownCrawler, NameProgram, Registry, SiteProgram } from '../bundle/program.ts'
import { headerText, isBrowsersHeader } from '../grammar/header-text.ts'
import { matchesUserAgent, ODD_NAME } from '../grammar/name-token.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { Category, Dialect } from '../vocabulary/decision-words.ts'
import type { CrawlerProfile } from '../vocabulary/site-config.ts'
import { BoundedCache, textBytes } from './bounded-cache.ts'
import { NameFinder } from './names.ts'

/** The names of one length in a chain, and the records that address them. */
export interface Level {
  /** `robots` for the level of `*`, as META calls it. */
  readonly names: readonly string[]
  readonly classes: readonly number[]
}

/** A leading name with its chain (I2). */
export interface Lead {
  /** `*` where no name matches. */
  readonly name: string
  readonly levels: readonly Level[]
  /** The conventional groups that C1 selects: several only where names of one length merge. */
  readonly groups: readonly GroupProgram[]
}

/** A client, as far as its User-Agent header tells. */
export interface Agent {
  readonly kind: 'crawler' | 'reader'
  /** The leading name, else the registry's; null where neither knows one. Lower case. */
  readonly name: string | null
  readonly category: Category | null
  readonly operator: string | null
  readonly profile: CrawlerProfile | null
  /** Names of the policy's pool that match, in lower case. */
  readonly matched: readonly string[]
  readonly leads: Readonly<Record<Dialect, readonly Lead[]>>
}

/** These are readers unless the policy names them (I5). */
const READER_CATEGORIES: ReadonlySet<Category> = new Set(['preview', 'feed', 'monitor'])

/** I1: how much of a header is looked at. */
const LONGEST_HEADER = 1024
/** I2: of more leading names the longest count. A header that names so many was made to be slow. */
const MOST_LEADS = 4
/** Bytes of the agents that are kept, by header and by names. */
const HEADER_BYTES = 256 * 1024
const NAMES_BYTES = 512 * 1024
/** What an agent costs, beside its leads. */
const AGENT_BYTES = 256
const LEAD_BYTES = 512

/** Recognises the clients of one site. */
export class Agents {
  readonly #site: SiteProgram
  readonly #registry: Registry | null
  readonly #byHeader = new BoundedCache<string, Agent>(HEADER_BYTES)
  readonly #byNames = new BoundedCache<string, Agent>(NAMES_BYTES)
  readonly #names: NameFinder
  readonly #byName: ReadonlyMap<string, NameProgram>
  readonly #known: NameFinder | null
  readonly #routeNames: ReadonlySet<string>
  readonly #oddNames: readonly NameProgram[]
  /** The chains of `*`: of who has no name, and of whose name failed its check (I4). */
  readonly anonymous: Readonly<Record<Dialect, readonly Lead[]>>

  constructor(site: SiteProgram, registry: Registry | null) {
    this.#site = site
    this.#registry = registry
    this.#names = new NameFinder(site.nameTrie)
    this.#byName = new Map(site.names.map((each) => [each.name, each]))
    this.#known = registry === null ? null : new NameFinder(registry.trie)
    this.#oddNames = site.names.filter(({ name }) => ODD_NAME.test(name))
    this.#routeNames = routeNames(site)
    this.anonymous = this.#leadsOf([], [])
  }

  /** The agent behind a User-Agent header; empty for an absent one. */
  find(userAgent: string): Agent {
    const cached = this.#byHeader.get(userAgent)
    if (cached !== undefined) return cached
    const agent = this.#recognise(userAgent)
    this.#byHeader.set(userAgent, agent, textBytes(userAgent))
    return agent
  }

  /** The chains of a header, with names that only the page's META tags know (I2). */
  withMeta(userAgent: string, metaNames: readonly string[]): Record<Dialect, readonly Lead[]> {
    const { text } = headerText(foldedHeader(userAgent))
    return this.#leadsOf(
      this.matching(userAgent),
      metaNames.filter((name) => matchesUserAgent(name, text)),
    )
  }

  /** The chains of the crawler that a name of the policy stands for, whether or not a header could show that name (I1). */
  chainsOf(name: string): readonly Lead[] {
    const others = this.matching(name).filter((each) => each.name !== name)
    const own = this.#byName.get(name)
    return this.#leadsOf(own === undefined ? others : [...others, own], [name]).acap
  }

  #leadsOf(matched: readonly NameProgram[], metaNames: readonly string[]): Record<Dialect, readonly Lead[]> {
    const embedded = new Set([...this.#routeNames, ...metaNames])
    const known = new Set(matched.map(({ name }) => name))
    const unknown = metaNames.filter((name) => !known.has(name)).map((name) => ({ ...NOBODY, name }))
    // R11: what a referenced file says counts only for the crawlers of the referring record.
    const counts = ({ scope }: ClassRef) => scope === null || scope.some((name) => name === '*' || known.has(name))
    const address = ({ name, classes, groups, repGroups }: NameProgram): Addressed => ({
      name,
      classes: classes.filter(counts).map(({ id }) => id),
      acap: groups.filter(counts).map(({ id }) => id),
      rep: repGroups.filter(counts).map(({ id }) => id),
    })
    const all = [...matched, ...unknown].map(address)
    const any = address(this.#site.any)
    const inAcap = ({ name, classes, acap }: Addressed) => classes.length > 0 || acap.length > 0 || embedded.has(name)
    return {
      acap: this.#leads(all.filter(inAcap), any, 'acap'),
      rep: this.#leads(
        all.filter(({ rep }) => rep.length > 0),
        any,
        'rep',
      ),
    }
  }

  /** The pool's names that match a header. */
  matching(userAgent: string): readonly NameProgram[] {
    return this.#search(userAgent).matched
  }

  /** The names of the policy and of the registry that match a header. */
  #search(userAgent: string) {
    const folded = foldedHeader(userAgent)
    const header = headerText(folded)
    const isBrowsers = () => header.hasSystem || isBrowsersHeader(folded)
    const matched = this.#names.find(header.text, isBrowsers).map((number) => this.#site.names[number]!)
    const odd = this.#oddNames.filter(({ name }) => matchesUserAgent(name, header.text))
    return { matched: odd.length === 0 ? matched : [...matched, ...odd], known: this.#knownOf(header.text, isBrowsers) }
  }

  #recognise(userAgent: string): Agent {
    const { matched, known } = this.#search(userAgent)
    const key = `${userAgent === ''} ${known?.name ?? ''} ${matched.map(nameOf).sort().join(' ')}`
    const cached = this.#byNames.get(key)
    if (cached !== undefined) return cached
    const agent = this.#make(matched, known, userAgent === '')
    const leads = agent.leads.acap.length + agent.leads.rep.length
    this.#byNames.set(key, agent, textBytes(key) + AGENT_BYTES + leads * (LEAD_BYTES + textBytes(key)))
    return agent
  }

  #make(matched: readonly NameProgram[], known: KnownCrawler | null, isAbsent: boolean): Agent {
    const leads = this.#leadsOf(matched, [])
    const lead = leads.acap[0]!.name
    const addressed = lead !== '*'
    const profile = this.#profileOf(matched)
    const category = profile?.category ?? known?.category ?? (isAbsent ? 'library' : null)
    return {
      kind: addressed || profile !== null || this.#isCrawler(category, known) ? 'crawler' : 'reader',
      name: addressed ? lead : (known?.name.toLowerCase() ?? null),
      category,
      operator: known?.operator ?? null,
      profile,
      matched: matched.map(nameOf),
      leads,
    }
  }

  #isCrawler(category: Category | null, known: KnownCrawler | null): boolean {
    if (category === 'library') return this.#site.config.identify.libraries === 'crawler'
    return known !== null && !READER_CATEGORIES.has(known.category)
  }

  /** The longest known name; one that makes it a crawler (I3) before one that does not. */
  #knownOf(text: string, isBrowsers: () => boolean): KnownCrawler | null {
    const found = this.#known?.find(text, isBrowsers) ?? []
    if (found.length === 0) return null
    const crawlers = found.map((number) => this.#registry!.crawlers[number]!)
    return crawlers.sort((a, b) => rank(a) - rank(b) || b.name.length - a.name.length)[0]!
  }

  #profileOf(matched: readonly NameProgram[]): CrawlerProfile | null {
    const { crawlers } = this.#site.config
    const names = matched.map(({ name }) => name).filter((name) => Object.hasOwn(crawlers, name))
    const [first] = names.sort(byFallingLength)
    return first === undefined ? null : crawlers[first]!
  }

  /** I2: one chain for each leading name, or that of `*`. */
  #leads(pool: readonly Addressed[], any: Addressed, dialect: Dialect): readonly Lead[] {
    const names: string[] = []
    for (const name of pool.map(nameOf).sort(byFallingLength)) {
      if (names.length === MOST_LEADS) break
      if (!names.some((longer) => longer.includes(name))) names.push(name)
    }
    return (names.length === 0 ? ['*'] : names).map((name) => this.#lead(name, pool, any, dialect))
  }

  #lead(name: string, pool: readonly Addressed[], any: Addressed, dialect: Dialect): Lead {
    const chain = pool.filter((each) => name.includes(each.name))
    const lengths = [...new Set(chain.map((each) => each.name.length))].sort((a, b) => b - a)
    const steps = lengths.map((length) => chain.filter((each) => each.name.length === length))
    const level = (step: readonly Addressed[], names: readonly string[]): Level => ({
      names,
      classes: dialect === 'acap' ? [...new Set(step.flatMap(({ classes }) => classes))] : [],
    })
    // A META tag named `robots` is for all crawlers, also beside a crawler of that name.
    const named = steps.map((step) =>
      level(
        step,
        step.map(nameOf).filter((each) => each !== 'robots'),
      ),
    )
    const groups = [...steps, [any]]
      .map((step) => [...new Set(step.flatMap((each) => each[dialect]))].map((id) => this.#site.groups[id]!))
      .map((list) => list.filter(({ experimental }) => !experimental))
    return {
      name,
      levels: [...named, level([any], ['robots'])],
      groups: groups.find((list) => list.length > 0) ?? [],
    }
  }
}

/** The part of a header in which names are looked for, in lower case. */
function foldedHeader(userAgent: string): string {
  return foldCase(userAgent.slice(0, LONGEST_HEADER))
}

/** Crawlers first, then libraries, then who is a reader. */
function rank({ category }: KnownCrawler): number {
  return READER_CATEGORIES.has(category) ? 2 : category === 'library' ? 1 : 0
}

/** A name of the pool with what addresses this client by it. */
interface Addressed {
  readonly name: string
  readonly classes: readonly number[]
  readonly acap: readonly number[]
  readonly rep: readonly number[]
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

const NOBODY: Omit<NameProgram, 'name'> = { classes: [], groups: [], repGroups: [] }

function byFallingLength(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** The crawlers that routes name; `robots` in a META tag is no crawler's name. */
export function routeNames(site: SiteProgram): ReadonlySet<string> {
  const names = site.routes.flatMap(({ fields }) => fields.map(({ name }) => name))
  return new Set(names.filter((name) => name !== 'robots'))
}
