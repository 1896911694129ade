/**
 * The library's entry point to the engine: checks a question's facts and decides it, with
 * App-Directives (A2). Engines are cached: creating one takes as long as twenty questions.
 */

import { cached } from '../base/cached.ts'
import { checkArgument, checkMembers, isRecord } from '../base/check-argument.ts'
import { deepFreeze } from '../base/deep-freeze.ts'
import { membersIn, programAt, type Registry, type SiteProgram } from '../program/program.ts'
import { ASSURANCES } from '../words/decision-words.ts'
import { targetForm } from '../words/path-form.ts'
import type { Directives } from '../words/restriction.ts'
import { isUsage, USAGES } from '../words/usages.ts'
import type { Agent, RecognisedClient } from './agents.ts'
import type { Decision, EngineFacts, Facts } from './decision.ts'
import { decisionOf } from './decision-of.ts'
import { Engine } from './engine.ts'
import { matchesPattern } from './globs.ts'
import { heedRobotsMeta } from './heed-robots-meta.ts'
import type { Ruling } from './ruling.ts'
import { type PathReading, spellings } from './spellings.ts'

type Engines = WeakMap<SiteProgram, Engine>

const ENGINES: Engines = new WeakMap()
const ENGINES_WITH = new WeakMap<Registry, Engines>()

/** The engine of a loaded site. @throws TypeError for anything but a compiled site */
export function engineOf(site: SiteProgram, registry: Registry | null = null): Engine {
  const engines =
    registry === null ? ENGINES : cached(ENGINES_WITH, registry, (): Engines => new WeakMap())
  return cached(engines, site, () => new Engine(checkSite(site), registry))
}

/** @throws TypeError for anything but a compiled site */
export function checkSite(site: SiteProgram): SiteProgram {
  if (site?.nameTrie !== undefined) return site
  throw new TypeError(
    '`site` must be a compiled site: of `compile` or `compileAsWritten`, or one of `sites` of a bundle',
  )
}

/**
 * Decides one question by docs/semantics.md. The target is a path with its query, or a URL, which
 * then is also the resource's `uri`. Only this spelling is tried; see `spellings` for others that
 * an origin may accept (P6).
 * @param site The compiled policy.
 * @param facts Who requests what, when and for which usage.
 * @throws TypeError for anything but a compiled site, and for missing or wrong facts, such as an
 * unknown usage.
 * @example decide(site, { userAgent: 'AnyBot', target: '/a', now: Date.now(), usage: 'index' }).outcome
 */
export function decide(site: SiteProgram, facts: Facts): Decision {
  checkMembers('decide', facts, FACT_MEMBERS)
  if (facts?.agent === undefined) return plain(rulingFor(site, facts as EngineFacts))
  const checked = checkFacts(facts)
  const registry = REGISTRIES.get(facts.agent)
  if (registry === undefined)
    throw new TypeError('`agent` must be what `recognise` returned, no copy of it')
  const engine = engineOf(programAt(checkSite(site), checked.now), registry)
  return plain(engine.decide({ ...checked, agent: engine.agents.find(checked.userAgent) }))
}

/** `decide` with texts that are rendered on demand: for tools that decide often. */
export function rulingFor(site: SiteProgram, facts: EngineFacts): Ruling {
  const checked = checkFacts(facts)
  return engineOf(programAt(checkSite(site), checked.now)).decide(checked)
}

/** A plain object that callers can copy, print and compare. */
function plain(ruling: Ruling): Decision {
  return heedRobotsMeta(withDirectives(ruling), ruling.facts)
}

/** `decide` with an engine that the caller holds, for a site without dates. */
export function decideBy(engine: Engine, facts: EngineFacts): Decision {
  return plain(engine.decide(checkFacts(facts)))
}

/**
 * Recognises a client by its User-Agent header (I1-I3); an empty header is an absent one.
 * @param site The compiled policy, whose names take priority over the registry's.
 * @param userAgent The header.
 * @param registry The known crawlers. @default none: only the policy's names are known, and all
 * other clients are readers
 * @throws TypeError for anything but a compiled site, a header and a registry.
 * @example recognise(site, 'GPTBot/1.0', knownCrawlers()).category // 'training'
 */
export function recognise(
  site: SiteProgram,
  userAgent: string,
  registry: Registry | null = null,
): RecognisedClient {
  checkArgument(typeof userAgent === 'string', 'recognise', 'userAgent', 'a string')
  const isList = registry === null || (isRecord(registry) && Array.isArray(registry.crawlers))
  checkArgument(isList, 'recognise', 'registry', 'a list of crawlers, such as `knownCrawlers()`')
  return recognisedClient(engineOf(site, registry).agents.find(userAgent), registry)
}

/**
 * The target and the other spellings that an origin may accept for the same resource. The original
 * comes first, in the form of P2 if there are others.
 * @param target A path with its query.
 * @param reading How the origin reads paths: the `config` of a site.
 * @throws TypeError for anything but a target and a config.
 * @example spellings('/a//b', site.config) // [ '/a//b', '/a/b' ]
 */
export function checkedSpellings(target: string, reading: PathReading): readonly string[] {
  checkArgument(typeof target === 'string', 'spellings', 'target', 'a string')
  const { folds, distinct }: Partial<PathReading> = reading ?? {}
  const isReading = Array.isArray(folds) && Array.isArray(distinct)
  checkArgument(isReading, 'spellings', 'reading', '`{ folds, distinct }`, of a site’s config')
  return spellings(target, reading)
}

