/**
 * The conventional groups of a site → the ACAP records that say the same of the crawl. Which of two rules wins is not
 * computed here: the engine decides; a rule that never decides is not converted, and where ACAP would let another one win, the
 * paths that both match get a field of their own.
 */
import { identifiesAlone, phrasesOf } from '../compile/phrases.ts'
import { allFields } from '../language/policy/all-fields.ts'
import type { ConventionalGroup, ConventionalRule, Policy } from '../language/policy/policy.ts'
import { fieldText, fieldValue, type Tree } from '../language/text/tree.ts'
import { versionOf } from '../publish/token-reading.ts'
import { isReadersName } from '../registry/reader-words.ts'
import { type DecideCrawl, UNNAMED } from './crawl-decisions.ts'
import { type MeantRule, MeantRules } from './meant-rules.ts'
import { globsOf, patternOf } from './rule-patterns.ts'

/** A crawl field, before it is text. */
export interface CrawlField extends Pick<MeantRule, 'effect' | 'pattern'> {
  /** The rule that it comes from; null where it comes from how groups are read. */
  readonly rule: Pick<ConventionalRule, 'pattern' | 'raw' | 'origin'> | null
}

/** A record: the names that share a group and what it says to them. */
export interface CrawlRecord {
  readonly names: readonly string[]
  readonly fields: readonly CrawlField[]
}

/** A token that is converted. */
interface ConvertedToken {
  /** The names that stand for it, where these are several words (C1). */
  readonly names: readonly string[]
  readonly groups: readonly ConventionalGroup[]
  readonly meant: MeantRules
  /** The rules that decide anywhere: of an Allow and a Disallow with one pattern only the Allow does (C1). */
  readonly own: ReadonlyMap<ConventionalGroup, readonly CrawlField[]>
  /** Fields for paths on which two rules meet. */
  common: readonly CrawlField[]
}

/** The records of a site, while they are refined. */
export class AcapRecords {
  readonly #policy: Policy
  readonly #tokens = new Map<string, ConvertedToken>()
  readonly #empty: ReadonlyMap<ConventionalGroup, EmptyRule>

  constructor(policy: Policy, tree: Tree, expected: DecideCrawl) {
    this.#policy = policy
    this.#empty = emptyRules(policy, tree)
    const namesInWords = phraseNames(policy)
    for (const token of tokensToConvert(policy, namesInWords)) {
      const names = namesInWords.get(token) ?? [token]
      const groups = policy.groups.filter(({ scope, tokens }) => scope === null && tokens.includes(token))
      const version = versionOf(groups, token)
      if (groups.length === 0 || version === 'experimental') continue
      const meant = new MeantRules(expected, [token === '*' ? UNNAMED : names[0]!])
      const fieldsOf = (group: ConventionalGroup) => group.rules.flatMap((rule) => decidingField(rule, version, meant))
      const own = new Map(groups.map((group) => [group, fieldsOf(group)]))
      this.#tokens.set(token, { names, groups, meant, own, common: [] })
    }
  }

  /** The records, in the order of the groups. */
  records(): CrawlRecord[] {
    return this.#policy.groups.flatMap((group) => {
      const shared = new Map<string, { names: string[]; fields: readonly CrawlField[] }>()
      for (const token of group.tokens) {
        const converted = this.#tokens.get(token)
        const fields = converted?.groups.includes(group) ? this.#fields(token, converted, group) : []
        if (fields.length === 0) continue
        // R7: `*` addresses everybody, no matter what stands beside it.
        const key = JSON.stringify([token === '*', fields.map(({ effect, pattern }) => [effect, pattern])])
        const known = shared.get(key)
        if (known === undefined) shared.set(key, { names: [...converted!.names], fields })
        else known.names.push(...converted!.names)
      }
      return [...shared.values()]
    })
  }

  /** Rules that ACAP cannot express: globs of the 1996 standard. */
  inexpressible(): ConventionalRule[] {
    return [...new Set([...this.#tokens].flatMap(([token, { groups }]) => globsOf(groups, token)))]
  }

  /** Adds fields where two rules meet and `actual` decides otherwise than expected; false where there are none to add. */
  refine(actual: DecideCrawl): boolean {
    let hasAdded = false
    for (const token of this.#tokens.values()) {
      const rules = [...[...token.own.values()].flat(), ...token.common]
      const known = new Set(token.common.map(({ pattern }) => pattern))
      const missing = token.meant.missing(actual, rules, known, 'exact')
      token.common = [...token.common, ...missing.map((rule) => commonField(rule, token.groups))]
      hasAdded ||= missing.length > 0
    }
    return hasAdded
  }

  /** Takes back what did not help. */
  settle(actual: DecideCrawl): void {
    for (const token of this.#tokens.values()) {
      token.common = token.common.filter(({ pattern }) => token.meant.isMeant(actual, pattern))
    }
  }

  /** What a group says to a token. */
  #fields(token: string, { groups, meant, own, common }: ConvertedToken, group: ConventionalGroup): CrawlField[] {
    const { effect } = meant.ruleFor('/')
    const empty = effect === 'allow' ? (this.#empty.get(group) ?? null) : null
    const isStated = groups.some(({ rules }) => rules.some((rule) => rule.pattern === '/' && rule.effect === effect))
    const isFirst = group === groups[0]
    // C1: a crawler's own group stands for all others, and an ACAP record only where one of its fields matches (L1). So
    // it says what holds where no rule matches. An empty Disallow says the same explicitly.
    const isNeeded = isFirst && (token !== '*' || effect === 'disallow') && !isStated
    const base = empty !== null || isNeeded ? [{ effect, pattern: '/', rule: empty }] : []
    const fields = [...base, ...own.get(group)!, ...(isFirst ? common : [])]
    return [...new Map(fields.map((field) => [`${field.effect} ${field.pattern}`, field])).values()]
  }
}

/** The field of a rule that decides inside its pattern. */
function decidingField(rule: ConventionalRule, version: ReturnType<typeof versionOf>, meant: MeantRules): CrawlField[] {
  const pattern = patternOf(rule, version)
  if (pattern === null || meant.ruleFor(pattern).effect !== rule.effect) return []
  return [{ effect: rule.effect, pattern, rule }]
}

function commonField({ effect, pattern, fields }: MeantRule, groups: readonly ConventionalGroup[]): CrawlField {
  const lines = fields.map(({ line }) => line)
  const rule = groups.flatMap(({ rules }) => rules).find(({ origin }) => lines.includes(origin.line)) ?? null
  return { effect, pattern, rule }
}

type EmptyRule = NonNullable<CrawlField['rule']>

/** The empty Disallow of each group that has one. The groups of the robots.txt are the policy's first. */
function emptyRules({ groups }: Policy, tree: Tree): ReadonlyMap<ConventionalGroup, EmptyRule> {
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
