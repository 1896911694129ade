/**
 * Policy → SiteProgram, with every matcher of the site. The passes: records and groups with their tries; routes; the pages'
 * terms (E6); the order of all patterns of these (L3); the names that they have (I2).
 */

import { isRecord } from '../../base/check-argument.ts'
import type { Policy } from '../../language/policy/policy.ts'
import type { Tree } from '../../language/text/tree.ts'
import { foldCase } from '../../words/path-form.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import type { NameProgram, RouteProgram, SiteProgram } from '../program.ts'
import { GroupClasses } from './group-classes.ts'
import {
  configuredNames,
  exampleHeader,
  nameTrie,
  phrasesOf,
  type WrittenName,
} from './name-trie.ts'
import { MOST_RULES, makesTooManyRules } from './policy-limits.ts'
import { recordClasses } from './record-classes.ts'
import { RuleTable, type ServedText } from './rule-table.ts'
import { matchingForm, TrieBuilder, type TrieItem } from './trie-builder.ts'

const encoder = new TextEncoder()

/**
 * Compiles one site's policy. Never throws for a checked Policy.
 *
 * @param written The policy, of `generateRobots` or `readText`.
 * @param served The files that are served.
 * @throws TypeError for what is no checked policy, and without the files that are served; PolicyLimitError.
 * @example
 * const generated = generateRobots(readSite('example', files))
 * const site = compile(generated.policy, generated)
 */
export function compile(written: Policy, served: ServedText): SiteProgram {
  const policy = withNameless(checkRules(checkPolicy(written)))
  const rules = new RuleTable(checkServed(served))
  const tries = new TrieBuilder()
  const records = recordClasses(policy, rules, tries)
  // Conventional rules are compared where ACAP rules stand beside them (C2).
  const reading = {
    compared: policy.records.length > 0,
    foldsCase: policy.config.folds.includes('case'),
  }
  const groups = new GroupClasses(rules, tries, reading)
  const acapGroups = policy.ignoresConventional ? new Map() : groups.add(policy.groups)
  // C3's reading is for anyone who asks for it: a profile, or the author's own tools.
  const needsRep = !served.served || hasRepReaders(policy)
  const repGroups = needsRep ? repReading(policy, groups, acapGroups) : new Map()
  const routes = routePrograms(policy, rules)
  const routeRoot = tries.add(
    policy.routes.map(({ match }, i) => ({
      pattern: matchingForm(foldCase(match)),
      entry: routes[i]!.rule,
    })),
  )
  const termsRoot = tries.add(termItems(policy))

  const nameOf = (name: string): NameProgram => {
    const [groups, forRep] = [acapGroups, repGroups].map((each) => each.get(name) ?? [])
    return { name, classes: records.refs.get(name) ?? [], groups: groups!, repGroups: forRep! }
  }
  const names = writtenNames(
    policy,
    poolOf(policy, [records.refs.keys(), acapGroups.keys(), repGroups.keys()]),
  )
  return {
    name: policy.site,
    config: policy.config,
    version: policy.version.declared,
    served: served.served,
    files: served.files.map(({ path, text }) => ({ path, text: encoder.encode(text) })),
    names: names.map(({ name, header }) =>
      header === name ? nameOf(name) : { ...nameOf(name), header },
    ),
    any: nameOf('*'),
    ...namelessNames(policy, nameOf),
    nameTrie: nameTrie(names),
    roots: records.roots,
    bound: records.bound,
    groups: groups.programs,
    settings: groups.settings,
    trie: tries.finish(),
    ...rules.finish(),
    restrictions: rules.sets,
    routes,
    routeRoot,
    termsRoot,
  }
}

function routePrograms({ routes }: Policy, rules: RuleTable): RouteProgram[] {
  return routes.map(({ index, match, fields }) => {
    const written = fields.map((field) => ({
      ...field,
      words: field.qualifiers.flatMap(writeQualifier),
    }))
    return { index, fields: written, rule: rules.addRoute(match, index) }
  })
}

/** I6: what holds for nameless crawlers of a category stands beside the rest, under its token. */
function withNameless(policy: Policy): Policy {
  const { nameless = [], groups, repGroups, records } = policy
  if (nameless.length === 0) return policy
  const more = nameless.flatMap((each) => each.groups)
  const together = [...groups, ...more]
  return {
    ...policy,
    groups: together,
    repGroups: repGroups === groups ? together : [...repGroups, ...more],
    records: [...records, ...nameless.flatMap((each) => each.records)],
  }
}

