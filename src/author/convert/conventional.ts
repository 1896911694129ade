/** Converts a site's crawl decisions to a robots.txt for crawlers without ACAP (RFC 9309). */

import { cached } from '../../base/cached.ts'
import { finding } from '../../language/findings/diagnostic.ts'
import {
  type ActionRequest,
  allFields,
  type ConventionalGroup,
  type ConventionalRule,
  type Policy,
} from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { fieldValue } from '../../language/text/tree.ts'
import { compile } from '../../program/compile/compile.ts'
import { configuredNames, identifiesAlone, phrasesOf } from '../../program/compile/name-trie.ts'
import { plainestPath } from '../../words/glob.ts'
import { matchesUserAgent, productToken, rowOfWords } from '../../words/name-token.ts'
import { targetForm } from '../../words/path-form.ts'
import { type GeneratedRobots, generateRobots } from '../served/generate-robots.ts'
import { crawlRoutesOnly } from '../served/served-pairs.ts'
import { versionOf } from '../served/token-reading.ts'
import { globsOf, inside, patternOf, widened } from './common-patterns.ts'
import { conventionalLines, type RuledToken } from './conventional-lines.ts'
import type { ConversionOptions, Convert } from './conversion.ts'
import { type CrawlDraft, convertCrawl } from './crawl-conversion.ts'
import { CrawlDecisions, type MeantRule, MeantRules, UNNAMED } from './meant-rules.ts'
import { inexpressible } from './source-fields.ts'

const CONVENTIONAL = 'conventional records'

export const toConventional: Convert = (reading, options) => {
  const generated = generateRobots(reading, options)
  return convertCrawl({
    ...conventionalDraft(reading, generated, options),
    missing: inexpressible(reading).map(({ at, text, help }) =>
      finding(at, 'not-expressible', [text, CONVENTIONAL, help]),
    ),
  })
}

/**
 * Drafts the conventional robots.txt, with everything that is needed to compare it with the policy.
 */
export function conventionalDraft(
  reading: SiteReading,
  generated: GeneratedRobots,
  { originals, now }: Pick<ConversionOptions, 'originals' | 'now'>,
): CrawlDraft {
  const policy = crawlRoutesOnly(generated.policy)
  const program = (each: Policy) => compile(each, generated)
  const tokens = ruledTokens(policy, reading.trees, new CrawlDecisions(program(policy), now))
  const names = policy.records.flatMap(({ names }) => names).filter((name) => name !== '*')
  return {
    reading,
    now,
    vocabulary: CONVENTIONAL,
    looser: 'converted-more-loosely',
    caseless: 'expected',
    agents: [...new Set([...names, ...tokens.flatMap(({ agents }) => [...agents])])],
    policy,
    program,
    rules: tokens.map(({ meant }) => meant),
    lines: () => conventionalLines(reading, generated, tokens, originals),
    lineEnd: '\n',
    missing: [],
  }
}

function ruledTokens(
  policy: Policy,
  trees: SiteReading['trees'],
  expected: CrawlDecisions,
): readonly RuledToken[] {
  const ruled = new Map(policy.groups.map((group) => [group, rulePatterns(policy, group)]))
  return [...namesByToken(policy)].map(([token, names]) => {
    const areRows = [...names].every((name) => rowOfWords(name) !== null)
    // C1: the first of several words that readers send identifies no crawler by itself.
    const isAlone = token !== '*' && (!areRows || identifiesAlone(token))
    const agents = isAlone ? new Set([token, ...names]) : names
    const meant = new MeantRules(expected, agents)
    for (const pattern of patternsFor(policy, trees, ruled, [...agents]))
      meant.add(meant.ruleFor(pattern))
    for (const rule of widerRules(policy, [...agents], expected)) meant.add(rule)
    return { token, agents, written: areRows ? [...names] : [token], meant }
  })
}

