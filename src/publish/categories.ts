/**
 * `[categories.NAME]` of site.toml and the crawlers that are known → what it means and what is served for it (I6): a group
 * that names the category's crawlers and tokens and repeats the rules for `*`, and a record for what groups cannot say.
 */
import type { KnownCrawler } from '../bundle/program.ts'
import { matchesUserAgent, productToken } from '../grammar/name-token.ts'
import { foldCase } from '../grammar/path-form.ts'
import { boundFields, tokenGroups } from '../language/policy/chosen-groups.ts'
import type { AcapRecord, ConventionalGroup, Origin, PermissionField, Policy } from '../language/policy/policy.ts'
import { formatLine } from '../language/text/format.ts'
import { fieldValue, type Tree } from '../language/text/tree.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import { POLICY_TOKENS } from '../vocabulary/policy-tokens.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { prohibitionsOf } from './prohibitions.ts'
import { added, authorLine, type ServedLine } from './served-line.ts'
import { ruleValue, tokenReading } from './token-reading.ts'

/** What categories add to a policy, and to the file that is served for it. */
export interface CategoryAdditions {
  readonly groups: readonly ConventionalGroup[]
  readonly records: readonly AcapRecord[]
  readonly groupLines: readonly (readonly ServedLine[])[]
  readonly recordLines: readonly (readonly ServedLine[])[]
}

/** The source of what site.toml says of categories; its lines are numbers of prohibitions, from 1. */
export const CATEGORY_SOURCE = 'site.toml'

/** `signals`: the lines of the site's signals, which stand in every group. */
export function categoryAdditions(
  policy: Policy,
  tree: Tree,
  crawlers: readonly KnownCrawler[],
  signals: readonly ServedLine[],
): CategoryAdditions {
  const parts = Object.entries(policy.config.categories).map(([category, prohibited]) =>
    new CategoryPart(policy, tree, crawlers, category as Category, prohibited).additions(signals),
  )
  let number = 0
  const numbered = parts.map((part) => part(() => ++number))
  return {
    groups: numbered.flatMap(({ groups }) => groups),
    records: numbered.flatMap(({ records }) => records),
    groupLines: numbered.flatMap(({ groupLines }) => groupLines),
    recordLines: numbered.flatMap(({ recordLines }) => recordLines),
  }
}

/** One category. */
class CategoryPart {
  readonly #policy: Policy
  readonly #tree: Tree
  readonly #category: Category
  readonly #prohibited: readonly Usage[]
  /** Names in lower case: those of the category, and known ones beside it that would else count as theirs (I1). */
  readonly #names: readonly string[]
  readonly #exceptions: readonly string[]

