/**
 * The library's `acap-edge/robots/full`: the same with ACAP records, and decisions that name what
 * decided. What it answers comes from the parser, the compiler and the engine that the edge has.
 */

import { licenseSays } from './author/signals/license-says.ts'
import { preferencesOf } from './author/signals/page-preferences.ts'
import {
  checkPageTexts,
  factsWithPage,
  type PageFields,
  type PageTexts,
  tagsIn,
} from './author/signals/page-texts.ts'
import { withSignals } from './author/signals/signal-reason.ts'
import type { PagePreferences } from './author/signals/statements.ts'
import { reservationAt } from './author/signals/tdmrep-file.ts'
import { checkMembers } from './base/check-argument.ts'
import { checkFacts, decideBy, FACT_MEMBERS } from './decide/decide.ts'
import type { Decision, EngineFacts, Facts } from './decide/decision.ts'
import { Engine } from './decide/engine.ts'
import type { Ruling } from './decide/ruling.ts'
import { policyOf } from './language/policy/read-policy.ts'
import { foreignPlace } from './language/text/source.ts'
import { parse, type Tree } from './language/text/tree.ts'
import { compile } from './program/compile/compile.ts'
import { makesTooManyRules } from './program/compile/policy-limits.ts'
import type { SiteProgram } from './program/program.ts'
import {
  type FetchQuestion,
  type Robots,
  type RobotsOptions,
  robots as readRep,
  robotsOf as readRepOf,
} from './robots.ts'
import {
  availability,
  checkOrigin,
  checkRobotsOptions,
  cutToLimit,
  FETCH_MEMBERS,
  isRobotsTxt,
  pageAt,
} from './robots-input.ts'
import { DEFAULT_SITE } from './words/site-config.ts'

export {
  type LicensedContent,
  type LicenseOffer,
  type LicensePayment,
  type LicenseReporting,
  readLicense,
} from './author/signals/license-document.ts'
export type { PageFields, PageHeaders, PageTexts } from './author/signals/page-texts.ts'
export type {
  PagePreferences,
  PageUse,
  SignalSays,
  SignalSource,
  UsePreference,
} from './author/signals/statements.ts'
export type { RecognisedClient } from './decide/agents.ts'
export type { DecidingField, Decision, Facts } from './decide/decision.ts'
export type { FetchQuestion, Robots, RobotsOptions } from './robots.ts'
export type { DatedVocabulary } from './words/dated-vocabularies.ts'
export type {
  Assurance,
  Basis,
  Category,
  Dialect,
  Effect,
  Outcome,
} from './words/decision-words.ts'
export type { ElementField, EmbeddedField } from './words/embedded.ts'
export type { MetaTag } from './words/meta.ts'
export type * from './words/restriction.ts'
export type { RobotsTerm } from './words/robots-meta.ts'
export type { Usage } from './words/usages.ts'

/** Who wants to fetch what, by which records. */
export interface FullFetchQuestion extends Omit<FetchQuestion, 'dialect'> {
  /**
   * Which records count: `rep` means the conventional ones alone, as `acap-edge/robots` answers.
   * @default 'acap'
   */
  readonly dialect?: 'acap' | 'rep'
}

/** The facts of a decision (docs/semantics.md, D), as a crawler has them. */
export interface FullFacts
  extends Omit<Facts, 'now' | 'agent' | 'meta' | 'robotsTerms'>,
    PageFields {
  /** Milliseconds since 1970. @default now */
  readonly now?: number
}

/** Who asks what may be done with a page. */
export interface PreferencesQuestion extends PageTexts {
  /** A crawler's User-Agent header, or its product token. */
  readonly userAgent: string
  /** The page: path and query, or a URL. */
  readonly target: string
  /** Milliseconds since 1970, for dates. @default now */
  readonly now?: number
  /**
   * The licence document (RSL) to which `License` or `Link` points. @default none: every use is
   * `limited`
   */
  readonly license?: string
  /**
   * `/.well-known/tdmrep.json` of the site, as text. A page's header and META count before it.
   * @default none
   */
  readonly tdmrep?: string
}

