/**
 * A policy → the groups by which crawlers that know no ACAP decide the crawl as it does. The policy's decision inside
 * each pattern becomes a rule. Where two rules meet and the policy does not follow the longer one, the paths that both
 * match get a rule of their own.
 */

import { inside } from '../compare/paths/points.ts'
import { StemIndex } from '../compare/paths/stem-index.ts'
import { identifiesAlone, phrasesOf } from '../compile/phrases.ts'
import { matchesUserAgent, productToken, rowOfWords } from '../grammar/name-token.ts'
import { targetForm } from '../grammar/path-form.ts'
import { covers, overlap } from '../grammar/pattern-relations.ts'
import { allFields } from '../language/policy/all-fields.ts'
import type { ActionRequest, ConventionalGroup, ConventionalRule, Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { fieldValue } from '../language/text/tree.ts'
import { versionOf } from '../publish/token-reading.ts'
import { type DecideCrawl, UNNAMED } from './crawl-decisions.ts'
import { type MeantRule, MeantRules, patternsWith } from './meant-rules.ts'
import { globsOf, patternOf, sample, widened } from './rule-patterns.ts'

/** A token for which rules are written. */
interface RuledToken {
  /** Who reads its group, by the names of the policy that are cut to it (C1). */
  readonly agents: ReadonlySet<string>
  /** The names to write, several words where only they stand for it (C1). */
  readonly written: readonly string[]
  readonly meant: MeantRules
  /** By pattern. */
  readonly rules: Map<string, MeantRule>
  /** Prohibitions that only a wider pattern expresses. */
  readonly wider: readonly MeantRule[]
}

/** The rules of every token, while they are refined. */
export class ConventionalGroups {
  readonly tokens: ReadonlyMap<string, RuledToken>
  #isSettled = false

  constructor(policy: Policy, trees: SiteReading['trees'], expected: DecideCrawl) {
    const ruled = new Map(policy.groups.map((group) => [group, rulePatterns(policy, group)]))
    const tokens = [...namesByToken(policy)].map(([token, names]): [string, RuledToken] => {
      const agents = agentsOf(token, names)
      const meant = new MeantRules(expected, agents)
      const patterns = [...patternsFor(policy, trees, ruled, [...agents])]
      const rules = new Map(patterns.map((pattern) => [pattern, meant.ruleFor(pattern)]))
      const wider = widerRules(policy, [...agents], expected)
      return [token, { agents, written: areRows(names) ? [...names] : [token], meant, rules, wider }]
    })
    this.tokens = new Map(tokens)
  }

  /** The rules of a token; without those that decide nothing once they are settled. */
  rules(token: string): readonly MeantRule[] {
    const { rules, wider } = this.tokens.get(token)!
    const all = [...new Map([...rules, ...wider.map((rule) => [rule.pattern, rule] as const)]).values()]
    return this.#isSettled ? withoutIdle(all) : all
  }

  /** Adds rules where two meet and `actual` decides otherwise than expected; false where there are none to add. */
  refine(actual: DecideCrawl): boolean {
    let hasAdded = false
    for (const { meant, rules } of this.tokens.values()) {
      const missing = meant.missing(actual, [...rules.values()], new Set(rules.keys()), 'folded')
      for (const rule of missing) rules.set(rule.pattern, rule)
      hasAdded ||= missing.length > 0
    }
    return hasAdded
  }

  settle(): void {
    this.#isSettled = true
  }
}

/** X1: what a glob prohibits that is not a pattern, the pattern that matches all of it does. */
function widerRules(policy: Policy, agents: readonly string[], expected: DecideCrawl): MeantRule[] {
  return globRules(policy, agents).flatMap((rule) => {
    const shut = agents
      .map((agent) => expected(agent, inside(sample(rule))))
      .find(({ outcome }) => outcome === 'prohibited')
    return shut === undefined || rule.effect === 'allow'
      ? []
      : [{ effect: 'disallow', pattern: widened(rule), fields: shut.fields }]
  })
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
  return rules.flatMap((rule) => [...versions].flatMap((version) => patternOf(rule, version) ?? []))
}

/** T1: one resource, in the letter case in which its author wrote it. */
function takenDown({ action, origin }: ActionRequest, trees: SiteReading['trees']): string[] {
  const tree = trees.get(origin.source)!
  const path = fieldValue(tree, tree.lines[origin.line - 1]!)
  return action === 'take-down' ? [`${targetForm(path.startsWith('/') ? path : `/${path}`)}$`] : []
}

/** Rules without which the others decide the same (C1: the longest, and of equals the Allow). */
function withoutIdle(rules: readonly MeantRule[]): MeantRule[] {
  const shut = patternsWith(rules, 'disallow').sort((a, b) => a.length - b.length)
  const nearShut = new StemIndex(shut, 'exact')
  // An Allow only stands against shorter rules.
  const open = patternsWith(rules, 'allow').filter((pattern) =>
    some(nearShut.near(pattern), (i) => loses(shut[i]!, pattern)),
  )
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

/** Whether a permission overrides a prohibition somewhere. */
function loses(shut: string, open: string): boolean {
  return shut.length <= open.length && overlap(shut, open)
}

/** Whether a permission would open, without `shut`, what `wider` does not keep shut. */
function stands(open: string, wider: string, shut: string): boolean {
  return open.length >= wider.length && open.length < shut.length && overlap(open, shut)
}
