/**
 * Compiles a policy into the program of a site. Steps: records and groups with their tries; routes;
 * page terms (E6); the order of all their patterns (L3); all their names (I2).
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
 * @param written The policy, from `generateRobots` or `readText`.
 * @param served The files that are served.
 * @throws TypeError for anything but a checked policy and the served files; PolicyLimitError.
 * @example
 * const generated = generateRobots(readSite('example', files))
 * const site = compile(generated.policy, generated)
 */
export function compile(written: Policy, served: ServedText): SiteProgram {
  const policy = withNameless(checkRules(checkPolicy(written)))
  const rules = new RuleTable(checkServed(served))
  const tries = new TrieBuilder()
  const records = recordClasses(policy, rules, tries)
  // Conventional rules need their order if ACAP rules exist, too (C2).
  const reading = {
    compared: policy.records.length > 0,
    foldsCase: policy.config.folds.includes('case'),
  }
  const groups = new GroupClasses(rules, tries, reading)
  const acapGroups = policy.ignoresConventional ? new Map() : groups.add(policy.groups)
  // For crawlers that know no ACAP (C3): if a profile names one, or for the author's tools.
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

/** The rules for nameless crawlers of a category, under its token (I6). */
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
 * Compiles a policy as its author wrote it: nothing is generated, and decisions cite the author's
 * lines.
 * @param policy The policy, from `readText` or `readSite`.
 * @param trees The trees of the same reading.
 * @throws TypeError for anything but a checked policy and its trees.
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

/**
 * The policy has more rules than a site may have: compiling it would take minutes and all memory.
 */
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

/** Whether a profile marks a crawler as knowing no ACAP (C3). */
export function hasRepReaders({ config }: Policy): boolean {
  return Object.values(config.crawlers).some(({ dialect }) => dialect === 'rep')
}

/** All patterns of fields about usages other than the crawl (E6). */
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

/** Names as written, each with a header that it matches. Names without one are left out (C1). */
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

/** All names of the policy (I2) and of profiles, sorted, without `*`. */
function poolOf(policy: Policy, sources: readonly Iterable<string>[]): string[] {
  const pool = new Set(configuredNames(policy))
  for (const source of sources) for (const name of source) pool.add(name)
  pool.delete('*')
  for (const { token } of policy.nameless ?? []) pool.delete(token)
  return [...pool].sort()
}
