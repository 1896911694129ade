/**
 * `[categories.NAME]` of site.toml and the crawlers that are known → what it means and what is served for it (I6): a group
 * that names the category's crawlers and tokens and repeats the rules for `*`, and a record for what groups cannot say.
 */
import type { KnownCrawler } from '../bundle/program.ts'
import { foldCase } from '../grammar/path-form.ts'
import { boundFields, tokenGroups } from '../language/policy/chosen-groups.ts'
import type { AcapRecord, ConventionalGroup, Origin, PermissionField, Policy } from '../language/policy/policy.ts'
import { formatLine } from '../language/text/format.ts'
import { fieldValue, type Tree } from '../language/text/tree.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import { POLICY_TOKENS } from '../vocabulary/policy-tokens.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { exceptionRecord } from './category-exceptions.ts'
import { type CategoryNames, isToken, namesOfCategory } from './category-names.ts'
import { prohibitionsOf } from './prohibitions.ts'
import { boundPurposes, type Purposes, purposeLines } from './purposes.ts'
import { added, authorLine, type ServedLine } from './served-line.ts'
import { ruleValue, tokenReading } from './token-reading.ts'

/** What categories add to a policy, and to the file that is served for it. */
export interface CategoryAdditions {
  readonly groups: readonly ConventionalGroup[]
  readonly records: readonly AcapRecord[]
  readonly groupLines: readonly (readonly ServedLine[])[]
  readonly recordLines: readonly (readonly ServedLine[])[]
  /** Which key of site.toml each prohibition is of, by its number less one. */
  readonly keys: readonly CategoryKey[]
}

/** `[categories.CATEGORY] USAGE = false`. */
export interface CategoryKey {
  readonly category: Category
  readonly usage: Usage
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
  const keys: CategoryKey[] = []
  const numbered = parts.map((part) => part((key) => keys.push(key)))
  return {
    groups: numbered.flatMap(({ groups }) => groups),
    records: numbered.flatMap(({ records }) => records),
    groupLines: numbered.flatMap(({ groupLines }) => groupLines),
    recordLines: numbered.flatMap(({ recordLines }) => recordLines),
    keys,
  }
}

/** Gives a prohibition its number. */
type Numbering = (key: CategoryKey) => number

