/**
 * A parsed robots.txt for a crawler that knows RFC 9309 but not ACAP (C1, C3, X1 to X3). Memory per
 * file is small, because crawlers hold many. Never throws, for any file.
 */
import type { SettingValue } from '../../language/policy/policy.ts'
import { leadingNames } from '../leading-names.ts'
import { slowestAt, waitFor } from '../visits.ts'
import { OwnNames } from './own-names.ts'
import { exact, type Group, type Name, readFile } from './read-groups.ts'
import {
  mergedRules,
  RuleSet,
  readExtendedRule,
  readRule,
  sortedRules,
  type WrittenRule,
} from './rule-set.ts'

type SettingOf<Kind extends SettingValue['kind']> = Extract<SettingValue, { kind: Kind }>

/** What a crawler obeys under one of its names. */
interface Obeyed {
  readonly rules: RuleSet
  readonly settings: readonly SettingValue[]
}

/** The groups of a token (C1), read by their version. */
interface TokenGroups {
  readonly groups: readonly Group[]
  readonly settings: readonly SettingValue[]
  readonly version: SettingOf<'robot-version'>['reading']
}

/** How many crawlers are cached per file. */
const MOST_KEPT = 64

export class RepFile {
  readonly sitemaps: readonly string[]
  readonly #groups: readonly Group[]
  #last: string | null = null
  #lastObeyed: readonly Obeyed[] = []
  #kept: Map<string, readonly Obeyed[]> | null = null
  /** Rule sets, by the groups that they are made from. */
  #ruleSets: readonly (readonly [groups: readonly Group[], rules: RuleSet])[] = []

  constructor(text: string) {
    const { groups, sitemaps } = readFile(text)
    this.#groups = groups
    this.sitemaps = sitemaps
  }

  /** Whether a crawler may fetch a target, a path with its query, at an instant. */
  permits(userAgent: string, target: string, now: number): boolean {
    return this.#obeyedBy(userAgent).every(
      ({ rules, settings }) =>
        rules.permits(target) && (settings.length === 0 || waitFor(windowsOf(settings), now) === 0),
    )
  }

  /** Seconds between two documents at an instant; null if the file states none. */
  delay(userAgent: string, now: number): number | null {
    const rates = this.#obeyedBy(userAgent).flatMap(({ settings }) => {
      const own = settings.filter((each) => each.kind === 'request-rate')
      return slowestAt(own, now)?.seconds ?? []
    })
    return rates.length === 0 ? null : Math.max(...rates)
  }

  /** One entry for each leading name (I2). */
  #obeyedBy(userAgent: string): readonly Obeyed[] {
    if (userAgent === this.#last) return this.#lastObeyed
    const known = this.#kept?.get(userAgent)
    const obeyed = known ?? this.#choose(new OwnNames(userAgent))
    if (this.#last !== null && known === undefined) {
      if (this.#kept === null || this.#kept.size >= MOST_KEPT) this.#kept = new Map()
      this.#kept.set(userAgent, obeyed)
    }
    this.#last = userAgent
    this.#lastObeyed = obeyed
    return obeyed
  }

  #choose(own: OwnNames): readonly Obeyed[] {
    const isNamed = ({ token, row }: Name) =>
      own.has(token, row === null || this.#hasAlone(token) ? null : row)
    const matched = new Set(this.#groups.flatMap(({ names }) => names.filter(isNamed).map(tokenOf)))
    matched.delete('*')
    const leads = leadingNames([...matched])
    return (leads.length === 0 ? ['*'] : leads).map((lead) => {
      const chain = [...matched].filter((token) => lead.includes(token))
      return this.#obey(chain)
    })
  }

  #hasAlone(token: string): boolean {
    return this.#groups.some(({ names }) =>
      names.some((name) => name.row === null && name.token === token),
    )
  }

  /** The longest names with groups, else `*`. Names of one length merge (C1). */
  #obey(chain: readonly string[]): Obeyed {
    const lengths = [...new Set(chain.map(({ length }) => length))].sort((a, b) => b - a)
    const steps = lengths.map((length) => chain.filter((token) => token.length === length))
    for (const tokens of [...steps, ['*']]) {
      const found = tokens
        .map((token) => this.#groupsOf(token))
        .filter(({ groups, version }) => groups.length > 0 && version !== 'experimental')
      if (found.length > 0)
        return {
          rules: this.#rulesOf(found),
          settings: exact(found.flatMap(({ settings }) => settings)),
        }
    }
    return { rules: this.#rulesOf([]), settings: [] }
  }

  #groupsOf(token: string): TokenGroups {
    const groups: Group[] = []
    const settings: SettingValue[] = []
    for (const group of this.#groups) {
      const place = group.names.findIndex((name) => name.token === token)
      if (place < 0) continue
      groups.push(group)
      for (const { reach, value } of group.settings) if (reach > place) settings.push(value)
    }
    const version = settings.find((each) => each.kind === 'robot-version')?.reading
    return { groups, settings, version: version ?? 'conventional' }
  }

  /** Names with the same groups share a rule set. */
  #rulesOf(found: readonly TokenGroups[]): RuleSet {
    const groups = exact(found.flatMap((each) => each.groups))
    if (found.some(({ version }) => version === 'extended')) return extendedRules(found)
    const known = this.#ruleSets.find(
      ([other]) => other.length === groups.length && other.every((each, i) => each === groups[i]),
    )
    if (known !== undefined) return known[1]
    const [first] = groups
    const isOne = first !== undefined && groups.length === 1
    const set = new RuleSet(isOne ? first.rules : mergedRules(groups), true)
    this.#ruleSets = exact([...this.#ruleSets, [groups, set]])
    return set
  }
}

/** A group that has only Allow rules permits nothing else (X1). */
function extendedRules(found: readonly TokenGroups[]): RuleSet {
  const parts = found.map(({ groups, version }) => {
    return { isExtended: version === 'extended', written: groups.flatMap((each) => each.written) }
  })
  const rules = parts.flatMap(({ isExtended, written }) =>
    written.flatMap((each) => (isExtended ? readExtendedRule(each) : readRule(each)) ?? []),
  )
  const isAllow = (rule: WrittenRule) => rule.isAllow
  const allowsOnly = parts.some(
    ({ isExtended, written }) => isExtended && written.length > 0 && written.every(isAllow),
  )
  return new RuleSet(
    sortedRules(rules),
    !allowsOnly || !parts.every(({ written }) => written.every(isAllow)),
  )
}

function tokenOf({ token }: Name): string {
  return token
}

function windowsOf(settings: readonly SettingValue[]) {
  return settings.flatMap((each) => (each.kind === 'visit-time' ? each.windows : []))
}
