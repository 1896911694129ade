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
import type { Effect } from '../vocabulary/decision-words.ts'
import { type DecideCrawl, UNNAMED } from './crawl-decisions.ts'
import { globsOf } from './glob-words.ts'
import { commonPatterns, inside } from './points.ts'
import { patternOf } from './wording.ts'

/** A crawl field, before it is text. */
export interface CrawlField {
  readonly effect: Effect
  readonly pattern: string
  /** The rule that it comes from; null where it comes from how groups are read. */
  readonly rule: Pick<ConventionalRule, 'pattern' | 'raw' | 'origin'> | null
}

/** A record: the names that share a group and what it says to them. */
export interface CrawlRecord {
  readonly names: readonly string[]
  readonly fields: readonly CrawlField[]
}

/** The records of a site, while they are refined. */
export class AcapRecords {
  readonly #policy: Policy
  readonly #expected: DecideCrawl
  /** The groups of each token that is converted, in their order. */
  readonly #groups = new Map<string, ConventionalGroup[]>()
  /** The names that stand for a token, where these are several words (C1). */
  readonly #names: ReadonlyMap<string, readonly string[]>
  /** Fields for paths on which two rules meet. */
  readonly #common = new Map<string, CrawlField[]>()
  readonly #empty: ReadonlyMap<ConventionalGroup, EmptyRule>

  constructor(policy: Policy, tree: Tree, expected: DecideCrawl) {
    this.#policy = policy
    this.#expected = expected
    this.#empty = emptyRules(policy, tree)
    this.#names = namesInWords(policy)
    for (const token of tokensToConvert(policy, this.#names)) {
      const own = policy.groups.filter(({ scope, tokens }) => scope === null && tokens.includes(token))
      if (own.length > 0 && versionOf(own, token) !== 'experimental') this.#groups.set(token, own)
    }
  }

  /** The records, in the order of the groups. */
  records(): CrawlRecord[] {
    return this.#policy.groups.flatMap((group) => {
      const shared = new Map<string, { names: string[]; fields: readonly CrawlField[] }>()
      for (const token of group.tokens) {
        const fields = this.#fields(token, group)
        if (fields.length === 0) continue
        // R7: `*` addresses everybody, no matter what stands beside it.
        const key = JSON.stringify([token === '*', fields.map(({ effect, pattern }) => [effect, pattern])])
        const known = shared.get(key)
        const names = this.#names.get(token) ?? [token]
        if (known === undefined) shared.set(key, { names: [...names], fields })
        else known.names.push(...names)
      }
      return [...shared.values()]
    })
  }

  /** Rules that ACAP cannot express: globs of the 1996 standard. */
  inexpressible(): ConventionalRule[] {
    return [...new Set([...this.#groups].flatMap(([token, groups]) => globsOf(groups, token)))]
  }

  /** Adds fields where two rules meet and `actual` decides otherwise than expected; false where there are none to add. */
  refine(actual: DecideCrawl): boolean {
    const before = [...this.#common.values()].flat().length
    for (const token of this.#groups.keys()) {
      const own = this.#common.get(token) ?? []
      const tried = new Set(own.map(({ pattern }) => pattern))
      const [open, shut] = [this.#patternsOf(token, 'allow'), this.#patternsOf(token, 'disallow')]
      for (const pattern of commonPatterns(open, shut, 'exact')) {
        if (tried.has(pattern) || this.#agree(actual, token, pattern)) continue
        own.push(this.#asMeant(token, pattern))
      }
      this.#common.set(token, own)
    }
    return [...this.#common.values()].flat().length > before
  }

  /** Takes back what did not help. */
  settle(actual: DecideCrawl): void {
    for (const [token, own] of this.#common) {
      this.#common.set(
        token,
        own.filter(({ pattern }) => this.#agree(actual, token, pattern)),
      )
    }
  }

  #agentOf(token: string): string {
    return token === '*' ? UNNAMED : (this.#names.get(token)?.[0] ?? token)
  }

  #agree(actual: DecideCrawl, token: string, pattern: string): boolean {
    const [agent, target] = [this.#agentOf(token), inside(pattern)]
    return isShut(this.#expected, agent, target) === isShut(actual, agent, target)
  }

  #asMeant(token: string, pattern: string): CrawlField {
    const { outcome, fields } = this.#expected(this.#agentOf(token), inside(pattern))
    const lines = fields.map(({ line }) => line)
    const rules = this.#groups.get(token)!.flatMap((group) => group.rules)
    const rule = rules.find(({ origin }) => lines.includes(origin.line)) ?? null
    return { effect: outcome === 'prohibited' ? 'disallow' : 'allow', pattern, rule }
  }

  /** What a group says to a token. */
  #fields(token: string, group: ConventionalGroup): readonly CrawlField[] {
    const groups = this.#groups.get(token)
    if (groups === undefined || !groups.includes(group)) return []
    const own = this.#expressible(token, group.rules)
    const common = group === groups[0] ? (this.#common.get(token) ?? []) : []
    return unique([...this.#base(token, group, groups), ...own, ...common])
  }

  /**
   * What holds where no rule matches. C1: a crawler's own group stands for all others, and an ACAP record only where one
   * of its fields matches (L1). An empty Disallow says the same explicitly.
   */
  #base(token: string, group: ConventionalGroup, groups: readonly ConventionalGroup[]): CrawlField[] {
    const effect = isShut(this.#expected, this.#agentOf(token), inside('/')) ? 'disallow' : 'allow'
    const empty = effect === 'allow' ? (this.#empty.get(group) ?? null) : null
    const isStated = groups.some(({ rules }) => rules.some((rule) => rule.pattern === '/' && rule.effect === effect))
    const isNeeded = group === groups[0] && (token !== '*' || effect === 'disallow') && !isStated
    return empty !== null || isNeeded ? [{ effect, pattern: '/', rule: empty }] : []
  }

  /** The rules that decide anywhere: of an Allow and a Disallow with one pattern only the Allow does (C1). */
  #expressible(token: string, rules: readonly ConventionalRule[]): CrawlField[] {
    const version = versionOf(this.#groups.get(token)!, token) === 'extended' ? 'extended' : 'conventional'
    return rules.flatMap((rule) => {
      const pattern = patternOf(rule, version)
      if (pattern === null) return []
      const isShutThere = isShut(this.#expected, this.#agentOf(token), inside(pattern))
      return isShutThere === (rule.effect === 'disallow') ? [{ effect: rule.effect, pattern, rule }] : []
    })
  }

  #patternsOf(token: string, effect: Effect): readonly string[] {
    const fields = [
      ...this.#groups.get(token)!.flatMap((group) => this.#expressible(token, group.rules)),
      ...(this.#common.get(token) ?? []),
    ]
    return [...new Set(fields.filter((field) => field.effect === effect).map(({ pattern }) => pattern))]
  }
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
function namesInWords(policy: Policy): ReadonlyMap<string, readonly string[]> {
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

function isShut(ask: DecideCrawl, agent: string, target: string): boolean {
  return ask(agent, target).outcome === 'prohibited'
}

function unique(fields: readonly CrawlField[]): readonly CrawlField[] {
  return [...new Map(fields.map((field) => [`${field.effect} ${field.pattern}`, field])).values()]
}
