/**
 * A policy → the groups by which crawlers that know no ACAP decide the crawl as it does. The policy's decision inside
 * each pattern becomes a rule. Where two rules meet and the policy does not follow the longer one, the paths that both
 * match get a rule of their own.
 */

import { identifiesAlone, phrasesOf } from '../compile/phrases.ts'
import type { Decision } from '../engine/decision.ts'
import { matchesUserAgent, productToken, rowOfWords } from '../grammar/name-token.ts'
import { targetForm } from '../grammar/path-form.ts'
import { covers, overlap } from '../grammar/pattern-relations.ts'
import { allFields } from '../language/policy/all-fields.ts'
import type { ActionRequest, ConventionalGroup, ConventionalRule, Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { fieldValue } from '../language/text/tree.ts'
import { versionOf } from '../publish/token-reading.ts'
import type { Effect } from '../vocabulary/decision-words.ts'
import { type DecideCrawl, UNNAMED } from './crawl-decisions.ts'
import { globsOf, samples, widened } from './glob-words.ts'
import { commonPatterns, inside } from './points.ts'
import { StemIndex } from './stem-index.ts'
import { patternOf } from './wording.ts'

/** A rule, and the fields that it comes from. */
export interface MeantRule {
  readonly effect: Effect
  readonly pattern: string
  readonly fields: Decision['fields']
}

/** The rules of every token, while they are refined. */
export class ConventionalGroups {
  readonly #expected: DecideCrawl
  /** By token: who reads its group, by the names of the policy that are cut to it (C1). */
  readonly agents: ReadonlyMap<string, ReadonlySet<string>>
  /** By token: the names to write, several words where only they stand for it (C1). */
  readonly written: ReadonlyMap<string, readonly string[]>
  readonly #rules = new Map<string, Map<string, MeantRule>>()
  /** Prohibitions that have only a wider word. */
  readonly #wider = new Map<string, readonly MeantRule[]>()

  constructor(policy: Policy, trees: SiteReading['trees'], expected: DecideCrawl) {
    this.#expected = expected
    const names = [...namesByToken(policy)]
    this.agents = new Map(names.map(([token, all]) => [token, agentsOf(token, all)]))
    this.written = new Map(names.map(([token, all]) => [token, areRows(all) ? [...all] : [token]]))
    const ruled = new Map(policy.groups.map((group) => [group, rulePatterns(policy, group)]))
    for (const token of this.agents.keys()) {
      this.#wider.set(token, this.#widerRules(policy, token))
      this.#rules.set(token, new Map())
      for (const pattern of patternsFor(policy, trees, ruled, [...this.agents.get(token)!])) this.#add(token, pattern)
    }
  }

  /** All rules of a token. */
  drafted(token: string): readonly MeantRule[] {
    const wider = new Map(this.#wider.get(token)!.map((rule) => [rule.pattern, rule]))
    return [...new Map([...this.#rules.get(token)!, ...wider]).values()]
  }

  /** The rules of a token, less those that decide nothing. */
  rules(token: string): readonly MeantRule[] {
    return withoutIdle(this.drafted(token))
  }

  /** Adds rules where two meet and `actual` decides otherwise than expected; false where there are none to add. */
  refine(actual: DecideCrawl): boolean {
    let hasAdded = false
    for (const [token, rules] of this.#rules) {
      const of = (effect: Effect) =>
        [...rules.values()].filter((rule) => rule.effect === effect).map((rule) => rule.pattern)
      for (const pattern of commonPatterns(of('allow'), of('disallow'), 'folded')) {
        if (rules.has(pattern) || this.#agree(actual, token, pattern)) continue
        this.#add(token, pattern)
        hasAdded = true
      }
    }
    return hasAdded
  }

  /** X1: what a glob prohibits that is not a pattern, the pattern that matches all of it does. */
  #widerRules(policy: Policy, token: string): MeantRule[] {
    const agents = [...this.agents.get(token)!]
    return globRules(policy, agents).flatMap((rule) => {
      const shut = agents
        .map((agent) => this.#expected(agent, inside(samples(rule)[0])))
        .find(({ outcome }) => outcome === 'prohibited')
      return shut === undefined || rule.effect === 'allow'
        ? []
        : [{ effect: 'disallow', pattern: widened(rule), fields: shut.fields }]
    })
  }

  #agree(actual: DecideCrawl, token: string, pattern: string): boolean {
    const { effect } = this.#ruleFor(token, pattern)
    return [...this.agents.get(token)!].every((agent) => effectOf(actual(agent, inside(pattern))) === effect)
  }

  #add(token: string, pattern: string): void {
    this.#rules.get(token)!.set(pattern, this.#ruleFor(token, pattern))
  }

  /** Names that are cut to one token read one group: what is prohibited to one of them is prohibited to all. */
  #ruleFor(token: string, pattern: string): MeantRule {
    const answers = [...this.agents.get(token)!].map((agent) => this.#expected(agent, inside(pattern)))
    const deciding = answers.find((answer) => effectOf(answer) === 'disallow') ?? answers[0]!
    return { effect: effectOf(deciding), pattern, fields: deciding.fields }
  }
}

function effectOf({ outcome }: Decision): Effect {
  return outcome === 'prohibited' ? 'disallow' : 'allow'
}

/** Every name that the policy knows, by the token that conventional records have for it. */
function namesByToken(policy: Policy): Map<string, Set<string>> {
  const { records, groups, routes, config, ignoresConventional } = policy
  const tokens = ignoresConventional ? [] : groups.flatMap((each) => each.tokens)
  const phrases = phrasesOf(policy)
  const namesOf = (token: string) => (phrases.get(token)?.length ? phrases.get(token)! : [token])
  const all = [
    ...records.flatMap((each) => each.names),
    ...tokens.flatMap(namesOf),
    ...routes.flatMap(({ fields }) => fields.map(({ name }) => name).filter((name) => name !== 'robots')),
    ...Object.keys(config.crawlers),
  ]
  const names = new Map([['*', new Set([UNNAMED])]])
  for (const name of all) {
    const token = productToken(name)
    if (token !== null && token !== '*') names.set(token, new Set([...(names.get(token) ?? []), name]))
  }
  return names
}

/** C1: who reads the group of a token. The first of several words that readers send identifies no crawler by itself. */
function agentsOf(token: string, names: ReadonlySet<string>): ReadonlySet<string> {
  if (token === '*') return names
  return areRows(names) && !identifiesAlone(token) ? names : new Set([token, ...names])
}

function areRows(names: ReadonlySet<string>): boolean {
  return [...names].every((name) => rowOfWords(name) !== null)
}

/**
 * The patterns by which the crawl may be decided for crawlers of these names, those of groups from `ruled`; `/` for what
 * none of them matches.
 */
function patternsFor(
  policy: Policy,
  trees: SiteReading['trees'],
  ruled: ReadonlyMap<ConventionalGroup, readonly string[]>,
  agents: readonly string[],
): ReadonlySet<string> {
  const concerns = (name: string) => name === '*' || agents.some((agent) => matchesUserAgent(name, agent))
  const records = policy.records.filter(({ names }) => names.some(concerns))
  const fields = records.flatMap(allFields)
  const groups = policy.ignoresConventional ? [] : policy.groups.filter(({ tokens }) => tokens.some(concerns))
  const routes = policy.routes.filter((route) => route.fields.some(({ name }) => name === 'robots' || concerns(name)))
  return new Set([
    ...groups.flatMap((group) => ruled.get(group)!),
    ...fields.flatMap(({ usage, patterns }) => (usage === 'crawl' ? patterns : [])),
    ...records.flatMap(({ actions }) => actions.flatMap((action) => takenDown(action, trees))),
    ...routes.map(({ match }) => match),
    '/',
  ])
}

/** The globs that concern crawlers of these names and have no pattern. */
export function globRules({ groups, ignoresConventional }: Policy, agents: readonly string[]): ConventionalRule[] {
  const isOld = groups.some(({ settings }) => settings.some(({ value }) => value.kind === 'robot-version'))
  if (ignoresConventional || !isOld) return []
  const tokens = new Set(groups.flatMap((group) => group.tokens))
  const own = [...tokens].filter((token) => token === '*' || agents.some((agent) => matchesUserAgent(token, agent)))
  const merged = (token: string) => groups.filter((group) => group.tokens.includes(token))
  return [...new Set(own.flatMap((token) => globsOf(merged(token), token)))]
}

function rulePatterns({ groups }: Policy, { tokens, rules }: ConventionalGroup): string[] {
  const merged = (token: string) => groups.filter((group) => group.tokens.includes(token))
  const versions = new Set(tokens.map((token) => versionOf(merged(token), token)))
  return rules.flatMap((rule) =>
    [...versions].flatMap((version) => (version === 'experimental' ? [] : (patternOf(rule, version) ?? []))),
  )
}

/** T1: one resource, in the letter case in which its author wrote it. */
function takenDown({ action, origin }: ActionRequest, trees: SiteReading['trees']): string[] {
  const tree = trees.get(origin.source)!
  const path = fieldValue(tree, tree.lines[origin.line - 1]!)
  return action === 'take-down' ? [`${targetForm(path.startsWith('/') ? path : `/${path}`)}$`] : []
}

/** Rules without which the others decide the same (C1: the longest, and of equals the Allow). */
function withoutIdle(rules: readonly MeantRule[]): MeantRule[] {
  const of = (effect: Effect) => rules.filter((rule) => rule.effect === effect).map(({ pattern }) => pattern)
  const shut = of('disallow').sort((a, b) => a.length - b.length)
  const nearShut = new StemIndex(shut, 'exact')
  // An Allow only stands against shorter rules.
  const open = of('allow').filter((pattern) => some(nearShut.near(pattern), (i) => loses(shut[i]!, pattern)))
  const nearOpen = new StemIndex(open, 'exact')
  const idle = new Set<string>()
  for (const [place, pattern] of shut.entries()) {
    const covering = (i: number) => i < place && !idle.has(shut[i]!) && covers(shut[i]!, pattern)
    const wider = first(nearShut.near(pattern), covering)
    if (wider === null) continue
    if (!some(nearOpen.near(pattern), (i) => stands(open[i]!, shut[wider]!, pattern))) idle.add(pattern)
  }
  const needed = new Set([...open, ...shut.filter((pattern) => !idle.has(pattern))])
  return rules.filter(({ pattern }) => needed.has(pattern))
}

function first(places: Iterable<number>, isIt: (place: number) => boolean): number | null {
  for (const place of places) if (isIt(place)) return place
  return null
}

function some(places: Iterable<number>, isIt: (place: number) => boolean): boolean {
  return first(places, isIt) !== null
}

/** Whether a prohibition gives way to a permission somewhere. */
function loses(shut: string, open: string): boolean {
  return shut.length <= open.length && overlap(shut, open)
}

/** Whether a permission would open, without `shut`, what `wider` does not keep shut. */
function stands(open: string, wider: string, shut: string): boolean {
  return open.length >= wider.length && open.length < shut.length && overlap(open, shut)
}