  constructor(
    policy: Policy,
    tree: Tree,
    crawlers: readonly KnownCrawler[],
    category: Category,
    prohibited: readonly Usage[],
  ) {
    this.#policy = policy
    this.#tree = tree
    this.#category = category
    this.#prohibited = prohibited
    const known = categoriesOf(policy, crawlers)
    const own = ownNames(policy)
    const free = [...known.keys()].filter((name) => !own.some((each) => matchesUserAgent(each, name)))
    this.#names = free.filter((name) => known.get(name) === category)
    this.#exceptions = free.filter(
      (name) =>
        known.get(name) !== category && isToken(name) && this.#names.some((each) => matchesUserAgent(each, name)),
    )
  }

  additions(signals: readonly ServedLine[]): (next: () => number) => CategoryAdditions {
    return (next) => {
      if (this.#names.length === 0) return { groups: [], records: [], groupLines: [], recordLines: [] }
      const groups = this.#prohibited.includes('crawl')
        ? [...this.#group(signals, next), ...this.#exceptionGroup(signals)]
        : []
      const records = this.#record(next)
      return {
        groups: groups.map(([group]) => group),
        groupLines: groups.map(([, lines]) => lines),
        records: records.map(([record]) => record),
        recordLines: records.map(([, lines]) => lines),
      }
    }
  }

  #group(signals: readonly ServedLine[], next: () => number): (readonly [ConventionalGroup, readonly ServedLine[]])[] {
    const tokens = this.#names.filter(isToken)
    if (tokens.length === 0) return []
    const number = next()
    const origin = this.#origin('crawl', number)
    const any = this.#anyGroups()
    const rules = any.flatMap((group) => group.rules).filter(({ effect }) => effect === 'disallow')
    const settings = settingsOf(any, tokens.length).filter(({ value }) => value.kind !== 'robot-version')
    const group = {
      tokens,
      phrases: new Map(),
      scope: null,
      rules: [...rules, { effect: 'disallow' as const, pattern: '/', raw: '/', origin }],
      settings,
    }
    const isRepeated = (name: string | undefined) => name !== 'Allow' && name !== 'Robot-version'
    const lines = [
      added(`# ${this.#category}: crawl = false in site.toml`),
      ...this.#nameLines(tokens, 'User-agent'),
      ...signals,
      ...this.#anyLines(isRepeated),
      { ...added('Disallow: /'), category: number },
    ]
    return [[group, lines]]
  }

  /** Crawlers of other categories whose names hold a name of this one: they keep the rules for `*`. */
  #exceptionGroup(signals: readonly ServedLine[]): (readonly [ConventionalGroup, readonly ServedLine[]])[] {
    const tokens = this.#exceptions
    if (tokens.length === 0) return []
    const any = this.#anyGroups()
    const group = {
      tokens,
      phrases: new Map(),
      scope: null,
      rules: any.flatMap(({ rules }) => rules),
      settings: settingsOf(any, tokens.length),
    }
    const lines = [...this.#anyLines(() => true), ...this.#routeLines(any)]
    const open = lines.some(({ text }) => /^(?:Allow|Disallow):/.test(text)) ? [] : [added('Disallow:')]
    return [[group, [...this.#nameLines(tokens, 'User-agent'), ...signals, ...lines, ...open]]]
  }

  /** What groups cannot say: other usages, names that are no tokens, and the crawl beside other records (C2). */
  #record(next: () => number): (readonly [AcapRecord, readonly ServedLine[]])[] {
    const { version, records, ignoresConventional } = this.#policy
    if (version.reading === 'none') return []
    const others = this.#prohibited.filter((usage) => usage !== 'crawl')
    const isBeside = records.length > 0 || ignoresConventional
    const closes = this.#prohibited.includes('crawl')
    const odd = closes && !isBeside ? this.#names.filter((name) => !isToken(name)) : this.#names
    const parts = [
      { names: this.#names, usages: [...(closes && isBeside ? (['crawl'] as const) : []), ...others] },
      { names: odd, usages: closes && !isBeside ? (['crawl'] as const) : [] },
    ]
    return parts
      .filter(({ names, usages }) => names.length > 0 && usages.length > 0)
      .map(({ names, usages }) => {
        const fields = usages.map((usage) => this.#field(usage, next()))
        const lines = fields.map(({ usage, origin }) => ({
          ...added(`ACAP-disallow-${usage}: /`),
          category: origin.line,
        }))
        return [
          { names, scope: null, fields, subRecords: [], actions: [] },
          [...this.#nameLines(names, 'ACAP-crawler'), ...lines],
        ] as const
      })
  }

  #field(usage: Usage, number: number): PermissionField {
    const origin = this.#origin(usage, number)
    return { effect: 'disallow', usage, patterns: ['/'], qualifiers: [], uninterpretable: false, origin }
  }

  #origin(usage: Usage, number: number): Origin {
    return { source: CATEGORY_SOURCE, line: number, text: `[categories.${this.#category}] ${usage} = false` }
  }

  #nameLines(names: readonly string[], field: string): ServedLine[] {
    const written = new Map(POLICY_TOKENS.map(({ token }) => [foldCase(token), token]))
    return names.map((name) => added(`${field}: ${written.get(name) ?? name}`))
  }

  #anyGroups(): readonly ConventionalGroup[] {
    return this.#policy.groups.filter(({ tokens, scope }) => scope === null && tokens.includes('*'))
  }

  /** E5: what routes prohibit to everybody, as the rules for `*` are read. */
  #routeLines(any: readonly ConventionalGroup[]): ServedLine[] {
    const reading = tokenReading(any, ['*'])
    return prohibitionsOf(this.#policy)
      .filter(({ name, purposes }) => name === null && purposes.length === 0 && !reading.allowsOnly)
      .map(({ pattern, routes }) => added(`Disallow: ${ruleValue(pattern, reading)}`, routes))
  }

  /** The author's lines for `*`. */
  #anyLines(isWanted: (name: string | undefined) => boolean): ServedLine[] {
    return boundFields(tokenGroups(this.#tree), ['*'])
      .filter(
        (line) => isWanted(line.field?.name) && !(line.field?.owner === 'rule' && fieldValue(this.#tree, line) === ''),
      )
      .map((line) => authorLine(formatLine(this.#tree, line), line.number))
  }
}

/** The category of each name that is known: by its profile, by the registry, by the table of tokens. */
function categoriesOf({ config }: Policy, crawlers: readonly KnownCrawler[]): ReadonlyMap<string, Category> {
  return new Map([
    ...POLICY_TOKENS.map(({ token, category }) => [foldCase(token), category] as const),
    ...crawlers.map(({ name, category }) => [name, category] as const),
    ...Object.entries(config.crawlers).flatMap(([name, { category }]) =>
      category === null ? [] : [[name, category] as const],
    ),
  ])
}

/** The names that groups and records of the author address; `*` is none. */
function ownNames({ groups, records }: Policy): readonly string[] {
  const names = [...groups.flatMap(({ tokens }) => tokens), ...records.flatMap((record) => record.names)]
  return [...new Set(names)].filter((name) => name !== '*')
}

function settingsOf(groups: readonly ConventionalGroup[], reach: number): ConventionalGroup['settings'] {
  return groups.flatMap(({ tokens, settings }) =>
    settings
      .filter((setting) => tokens.slice(0, setting.reach).includes('*'))
      .map((setting) => ({ ...setting, reach })),
  )
}

function isToken(name: string): boolean {
  return productToken(name) === name
}