function namelessNames(
  { nameless = [] }: Policy,
  nameOf: (token: string) => NameProgram,
): Pick<SiteProgram, 'categories'> {
  if (nameless.length === 0) return {}
  const names = nameless.map(({ category, token }) => [
    category,
    { ...nameOf(token), name: `categories.${category}` },
  ])
  return { categories: Object.fromEntries(names) }
}

/**
 * Compiles a policy as its author wrote it: nothing is generated, and decisions name the author's own lines.
 *
 * @param policy The policy, of `readText` or `readSite`.
 * @param trees The trees of the same reading.
 * @throws TypeError for what is no checked policy, and without its trees.
 * @example
 * const { policy, trees } = readText(text)
 * const site = compileAsWritten(policy, trees)
 */
export function compileAsWritten(policy: Policy, trees: ReadonlyMap<string, Tree>): SiteProgram {
  checkPolicy(policy)
  if (!(trees instanceof Map))
    throw new TypeError(`compileAsWritten needs the trees of the policy, ${AS_READ}`)
  const files = [...trees].map(([path, { source }]) => ({ path, text: source.text }))
  return compile(policy, { served: false, files, servedLine: () => undefined })
}

const AS_READ = 'as in `const { policy, trees } = readText(text)`'

function checkPolicy(policy: Policy): Policy {
  if (Array.isArray(policy?.records)) return policy
  throw new TypeError(`the first argument must be a checked policy, ${AS_READ}`)
}

/** A policy that makes more rules than a site may have: to compile it would take minutes, and all memory. */
export class PolicyLimitError extends RangeError {
  override readonly name = 'PolicyLimitError'
}

function checkRules(policy: Policy): Policy {
  if (!makesTooManyRules(policy)) return policy
  const limit = MOST_RULES.toLocaleString('en')
  throw new PolicyLimitError(`the policy makes more than ${limit} rules, the limit of one site`)
}

function checkServed(served: ServedText | undefined): ServedText {
  if (Array.isArray(served?.files) && served.files.every((each) => isRecord(each))) return served
  throw new TypeError(
    'compile needs the files that are served, of `generateRobots`; or call `compileAsWritten`',
  )
}

function repReading(policy: Policy, groups: GroupClasses, acap: ReturnType<GroupClasses['add']>) {
  return policy.repGroups === policy.groups && !policy.ignoresConventional
    ? acap
    : groups.add(policy.repGroups)
}

/** Whether a profile says that a crawler knows no ACAP (C3). */
export function hasRepReaders({ config }: Policy): boolean {
  return Object.values(config.crawlers).some(({ dialect }) => dialect === 'rep')
}

/** E6: every pattern of a field about a usage other than the crawl. */
function termItems({ records }: Policy): TrieItem[] {
  const fields = records.flatMap((record) =>
    [record.fields, ...record.subRecords.map((each) => each.fields)].flat(),
  )
  const uses = fields.filter(({ usage }) => usage !== 'crawl')
  const patterns = new Set(uses.flatMap((field) => field.patterns))
  return [...patterns].map((pattern, entry) => ({
    pattern: matchingForm(foldCase(pattern)),
    entry,
  }))
}

/** How the author wrote the names, each with a header that it matches; names that match none are left out (C1). */
function writtenNames(
  policy: Policy,
  names: readonly string[],
): readonly (WrittenName & { header: string })[] {
  const phrases = phrasesOf(policy)
  return names.flatMap((name) => {
    const written = { name, phrases: phrases.get(name) ?? null }
    const header = exampleHeader(written)
    return header === null ? [] : [{ ...written, header }]
  })
}

/** The names of the pool (I2), and those that only a profile names; sorted, `*` left out. */
function poolOf(policy: Policy, sources: readonly Iterable<string>[]): string[] {
  const pool = new Set(configuredNames(policy))
  for (const source of sources) for (const name of source) pool.add(name)
  pool.delete('*')
  for (const { token } of policy.nameless ?? []) pool.delete(token)
  return [...pool].sort()
}
