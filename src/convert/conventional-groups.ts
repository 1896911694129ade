/**
 * A policy → the groups by which crawlers that know no ACAP decide the crawl as it does. The policy's decision inside
 * each pattern becomes a rule. Where two rules meet and the policy does not follow the longer one, the paths that both
 * match get a rule of their own.
 */

import { identifiesAlone, phrasesOf } from '../compile/name-trie.ts'
import { matchesUserAgent, productToken, rowOfWords } from '../grammar/name-token.ts'
import { targetForm } from '../grammar/path-form.ts'
import { covers, overlap } from '../grammar/pattern-relations.ts'
import {
  type ActionRequest,
  allFields,
  type ConventionalGroup,
  type ConventionalRule,
  type Policy,
} from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { fieldValue } from '../language/text/tree.ts'
import { versionOf } from '../publish/token-reading.ts'
import { type CrawlDecisions, UNNAMED } from './crawl-decisions.ts'
import { type MeantRule, MeantRules, patternsWith } from './meant-rules.ts'
import { inside } from './pattern-paths.ts'
import { globsOf, patternOf, sample, widened } from './rule-patterns.ts'
import { StemIndex } from './stem-index.ts'

/** A token for which rules are written. */
export interface RuledToken {
  readonly token: string
  /** Who reads its group, by the names of the policy that are cut to it (C1). */
  readonly agents: ReadonlySet<string>
  /** The names to write, several words where only they stand for it (C1). */
  readonly written: readonly string[]
  readonly meant: MeantRules
}

/** The rules of every token. */
export function ruledTokens(
  policy: Policy,
  trees: SiteReading['trees'],
  expected: CrawlDecisions,
): readonly RuledToken[] {
  const ruled = new Map(policy.groups.map((group) => [group, rulePatterns(policy, group)]))
  return [...namesByToken(policy)].map(([token, names]) => {
    const agents = agentsOf(token, names)
    const meant = new MeantRules(expected, agents)
    for (const pattern of patternsFor(policy, trees, ruled, [...agents])) meant.add(meant.ruleFor(pattern))
    for (const rule of widerRules(policy, [...agents], expected)) meant.add(rule)
    return { token, agents, written: areRows(names) ? [...names] : [token], meant }
  })
}

/** X1: what a glob prohibits that is not a pattern, the pattern that matches all of it does. */
function widerRules(policy: Policy, agents: readonly string[], expected: CrawlDecisions): MeantRule[] {
  return globRules(policy, agents).flatMap((rule) => {
    const shut = agents
      .map((agent) => expected.at(agent, inside(sample(rule))))
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
function globRules({ groups, ignoresConventional }: Policy, agents: readonly string[]): ConventionalRule[] {
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

/** Leaves out rules without which the others decide the same (C1: the longest, and of equals the Allow). */
export function withoutIdle(rules: readonly MeantRule[]): MeantRule[] {
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