/** The names in the policy, by the product token that conventional groups use for each. */
function namesByToken(policy: Policy): Map<string, Set<string>> {
  const { records, groups, ignoresConventional } = policy
  const tokens = ignoresConventional ? [] : groups.flatMap((each) => each.tokens)
  const phrases = phrasesOf(policy)
  const namesOf = (token: string) => (phrases.get(token)?.length ? phrases.get(token)! : [token])
  const all = [
    ...records.flatMap((each) => each.names),
    ...tokens.flatMap(namesOf),
    ...configuredNames(policy),
  ]
  const names = new Map([['*', new Set([UNNAMED])]])
  for (const name of all) {
    const token = productToken(name)
    if (token !== null && token !== '*') cached(names, token, () => new Set()).add(name)
  }
  return names
}

/**
 * The patterns that may decide the crawl for these crawlers; `/` for paths that no pattern matches.
 */
function patternsFor(
  policy: Policy,
  trees: SiteReading['trees'],
  ruled: ReadonlyMap<ConventionalGroup, readonly string[]>,
  agents: readonly string[],
): ReadonlySet<string> {
  const concerns = (name: string) =>
    name === '*' || agents.some((agent) => matchesUserAgent(name, agent))
  const records = policy.records.filter(({ names }) => names.some(concerns))
  const fields = records.flatMap(allFields)
  const groups = policy.ignoresConventional
    ? []
    : policy.groups.filter(({ tokens }) => tokens.some(concerns))
  const routes = policy.routes.filter((route) =>
    route.fields.some(({ name }) => name === 'robots' || concerns(name)),
  )
  return new Set([
    ...groups.flatMap((group) => ruled.get(group)!),
    ...fields.flatMap(({ usage, patterns }) => (usage === 'crawl' ? patterns : [])),
    ...records.flatMap(({ actions }) => actions.flatMap((action) => takenDown(action, trees))),
    ...routes.map(({ match }) => match),
    '/',
  ])
}

function rulePatterns({ groups }: Policy, { tokens, rules }: ConventionalGroup): string[] {
  const versions = new Set(tokens.map((token) => versionOf(groups, token)))
  return rules.flatMap((rule) => [...versions].flatMap((version) => patternOf(rule, version) ?? []))
}

/** T1: one resource, in the letter case in which its author wrote it. */
function takenDown({ action, origin }: ActionRequest, trees: SiteReading['trees']): string[] {
  const tree = trees.get(origin.source)!
  const path = fieldValue(tree, tree.lines[origin.line - 1]!)
  return action === 'take-down' ? [`${targetForm(path.startsWith('/') ? path : `/${path}`)}$`] : []
}

/** X1: a glob that has no equal pattern is replaced by a wider pattern, if the glob prohibits. */
function widerRules(
  policy: Policy,
  agents: readonly string[],
  expected: CrawlDecisions,
): MeantRule[] {
  return globRules(policy, agents).flatMap((rule): MeantRule[] => {
    const answers = agents.map((agent) => expected.at(agent, inside(`${plainestPath(rule.raw)}$`)))
    const shut = answers.find(({ outcome }) => outcome === 'prohibited')
    return shut === undefined
      ? []
      : [{ effect: 'disallow', pattern: widened(rule), fields: shut.fields }]
  })
}

function globRules(
  { groups, ignoresConventional }: Policy,
  agents: readonly string[],
): ConventionalRule[] {
  const isOld = groups.some(({ settings }) =>
    settings.some(({ value }) => value.kind === 'robot-version'),
  )
  if (ignoresConventional || !isOld) return []
  const tokens = new Set(groups.flatMap((group) => group.tokens))
  const own = [...tokens].filter(
    (token) => token === '*' || agents.some((agent) => matchesUserAgent(token, agent)),
  )
  const globs = new Set(own.flatMap((token) => globsOf(groups, token)))
  return [...globs].filter(({ effect }) => effect === 'disallow')
}