/** A robots.txt that was read with its ACAP records. */
export interface FullRobots extends Omit<Robots, 'mayFetch'> {
  /**
   * Whether a crawler may fetch a page now, by all records; undefined for a page of another origin
   * than `base`.
   * @throws TypeError for a `url` that is neither a URL of http or https nor a path.
   */
  mayFetch(question: FullFetchQuestion): boolean | undefined
  /**
   * The decision on any usage, with what decided (docs/semantics.md, D). `headers` and `meta` are
   * the page's own: a `noindex` prohibits `index`. Of Content-Signal, Content-Usage and licences
   * only `reason` speaks: `preferences` answers by them.
   * @throws TypeError for facts that are missing, wrong or unknown, and for a page of another
   * origin than `base`.
   */
  decide(facts: FullFacts): Decision
  /**
   * What the file and the page say about search, training, answers, copies and extracts: robots
   * META, `X-Robots-Tag`, ACAP, Content-Signal, Content-Usage, `License`, TDMRep and groups of
   * policy tokens, the strictest first. `unspecified` where nothing speaks. The table of
   * docs/library.md says which signal is about which use.
   * @throws TypeError for facts that are missing, wrong or unknown, and for a page of another
   * origin than `base`.
   * @example file.preferences({ userAgent: 'FooBot', target: '/a', headers: response.headers }).train.says
   */
  preferences(question: PreferencesQuestion): PagePreferences
}

/**
 * Reads a robots.txt with or without ACAP records. Reading it never fails. A file that is no text
 * (UTF-16, binary) permits nothing, nor does one that makes more rules than a build takes: it would
 * take minutes.
 *
 * @param text The file, as text or as its octets.
 * @param options Where the file is from, and how much of it is read. @default any site, 500 KiB
 * @throws TypeError for what is neither text nor octets, and for an unknown or wrong option.
 * @example
 * const file = robots('User-agent: *\nDisallow: /private/\n')
 * file.decide({ userAgent: 'AnyBot', target: '/private/' }).outcome // 'prohibited'
 */
export function robots(text: string | Uint8Array, options: RobotsOptions = {}): FullRobots {
  const base = checkRobotsOptions(options, 'robots')
  const read = cutToLimit(text, options, 'robots')
  return new CompiledRobots(parse(read), readRep(read, options), base)
}

/**
 * What a crawler obeys after the answer to a request for robots.txt (RFC 9309, 2.3.1): with a 2xx
 * the body; nothing may be fetched after a 5xx or 429, and without an answer (`null`); after any
 * other answer everything may be fetched.
 *
 * @param status The status of the answer, after redirects; `null` where no answer came.
 * @param body The file, as text or as its octets; null where an answer without 2xx has none.
 * @default ''
 * @param options As those of `robots`. `base` is the URL that was asked for, not `answer.url`, to
 * which it was redirected.
 * @throws TypeError as `robots` does, for what is no final status, and for 304: give the copy that
 * you have, with 200.
 * @example
 * const asked = 'https://www.example.com/robots.txt'
 * const answer = await fetch(asked)
 * const file = robotsOf(answer.status, await answer.text(), { base: asked })
 */
export function robotsOf(
  status: number | null,
  body: string | Uint8Array | null = '',
  options: RobotsOptions = {},
): FullRobots {
  const kind = availability(status, body)
  if (kind === 'available') return robots(body!, options)
  const base = checkRobotsOptions(options, 'robotsOf')
  const read = readRepOf(status, body, options)
  return new CompiledRobots(kind === 'unreachable' ? null : parse(''), read, base)
}

/** What permits nothing: no line of it is cited. */
const PERMITS_NOTHING = 'User-agent: *\nDisallow: /\n'
const WHY_CLOSED = 'its robots.txt could not be read'

/** What the page says comes from its headers and META tags. */
const FULL_FACT_MEMBERS = [
  ...FACT_MEMBERS.filter((each) => each !== 'agent' && each !== 'robotsTerms'),
  'headers',
]
const PREFERENCES_MEMBERS = [
  ...['userAgent', 'target', 'now', 'headers', 'meta', 'license', 'tdmrep'],
]

class CompiledRobots implements FullRobots {
  readonly sitemaps: readonly string[]
  readonly unreadable: boolean
  readonly #tree: Tree | null
  readonly #rep: Robots
  readonly #base: string | null
  // Its own: an engine that a WeakMap keeps outlives its robots.txt until the next full collection.
  #engine: Engine | null = null
  #isClosed = false

