/**
 * The conventional groups of a site → the ACAP records that say the same of the crawl. Which of two rules wins is not
 * computed here: the engine decides, and a rule that never decides is not converted.
 */

import { cached } from '../compile/cached.ts'
import { identifiesAlone, phrasesOf } from '../compile/name-trie.ts'
import { allFields, type ConventionalGroup, type ConventionalRule, type Policy } from '../language/policy/policy.ts'
import { fieldText, fieldValue, type Tree } from '../language/text/tree.ts'
import { versionOf } from '../publish/token-reading.ts'
import { isReadersName } from '../registry/reader-words.ts'
import { type CrawlDecisions, UNNAMED } from './crawl-decisions.ts'
import { type MeantRule, MeantRules } from './meant-rules.ts'
import { globsOf, patternOf } from './rule-patterns.ts'

/** A crawl field, before it is text. */
export interface CrawlField extends Pick<MeantRule, 'effect' | 'pattern'> {
  /** The rule that it comes from; null where it comes from how groups are read. */
  readonly rule: SourceRule | null
}

type SourceRule = Pick<ConventionalRule, 'pattern' | 'raw' | 'origin'>

/** A record: the names that share a group and what it says to them. */
export interface CrawlRecord {
  readonly names: readonly string[]
  readonly fields: readonly CrawlField[]
}

/** A token that is converted. */
interface ConvertedToken {
  readonly token: string
  /** The names that stand for it, where these are several words (C1). */
  readonly names: readonly string[]
  readonly groups: readonly ConventionalGroup[]
  readonly meant: MeantRules
  /** The rules of its groups that decide inside their patterns, by pattern. */
  readonly own: ReadonlyMap<string, ConventionalRule>
}

/** The tokens whose groups are converted. An experimental group does not exist (X1). */
export function convertedTokens(policy: Policy, expected: CrawlDecisions): readonly ConvertedToken[] {
  const namesInWords = phraseNames(policy)
  return [...tokensToConvert(policy, namesInWords)].flatMap((token) => {
    const names = namesInWords.get(token) ?? [token]
    const groups = policy.groups.filter(({ scope, tokens }) => scope === null && tokens.includes(token))
    const version = versionOf(groups, token)
    if (groups.length === 0 || version === 'experimental') return []
    const meant = new MeantRules(expected, [token === '*' ? UNNAMED : names[0]!])
    const own = new Map<string, ConventionalRule>()
    for (const rule of groups.flatMap(({ rules }) => rules)) {
      const pattern = patternOf(rule, version)
      const decided = pattern === null || own.has(pattern) ? null : meant.ruleFor(pattern)
      // Of an Allow and a Disallow with one pattern only the Allow decides (C1).
      if (decided?.effect !== rule.effect) continue
      own.set(decided.pattern, rule)
      meant.add(decided)
    }
    return [{ token, names, groups, meant, own }]
  })
}

/** The records, in the order of the groups. */
export function acapRecords(tokens: readonly ConvertedToken[], policy: Policy, tree: Tree): readonly CrawlRecord[] {
  const empty = emptyRules(policy, tree)
  const shared = new Map<string, { names: string[]; fields: readonly CrawlField[] }>()
  for (const each of tokens) {
    const fields = fieldsOf(each, empty)
    if (fields.length === 0) continue
    // R7: `*` addresses everybody, no matter what stands beside it.
    const says = fields.map(({ effect, pattern }) => [effect, pattern])
    const key = JSON.stringify([each.token === '*', policy.groups.indexOf(each.groups[0]!), says])
    cached(shared, key, () => ({ names: [], fields })).names.push(...each.names)
  }
  return [...shared.values()]
}

/** Rules that ACAP cannot express: globs of the 1996 standard. */
export function inexpressibleGlobs(tokens: readonly ConvertedToken[]): readonly ConventionalRule[] {
  return [...new Set(tokens.flatMap(({ token, groups }) => globsOf(groups, token)))]
}

/**
 * What is said to a token. C1: a crawler's own group stands for all others, and an ACAP record only where one of its fields
 * matches (L1). So it says what holds where no rule matches. An empty Disallow says the same explicitly.
 */
function fieldsOf(
  { token, groups, meant, own }: ConvertedToken,
  emptyOf: ReadonlyMap<ConventionalGroup, SourceRule>,
): readonly CrawlField[] {
  const { effect } = meant.ruleFor('/')
  const empty = effect === 'allow' ? groups.flatMap((group) => emptyOf.get(group) ?? [])[0] : undefined
  const isStated = meant.all.some(({ pattern }) => pattern === '/')
  const isNeeded = !isStated && (token !== '*' || effect === 'disallow' || empty !== undefined)
  const fields = meant.all.map(({ effect, pattern, fields }): CrawlField => {
    const lines = fields.map(({ line }) => line)
    const source = () => groups.flatMap(({ rules }) => rules).find(({ origin }) => lines.includes(origin.line))
    return { effect, pattern, rule: own.get(pattern) ?? source() ?? null }
  })
  return isNeeded ? [{ effect, pattern: '/', rule: empty ?? null }, ...fields] : fields
}

/** The empty Disallow of each group that has one. The groups of the robots.txt are the policy's first. */
function emptyRules({ groups }: Policy, tree: Tree): ReadonlyMap<ConventionalGroup, SourceRule> {
  const nodes = tree.blocks.filter((block) => block.kind === 'group')
  const found = nodes.flatMap(({ fields }, i) => {
    const empty = fields.find(({ line }) => line.field?.name === 'Disallow' && fieldValue(tree, line) === '')?.line
    if (empty === undefined) return []
    const origin = { source: tree.source.file, line: empty.number, text: fieldText(tree, empty) }
    return [[groups[i]!, { pattern: '', raw: '', origin }] as const]
  })
  return new Map(found)
}

/** C1: tokens of several words of which readers send the first. */
function phraseNames(policy: Policy): ReadonlyMap<string, readonly string[]> {
  const known = [...phrasesOf(policy)].filter(([token, rows]) => isReadersName(token) && rows.length > 0)
  return new Map(known.map(([token, rows]) => [token, identifiesAlone(token) ? [token, ...rows] : rows]))
}

/** The crawlers of conventional groups whose crawl no ACAP record addresses, by name or by `*`. */
function tokensToConvert(
  { ignoresConventional, version, groups, records }: Policy,
  namesInWords: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const addressed = new Set(
    records.flatMap((record) => (allFields(record).some(({ usage }) => usage === 'crawl') ? record.names : [])),
  )
  if (ignoresConventional || version.reading === 'none' || addressed.has('*')) return new Set()
  const isAddressed = (token: string) => (namesInWords.get(token) ?? [token]).some((name) => addressed.has(name))
  return new Set(groups.flatMap(({ tokens }) => tokens.filter((token) => !isAddressed(token))))
}