/** One category. */
class CategoryPart {
  readonly #policy: Policy
  readonly #tree: Tree
  readonly #category: Category
  readonly #prohibited: readonly Usage[]
  readonly #names: readonly string[]
  readonly #exceptions: CategoryNames['exceptions']

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
    const { names, exceptions } = namesOfCategory(policy, crawlers, category)
    this.#names = names
    this.#exceptions = exceptions
  }

  additions(signals: readonly ServedLine[]): (next: Numbering) => Omit<CategoryAdditions, 'keys'> {
    return (next) => {
      if (this.#names.length === 0) return { groups: [], records: [], groupLines: [], recordLines: [] }
      const groups = this.#prohibited.includes('crawl')
        ? [...this.#group(signals, next), ...this.#exceptionGroup(signals)]
        : []
      const records = [...this.#record(next), ...this.#exceptionRecord(next)]
      return {
        groups: groups.map(([group]) => group),
        groupLines: groups.map(([, lines]) => lines),
        records: records.map(([record]) => record),
        recordLines: records.map(([, lines]) => lines),
      }
    }
  }

  #group(signals: readonly ServedLine[], next: Numbering): (readonly [ConventionalGroup, readonly ServedLine[]])[] {
    const tokens = this.#names.filter(isToken)
    if (tokens.length === 0) return []
    const origin = this.#origin('crawl', next)
    const any = this.#anyGroups()
    const rules = any.flatMap((group) => group.rules).filter(({ effect }) => effect === 'disallow')
    const settings = settingsOf(any, tokens.length).filter(({ value }) => value.kind !== 'robot-version')
    const group = {
      tokens,
      phrases: new Map(),
      scope: null,
      file: 'robots.txt',
      rules: [...rules, { effect: 'disallow' as const, pattern: '/', raw: '/', origin }],
      settings,
    }
    const isRepeated = (name: string | undefined) => name !== 'Allow' && name !== 'Robot-version'
    const lines = [
      ...this.#nameLines(tokens, 'User-agent'),
      ...signals,
      ...this.#anyLines(isRepeated),
      ...prohibitionLines('Disallow: /', origin),
    ]
    return [[group, lines]]
  }

  /** Crawlers of other categories whose names hold a name of this one: they keep the rules for `*`. */
  #exceptionGroup(signals: readonly ServedLine[]): (readonly [ConventionalGroup, readonly ServedLine[]])[] {
    const tokens = [...this.#exceptions].filter(([, isOpen]) => isOpen('crawl')).map(([name]) => name)
    if (tokens.length === 0) return []
    const any = this.#anyGroups()
    const group = {
      tokens,
      phrases: new Map(),
      scope: null,
      file: 'robots.txt',
      rules: any.flatMap(({ rules }) => rules),
      settings: settingsOf(any, tokens.length),
    }
    const lines = [...this.#anyLines(() => true), ...this.#routeLines(any)]
    const open = lines.some(({ text }) => /^(?:Allow|Disallow):/.test(text)) ? [] : [added('Disallow:')]
    return [[group, [...this.#nameLines(tokens, 'User-agent'), ...signals, ...lines, ...open]]]
  }

  /** What groups cannot say: other usages, names that are no tokens, and the crawl beside other records (C2). */
  #record(next: Numbering): (readonly [AcapRecord, readonly ServedLine[]])[] {
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
        const fields = usages.map((usage) => this.#field(usage, next))
        // L1: what `*` permits to a purpose would come before.
        const subRecords = permittedPurposes(records).map((purposes) => ({
          purposes,
          fields: usages.map((usage) => this.#field(usage, next)),
        }))
        const lines = subRecords.flatMap((sub) => [...purposeLines(sub.purposes), ...sub.fields.flatMap(fieldLines)])
        return [
          { names, scope: null, fields, subRecords, actions: [] },
          [...this.#nameLines(names, 'ACAP-crawler'), ...fields.flatMap(fieldLines), ...lines],
        ] as const
      })
  }

  /** The same exceptions where a record closes the category: fields for `*`, and what holds without them. */
  #exceptionRecord(next: Numbering): (readonly [AcapRecord, readonly ServedLine[]])[] {
    const { records, ignoresConventional, version } = this.#policy
    const isBeside = records.length > 0 || ignoresConventional
    const usages = this.#prohibited.filter((usage) => usage !== 'crawl' || isBeside)
    if (version.reading === 'none') return []
    const byUsages = new Map<string, { names: string[]; open: readonly Usage[] }>()
    for (const [name, isOpen] of this.#exceptions) {
      const open = usages.filter(isOpen)
      const alike = byUsages.get(open.join()) ?? { names: [], open }
      alike.names.push(name)
      if (open.length > 0) byUsages.set(open.join(), alike)
    }
    return [...byUsages.values()].map(({ names, open }) => {
      const origin = { ...this.#origin(open[0]!, next), text: `[categories.${this.#category}] is not about them` }
      const [record, lines] = exceptionRecord(this.#policy, names, open, origin)
      return [record, [...this.#nameLines(names, 'ACAP-crawler'), ...lines]] as const
    })
  }

  #field(usage: Usage, next: Numbering): PermissionField {
    const origin = this.#origin(usage, next)
    return { effect: 'disallow', usage, patterns: ['/'], qualifiers: [], uninterpretable: false, origin }
  }

  #origin(usage: Usage, next: Numbering): Origin {
    const key = { category: this.#category, usage }
    return { source: CATEGORY_SOURCE, line: next(key), text: `[categories.${key.category}] ${usage} = false` }
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

function fieldLines({ usage, origin }: PermissionField): readonly ServedLine[] {
  return prohibitionLines(`ACAP-disallow-${usage}: /`, origin)
}

/** A prohibition, below the key that says it: decisions give the key as their text. */
function prohibitionLines(text: string, { text: key, line }: Origin): readonly ServedLine[] {
  return [added(`# ${key}`), { ...added(text), category: line }]
}

/** The purposes to which records for `*` permit anything. */
function permittedPurposes(records: readonly AcapRecord[]): readonly Purposes[] {
  return boundPurposes(
    records.filter(({ names }) => names.includes('*')),
    ({ effect }) => effect === 'allow',
  )
}

function settingsOf(groups: readonly ConventionalGroup[], reach: number): ConventionalGroup['settings'] {
  return groups.flatMap(({ tokens, settings }) =>
    settings
      .filter((setting) => tokens.slice(0, setting.reach).includes('*'))
      .map((setting) => ({ ...setting, reach })),
  )
}
