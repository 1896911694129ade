/**
 * The library's `acap-edge/robots`: a robots.txt, compiled once, and the questions of a crawler about it. What it answers
 * comes from the parser, the compiler and the engine that the edge has, without what they need for pages and findings.
 */

import { familyMembers } from './crawlers/reader-words.ts'
import { checkFacts, decideBy } from './decide/decide.ts'
import type { Decision, Facts } from './decide/decision.ts'
import { Engine } from './decide/engine.ts'
import { policyOf } from './language/policy/read-policy.ts'
import type { Line } from './language/text/lines.ts'
import type { GroupNode } from './language/text/owners.ts'
import { foreignPlace } from './language/text/source.ts'
import { fieldValue, parse, type Tree } from './language/text/tree.ts'
import { compile } from './program/compile/compile.ts'
import { MOST_RULES, makesTooManyRules } from './program/compile/policy-limits.ts'
import type { SiteProgram } from './program/program.ts'
import { productToken } from './words/name-token.ts'
import { foldCase, targetForm } from './words/path-form.ts'
import { DEFAULT_SITE } from './words/site-config.ts'

export type { DecidingField, Decision, Facts } from './decide/decision.ts'
export type { Usage } from './words/usages.ts'

/** Who wants to fetch what. */
export interface FetchQuestion {
  /** A crawler's User-Agent header, or its product token. */
  readonly userAgent: string
  /** The page: a URL, or a path with its query that begins with `/`. */
  readonly url: string | URL
  /** Milliseconds since 1970, for times of visit; default now. */
  readonly now?: number
}

/** A robots.txt that was read. */
export interface Robots {
  /**
   * Whether a crawler may fetch a page now. A page that may be fetched only at another time may not be fetched now. `url`
   * is resolved as `fetch` resolves it: `/a/../b` is `/b`.
   * @throws TypeError for a `url` that is neither a URL of http or https nor a path.
   */
  mayFetch(question: FetchQuestion): boolean
  /**
   * The decision on any usage, with what decided (docs/semantics.md, D); `now` is by default now.
   * @throws TypeError for facts that are missing or wrong.
   */
  decide(facts: Omit<Facts, 'now' | 'agent'> & { readonly now?: number }): Decision
  /** The addresses of its Sitemap lines, as they are written. */
  readonly sitemaps: readonly string[]
  /** The seconds that a crawler leaves between two documents, by Crawl-delay or Request-rate; null where nothing says it. */
  crawlDelay(userAgent: string, now?: number): number | null
}

/** No crawler is kept from it (RFC 9309, 2.2.2). */
const ROBOTS_PATH = '/robots.txt'
/** Any host serves: only the path of what is resolved against it counts. */
const ANY_HOST = 'https://host.invalid'
/** By which a file is read that is no text, or that makes more rules than a build takes. */
const PERMITS_NOTHING = 'User-agent: *\nDisallow: /\n'

/**
 * Reads a robots.txt with or without ACAP records: the file, as text or as its octets. Reading it never fails. A file that is
 * no text (UTF-16, binary) permits nothing, nor does one that makes more rules than a build takes: it would take minutes.
 * @throws TypeError for what is neither text nor octets.
 */
export function robots(text: string | Uint8Array): Robots {
  if (typeof text !== 'string' && !(text instanceof Uint8Array))
    throw new TypeError('robots: the robots.txt must be a string or a Uint8Array')
  return new CompiledRobots(parse(text))
}

