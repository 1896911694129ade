/**
 * The settings of a conventional group → what they say to each of its tokens (R4): version, windows and rates of the 1996
 * standard (X1-X4) and App-Directives (A2). Tokens to which the same settings bind share it.
 */
import type { GroupProgram } from '../bundle/program.ts'
import type { ConventionalGroup, ConventionalSetting, SettingValue } from '../language/policy/policy.ts'
import type { RuleTable } from './rule-table.ts'

type Values = Pick<GroupProgram, 'visits' | 'rates' | 'comments' | 'directives'>

/** What settings say, in file order. */
export interface Said extends Values {
  /** Equal where the same settings say it. */
  readonly id: number
  /** X1: that of the first `Robot-version`; null without one. */
  readonly version: Extract<SettingValue, { kind: 'robot-version' }>['reading'] | null
}

const NOTHING: Said = { id: 0, version: null, visits: [], rates: [], comments: [], directives: [] }

/** The settings of one site's groups. */
export class GroupSettings {
  readonly #byKey = new Map<string, Said>()
  readonly #rules: RuleTable

  constructor(rules: RuleTable) {
    this.#rules = rules
  }

  /**
   * By token: what binds to it. To a token bind all settings but those before it, so what is said to the last tokens is
   * read first, and each setting once. Linear but for the lists: each token with settings of its own has its own.
   */
  byToken({ tokens, settings }: ConventionalGroup): readonly Said[] {
    const all: Said[] = []
    let said = NOTHING
    let end = settings.length
    for (let place = tokens.length - 1; place >= 0; place--) {
      let start = end
      while (start > 0 && settings[start - 1]!.reach > place) start--
      if (start < end) said = this.#before(settings.slice(start, end), said)
      end = start
      all.push(said)
    }
    return all.reverse()
  }

  #before(settings: readonly ConventionalSetting[], rest: Said): Said {
    const key = `${settings.map(({ origin }) => `${origin.source}:${origin.line}`).join()};${rest.id}`
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const said = { ...joined([this.#read(settings), rest]), id: this.#byKey.size + 1 }
    this.#byKey.set(key, said)
    return said
  }

  #read(settings: readonly ConventionalSetting[]): Said {
    const values = { visits: [], rates: [], comments: [], directives: [] } as {
      [Kind in keyof Values]: Values[Kind][number][]
    }
    let version: Said['version'] = null
    for (const { value, origin } of settings) {
      if (value.kind === 'robot-version') version ??= value.reading
      else if (value.kind === 'visit-time')
        values.visits.push({ rule: this.#rules.addPlace(origin), windows: value.windows })
      else if (value.kind === 'request-rate') {
        values.rates.push({ rule: this.#rules.addPlace(origin), seconds: value.seconds, window: value.window })
      } else if (value.kind === 'comment') values.comments.push(value.text)
      else values.directives.push({ path: value.path, pattern: value.pattern, applications: value.applications })
    }
    return { ...NOTHING, ...values, version }
  }
}

/** What settings say, and then others, and so on. */
export function joined(all: readonly Said[]): Omit<Said, 'id'> {
  return {
    version: all.find(({ version }) => version !== null)?.version ?? null,
    visits: concat(all.map(({ visits }) => visits)),
    rates: slowest(concat(all.map(({ rates }) => rates))),
    comments: concat(all.map(({ comments }) => comments)),
    directives: concat(all.map(({ directives }) => directives)),
  }
}

/** One list of all; the list itself where the others are empty. */
function concat<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const filled = lists.filter(({ length }) => length > 0)
  return filled.length === 1 ? filled[0]! : ([] as T[]).concat(...filled)
}

/** X3: the lowest of each window, and the first of several; no other ever applies. */
function slowest(rates: Values['rates']): Values['rates'] {
  if (rates.length < 2) return rates
  const windowOf = ({ window }: Values['rates'][number]) => (window === null ? '' : `${window.from}-${window.to}`)
  const lowest = new Map<string, Values['rates'][number]>()
  for (const rate of rates) {
    if (rate.seconds > (lowest.get(windowOf(rate))?.seconds ?? 0)) lowest.set(windowOf(rate), rate)
  }
  return rates.filter((rate) => lowest.get(windowOf(rate)) === rate)
}