  /** `tree`: null where nothing may be fetched. */
  constructor(tree: Tree | null, rep: Robots, base: string | null) {
    this.#tree = tree
    this.#rep = rep
    this.#base = base
    this.sitemaps = rep.sitemaps
    this.unreadable = rep.unreadable
  }

  mayFetch(question: FullFetchQuestion): boolean | undefined {
    checkMembers('mayFetch', question, FETCH_MEMBERS)
    const { dialect = 'acap', ...asked }: Partial<FullFetchQuestion> = question ?? {}
    if (dialect === 'rep') return this.#rep.mayFetch(asked as FetchQuestion)
    if (dialect !== 'acap') throw new TypeError("mayFetch: `dialect` must be 'acap' or 'rep'")
    const { userAgent, url, now = Date.now() } = asked
    if (typeof userAgent !== 'string')
      throw new TypeError(
        'mayFetch: `userAgent` must be a string, in `mayFetch({ userAgent, url })`',
      )
    const { origin, target } = pageAt(url, this.#base)
    if (this.#base !== null && origin !== this.#base) return undefined
    if (isRobotsTxt(target)) return true
    const isWhole = this.#base !== null || !String(url).startsWith('/')
    const uri = isWhole ? { uri: origin + target } : {}
    return this.#ask(checkFacts({ userAgent, now, target, ...uri })).outcome === 'permitted'
  }

  decide(facts: FullFacts): Decision {
    checkMembers('decide', facts, FULL_FACT_MEMBERS)
    checkOrigin('decide', facts?.target, this.#base)
    const engine = this.#readEngine()
    const asked = { ...facts, now: facts?.now ?? Date.now() }
    const decision = withSignals(decideBy(engine, factsWithPage(asked)), () => {
      const { userAgent, target, now, headers, meta } = asked
      const page = { meta: tagsIn(meta ?? []), ...(headers && { headers }) }
      return this.preferences({ userAgent, target, now, ...page })
    })
    if (!this.#isClosed || decision.outcome === 'permitted') return decision
    const { reason } = decision
    return {
      ...decision,
      names: [],
      fields: [],
      reason: `${reason.slice(0, reason.indexOf(':'))}: ${WHY_CLOSED}`,
    }
  }

  preferences(question: PreferencesQuestion): PagePreferences {
    checkMembers('preferences', question, PREFERENCES_MEMBERS)
    const asked = (question ?? {}) as PreferencesQuestion
    const { userAgent, target, now = Date.now(), license, tdmrep, ...page } = asked
    checkPageTexts(page)
    for (const [name, text] of Object.entries({ license, tdmrep }))
      if (text !== undefined && typeof text !== 'string')
        throw new TypeError(`preferences: \`${name}\` must be the text of a document`)
    const facts = checkFacts({ userAgent, target, now })
    checkOrigin('preferences', target, this.#base)
    const engine = this.#readEngine()
    const tree = this.#isClosed ? null : this.#tree
    const said = {
      licence: licenseSays(license, facts.target),
      tdmrep: tdmrep === undefined ? undefined : reservationAt(tdmrep, facts.target),
    }
    return preferencesOf(tree && { tree, engine }, { ...page, ...facts, ...said })
  }

  crawlDelay(userAgent: string, now = Date.now()): number | null {
    return this.#ask(checkFacts({ userAgent, target: '/', now })).rate?.seconds ?? null
  }

  #ask(facts: EngineFacts): Ruling {
    return this.#readEngine().decide(facts)
  }

  #readEngine(): Engine {
    if (this.#engine === null) {
      const program = this.#tree === null ? null : programOf(this.#tree)
      this.#isClosed = program === null
      this.#engine = new Engine(program ?? programOf(parse(PERMITS_NOTHING))!, null)
    }
    return this.#engine
  }
}

/**
 * The text, compiled without its findings; null where it is no text (R1), or makes too many rules.
 */
function programOf(tree: Tree): SiteProgram | null {
  if (foreignPlace(tree.source) !== null) return null
  const trees = new Map([['robots.txt', tree]])
  const policy = policyOf({ site: '', config: DEFAULT_SITE, trees, paths: null, routes: [] })
  if (makesTooManyRules(policy)) return null
  const files = [{ path: 'robots.txt', text: tree.source.text }]
  return compile(policy, { served: false, files, servedLine: () => undefined })
}
