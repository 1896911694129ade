/**
 * Policy → SiteProgram: the passes, in order. Every matcher of a site is built here, none at the edge.
 *
 *   records   record classes and their tries        (needs nothing)
 *   groups    conventional groups, both readings    (needs to know whether there are ACAP rules to compare with)
 *   routes    the trie of route patterns
 *   told      the trie of what pages are told (E6)
 *   order     numbers for all patterns (L3)         (needs every pattern of the passes before)
 *   names     the pool of names and its trie (I2)   (needs the classes of records and groups)
 */
import type { NameProgram, RouteProgram, SiteProgram } from '../bundle/program.ts'
import { ODD_NAME } from '../grammar/name-token.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { Tree } from '../language/text/tree.ts'
import { GroupClasses } from './group-classes.ts'
import { PatternRanks } from './pattern-ranks.ts'
import { RecordClasses } from './record-classes.ts'
import { RuleTable, type ServedText } from './rule-table.ts'
import { matchingForm, TrieBuilder } from './trie-builder.ts'

/** Compiles one site's policy. Never throws for a checked Policy. */
export function compile(policy: Policy, served: ServedText): SiteProgram {
  const rules = new RuleTable(served)
  const tries = new TrieBuilder()
  const records = new RecordClasses(policy.records, rules, tries, policy.config.takeDownQuery)
  const groups = new GroupClasses(rules, tries, readingOf(policy))
  const acapGroups = policy.ignoresConventional ? new Map() : groups.add(policy.groups)
  const repGroups = needsRep(policy, served) ? groups.add(policy.repGroups) : new Map()
  const routes = policy.routes.map(({ index, match, fields }): RouteProgram => {
    return { index, fields, rule: rules.addRoute(match, index) }
  })
  const routeRoot = tries.add(
    policy.routes.map(({ match }, i) => ({ pattern: matchingForm(foldCase(match)), entry: routes[i]!.rule })),
  )
  const toldRoot = tries.add(
    toldPatterns(policy).map((pattern, entry) => ({ pattern: matchingForm(foldCase(pattern)), entry })),
  )

  const ranks = new PatternRanks()
  for (const pattern of rules.patterns()) ranks.add(pattern)
  const order = ranks.finish()

  const nameOf = (name: string): NameProgram => ({
    name,
    classes: records.of(name),
    groups: acapGroups.get(name) ?? [],
    repGroups: repGroups.get(name) ?? [],
  })
  const names = poolOf(policy, [records.names, acapGroups.keys(), repGroups.keys()]).map(nameOf)
  return {
    name: policy.site,
    config: policy.config,
    version: policy.version.declared,
    served: served.served,
    files: served.files.map(({ path, text }) => ({ path, text: new TextEncoder().encode(text) })),
    names,
    any: nameOf('*'),
    nameTrie: nameTrie(names.map(({ name }) => name)),
    roots: Uint32Array.from(records.roots),
    bound: records.bound,
    groups: groups.programs,
    trie: tries.finish(),
    order,
    rules: rules.finish(ranks),
    restrictions: rules.sets,
    routes,
    routeRoot,
    toldRoot,
  }
}

/** Compiles a policy as its author wrote it: nothing is generated, and decisions name the author's own lines. */
export function compileAsWritten(policy: Policy, trees: ReadonlyMap<string, Tree>): SiteProgram {
  const files = [...trees].map(([path, { source }]) => ({ path, text: source.text }))
  return compile(policy, { served: false, files, servedLine: () => undefined })
}

/** A trie whose root is node 1 and whose entries are the places of the names in the list. */
export function nameTrie(names: readonly string[]) {
  const builder = new TrieBuilder()
  // A name outside the trie's alphabet is compared as text (engine/agents.ts).
  const items = names.map((pattern, entry) => ({ pattern, entry }))
  builder.add(items.filter(({ pattern }) => !ODD_NAME.test(pattern)))
  return builder.finish()
}

/** How conventional rules are read: whether ACAP rules stand beside them (C2), and in which letter case (P3). */
function readingOf({ records, config }: Policy) {
  return { compared: records.length > 0, foldsCase: config.folds.includes('case') }
}

/** C3's reading is compiled for whoever asks for it: a profile, or the author's own tools. */
function needsRep(policy: Policy, served: ServedText): boolean {
  return !served.served || Object.values(policy.config.crawlers).some(({ dialect }) => dialect === 'rep')
}

/** E6: every pattern on which a usage other than the crawl is spoken of. */
function toldPatterns({ records }: Policy): string[] {
  const fields = records.flatMap((record) => [record.fields, ...record.subRecords.map((each) => each.fields)].flat())
  return [...new Set(fields.filter(({ usage }) => usage !== 'crawl').flatMap(({ patterns }) => patterns))]
}

/** The names of the pool (I2), and those that only a profile names; sorted, `*` left out. */
function poolOf(policy: Policy, sources: readonly Iterable<string>[]): string[] {
  const pool = new Set(sources.flatMap((source) => [...source]))
  for (const route of policy.routes) for (const { name } of route.fields) if (name !== 'robots') pool.add(name)
  for (const name of Object.keys(policy.config.crawlers)) pool.add(name)
  pool.delete('*')
  return [...pool].sort()
}