class CompiledRobots implements Robots {
  readonly #tree: Tree
  /** Of the first crawler that asks, and first of the page that it asks about: mostly there is no other. */
  #narrow: {
    readonly userAgent: string
    readonly target: string | null
    readonly engine: Engine | null
  } | null = null
  // Its own: an engine that a WeakMap keeps outlives its robots.txt until the next full collection.
  #whole: Engine | null = null

  constructor(tree: Tree) {
    this.#tree = tree
  }

  get sitemaps(): readonly string[] {
    const lines = this.#tree.lines.filter(({ field }) => field?.name === 'Sitemap')
    return lines.map((line) => fieldValue(this.#tree, line)).filter((address) => address !== '')
  }

  mayFetch(question: FetchQuestion): boolean {
    const { userAgent, url, now = Date.now() }: Partial<FetchQuestion> = question ?? {}
    if (typeof userAgent !== 'string')
      throw new TypeError(
        'mayFetch: `userAgent` must be a string, in `mayFetch({ userAgent, url })`',
      )
    const place = placeOf(url)
    if (place.target.split('?', 1)[0] === ROBOTS_PATH) return true
    const facts = checkFacts({ userAgent, now, ...place })
    const engine = this.#engineFor(userAgent, place.target)
    return engine === null || engine.decide(facts).outcome === 'permitted'
  }

  decide(facts: Parameters<Robots['decide']>[0]): Decision {
    return decideBy(this.#wholeEngine(), { now: Date.now(), ...facts })
  }

  crawlDelay(userAgent: string, now = Date.now()): number | null {
    const facts = checkFacts({ userAgent, target: '/', now })
    return this.#engineFor(userAgent, '/')?.decide(facts).rate?.seconds ?? null
  }

  /**
   * For the first crawler, only the groups that may name it are compiled; of these first the rules that may match. Null where
   * these say nothing: nothing prohibits the page (L5).
   */
  #engineFor(userAgent: string, target: string): Engine | null {
    const known = this.#narrow
    const isFirst = known === null || known.userAgent === userAgent
    if (known !== null && isFirst && (known.target ?? target) === target) return known.engine
    if (!isFirst || this.#whole !== null) return this.#wholeEngine()
    const page = known === null ? target : null
    const tree = treeFor(this.#tree, userAgent, page)
    if (tree === null) return this.#wholeEngine()
    const saysNothing = tree.blocks.every(({ fields }) => fields.length === 0)
    const engine = saysNothing ? null : new Engine(programOf(tree)!, null)
    this.#narrow = { userAgent, target: page, engine }
    return engine
  }

  #wholeEngine(): Engine {
    this.#whole ??= new Engine(programOf(this.#tree) ?? programOf(parse(PERMITS_NOTHING))!, null)
    return this.#whole
  }
}

/**
 * A file without ACAP lines, less the groups whose names the header does not hold, in any spelling (I1), and less the rules
 * that cannot match the target, if there is one: they decide nothing for this crawler (C1). Null for other files, and for
 * those whose rules must be counted.
 */
function treeFor(tree: Tree, userAgent: string, target: string | null): Tree | null {
  if (
    tree.lines.some(({ field }) => field?.dialect === 'acap') ||
    foreignPlace(tree.source) !== null
  )
    return null
  const groups = tree.blocks.filter((block) => block.kind === 'group')
  const count = (of: (group: GroupNode) => readonly unknown[]) =>
    groups.reduce((sum, group) => sum + of(group).length, 0)
  if (count(({ names }) => names) * count(({ fields }) => fields) > MOST_RULES) return null
  const header = foldCase(userAgent)
  const isHeld = (name: string) =>
    [name, ...familyMembers(name)].some((each) => header.includes(each))
  const mayName = (token: string | null) => token === '*' || (token !== null && isHeld(token))
  const named = groups.filter(({ names }) =>
    names.some((line) => mayName(productToken(fieldValue(tree, line)))),
  )
  // X1: what a group says without a match depends on its other rules.
  const hasVersions = tree.lines.some(({ field }) => field?.value === 'robot-version')
  if (target === null || hasVersions) return { ...tree, blocks: named }
  const form = targetForm(target)
  const mayMatch = (line: Line) => form.startsWith(LITERAL_START.exec(fieldValue(tree, line))![0])
  const fieldsOf = ({ fields }: GroupNode) =>
    fields.filter(({ line }) => line.field?.owner !== 'rule' || mayMatch(line))
  return { ...tree, blocks: named.map((group) => ({ ...group, fields: fieldsOf(group) })) }
}

/** What stands for itself in a pattern, and in a target: no form changes it (P2). */
const LITERAL_START = /^[\w\-.~/:@!&'()+,;=]*/

/** The text, compiled without its findings; null where it is no text (R1), or makes too many rules. */
function programOf(tree: Tree): SiteProgram | null {
  if (foreignPlace(tree.source) !== null) return null
  const trees = new Map([['robots.txt', tree]])
  const policy = policyOf({ site: '', config: DEFAULT_SITE, trees, paths: null, routes: [] })
  if (makesTooManyRules(policy)) return null
  const files = [{ path: 'robots.txt', text: tree.source.text }]
  return compile(policy, { served: false, files, servedLine: () => undefined })
}

/** The path and query that `fetch` would request, and the address without a fragment where `url` is a whole one. */
function placeOf(url: unknown): Pick<Facts, 'target' | 'uri'> {
  const written = url instanceof URL ? url.href : url
  if (typeof written !== 'string') throw new TypeError('mayFetch: `url` must be a string or a URL')
  const isPath = written.startsWith('/')
  const base = isPath ? ANY_HOST : undefined
  if ((!isPath && !/^https?:/i.test(written)) || !URL.canParse(written, base))
    throw new TypeError(
      `mayFetch: \`${written}\` is neither an http or https URL nor a path that begins with \`/\``,
    )
  const page = new URL(written, base)
  // Without user and fragment; to set them to nothing would take ten times as long as reading the URL.
  const [whole = ''] = page.href.split('#', 1)
  const target = whole.slice(whole.indexOf('/', 'https://'.length))
  return isPath ? { target } : { target, uri: page.origin + target }
}