/** The public part of an agent that was recognised with a registry. */
export function recognisedClient(agent: Agent, registry: Registry | null): RecognisedClient {
  return cached(CLIENTS, agent, () => {
    const { kind, name, category, operator, declared, matched } = agent
    const client = deepFreeze({ kind, name, category, operator, declared, matched: [...matched] })
    REGISTRIES.set(client, registry)
    return client
  })
}

/** One public object for each agent, with its registry. Internals are left out. */
const CLIENTS = new WeakMap<Agent, RecognisedClient>()
const REGISTRIES = new WeakMap<RecognisedClient, Registry | null>()

/** The decision, with App-Directives if the question names an application. */
export function withDirectives(ruling: Ruling): Decision {
  const { application } = ruling.facts
  const decision = decisionOf(ruling)
  if (application === undefined) return decision
  const { reason, ...others } = decision
  return { ...others, directives: directivesFor(ruling, application), reason }
}

/** An application's directives: those of the longest matching path, merged across rules. */
function directivesFor({ facts, site, evaluations }: Ruling, application: string): Directives {
  const target = targetForm(facts.target)
  const matching = evaluations[0].leads[0]!.groups.flatMap(({ settings }) =>
    membersIn(site.settings.directives, settings.directives),
  ).filter(({ pattern }) => matchesPattern(pattern, target))
  const [longest] = [...matching].sort((a, b) => b.pattern.length - a.pattern.length)
  const joined: Record<string, Directives[string]> = {}
  for (const { path, applications } of matching) {
    if (path !== longest?.path) continue
    for (const { token, directives } of applications)
      if (token === application) Object.assign(joined, directives)
  }
  return joined
}

type Asked = Pick<Facts, 'userAgent' | 'target' | 'now'> & Partial<Facts>

type Check = (value: unknown) => boolean

const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value)
const listOf = (isMember: Check) => (value: unknown) =>
  Array.isArray(value) && value.every(isMember)
const isUsageName = isOneOf(USAGES)

const FACT_FORMS: readonly (readonly [member: keyof Facts, form: string, isSo: Check])[] = [
  ['agent', 'what `recognise` returned, no copy of it', isObject],
  ['joined', 'a list of paths', listOf(isText)],
  ['uri', 'a string', isText],
  ['purposes', 'a list of strings', listOf(isText)],
  ['meta', 'a list of fields, of `readMeta`', listOf(isEmbedded)],
  ['robotsTerms', 'a list of terms, of `readRobotsTerms`', listOf(isTerm)],
  ['elements', 'a list of fields, of `readClassToken`', listOf(isElement)],
  ['interprets', '`all`, `crawl-only` or `{ usages, qualifiers }`', isCapability],
  ['dialect', '`acap` or `rep`', isOneOf(['acap', 'rep'])],
  ['application', 'a string', isText],
  [
    'assurance',
    `one of ${ASSURANCES.map((each) => `\`${each}\``).join(', ')}`,
    isOneOf(ASSURANCES),
  ],
  ['unlisted', 'true or false', isOneOf([true, false])],
]

export const FACT_MEMBERS: readonly string[] = [
  ...['userAgent', 'target', 'now', 'usage'],
  ...FACT_FORMS.map(([member]) => member),
]

function isElement(value: unknown): value is Record<string, unknown> {
  return (
    isObject(value) &&
    isUsageName(value.usage) &&
    (value.effect === 'allow' || value.effect === 'disallow')
  )
}

function isTerm(value: unknown): boolean {
  return isObject(value) && [value.place, value.agent, value.word, value.text].every(isText)
}

function isEmbedded(value: unknown): boolean {
  return (
    isElement(value) &&
    isText(value.name) &&
    listOf(isText)(value.purposes) &&
    listOf(isObject)(value.qualifiers)
  )
}

function isCapability(value: unknown): boolean {
  if (value === 'all' || value === 'crawl-only') return true
  return isObject(value) && listOf(isUsageName)(value.usages) && listOf(isText)(value.qualifiers)
}

/** Makes the target a path. @throws TypeError that says what the first wrong fact must be */
export function checkFacts<T extends Asked>(facts: T): T {
  if (typeof facts !== 'object' || facts === null)
    throw new TypeError('the question must be `{ userAgent, target, now }`')
  const { userAgent, now, usage }: Asked = facts
  if (typeof userAgent !== 'string')
    throw new TypeError('`userAgent` must be a string; empty where there is none')
  if (!Number.isFinite(now))
    throw new TypeError('`now` must be milliseconds since 1970, such as `Date.now()`')
  if (usage !== undefined && !isUsage(usage))
    throw new TypeError(`unknown usage \`${String(usage)}\`: one of ${USAGES.join(', ')}`)
  for (const [member, form, isSo] of FACT_FORMS) {
    const value: unknown = facts[member]
    if (value !== undefined && !isSo(value)) throw new TypeError(`\`${member}\` must be ${form}`)
  }
  return withPath(facts)
}

/** Splits a full URL into the target and the `uri`. */
function withPath<T extends Pick<Facts, 'target' | 'uri'>>(facts: T): T {
  const { target, uri }: Pick<Facts, 'target' | 'uri'> = facts
  if (typeof target !== 'string') throw new TypeError(`\`target\` must be ${TARGET}`)
  if (target.startsWith('/')) return facts
  const [, home, rest] = FULL_URL.exec(target) ?? []
  if (home === undefined || rest === undefined)
    throw new TypeError(`\`${target}\` is no target: give ${TARGET}`)
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return { ...facts, uri: uri ?? home + path, target: path }
}

const TARGET = 'a path that begins with `/`, or an http or https URL'
const FULL_URL = /^(https?:\/\/[^/?#\\\s]+)([^#]*)/i
