/** The text of `acap diff` → what it claims of crawlers, uses and addresses. */
import { USAGE_PHRASES, USAGES, type Usage } from '../../../src/words/usages.ts'

export interface ClaimedChange {
  readonly effect: 'opens' | 'loosens' | 'closes' | 'tightens' | 'terms'
  /** Names in lower case; `*` for any other crawler. */
  readonly crawlers: readonly string[]
  readonly usages: readonly Usage[]
  readonly path: string
}

export interface ClaimedSettings {
  readonly crawlers: readonly string[]
  /** Whether a rate is for some hours alone. */
  readonly hasHours: boolean
  /** Seconds between two pages, at any hour; null: no such rate. */
  readonly was: number | null
  readonly now: number | null
}

export interface DiffClaims {
  /** How many of each effect the first line counts. */
  readonly counts: ReadonlyMap<string, number>
  readonly changes: readonly ClaimedChange[]
  readonly settings: readonly ClaimedSettings[]
  readonly widest: string | null
  readonly isPartial: boolean
}

export function diffClaimsOf(text: string): DiffClaims {
  const [head = ''] = text.split('\n')
  const counts = new Map(
    Array.from(
      head.matchAll(/(\d+) (opens|loosens|closes|tightens|on other terms|with other settings)/g),
      ([, count, word]) => [word!, Number(count)] as const,
    ),
  )
  const changes = Array.from(
    text.matchAll(/^(opens|loosens|closes|tightens|terms) +(.*?): (.*)$/gm),
    ([, effect, who = '', what = '']): ClaimedChange => {
      const [, path = ''] = /(?:pages|letter case,) such as (\S+?),?(?: |$)/.exec(what) ?? []
      return {
        effect: effect as ClaimedChange['effect'],
        crawlers: namesOf(who),
        usages: usagesOf(what, path),
        path,
      }
    },
  )
  const settings = Array.from(
    text.matchAll(/^settings +(.*)\n +was (.*)\n +now (.*)$/gm),
    ([, who = '', was = '', now = '']) => ({
      crawlers: namesOf(who),
      hasHours: /one page [^;]*from /.test(`${was};${now}`),
      was: rateIn(was),
      now: rateIn(now),
    }),
  )
  return {
    counts,
    changes,
    settings,
    widest: /^The widest (?:opening|change): (.*)\.$/m.exec(text)?.[1] ?? null,
    isPartial: /too many patterns|more \(--json/.test(text),
  }
}

function namesOf(text: string): readonly string[] {
  return text
    .replace(/ and \d+ more$/, '')
    .split(', ')
    .map((name) =>
      /^any (?:other crawler|crawler not named in the policy)$/.test(name)
        ? '*'
        : name.toLowerCase(),
    )
}

/** The rate without hours: `one page every 10 seconds`. */
function rateIn(text: string): number | null {
  const [, all = ''] = /one page ([^;]*)/.exec(text) ?? []
  const always = all.split(', ').find((each) => /^every (?:[\d.]+ )?seconds?$/.test(each))
  return always === undefined ? null : Number.parseFloat(always.slice(6)) || 1
}

function usagesOf(text: string, path: string): readonly Usage[] {
  const objects = text.replace(
    /(?:pages|addresses in other letter case,) such as \S+?(?=,? |,?$)(?: at another address than their own)?/,
    '…',
  )
  const [whole, except = ''] = objects.split(', except to ')
  const excepted = phrasesIn(except)
  if (/^everything/.test(whole!)) return USAGES.filter((usage) => !excepted.includes(usage))
  const found = phrasesIn(whole!)
  if (found.length === 0) throw new Error(`no use in: ${text} (${path})`)
  return found
}

/** The longest phrases first: some hold others. */
function phrasesIn(text: string): readonly Usage[] {
  let left = text.replaceAll(/ it\b/g, ' …')
  const longest = [...USAGES].sort((a, b) => USAGE_PHRASES[b].length - USAGE_PHRASES[a].length)
  const named = longest.filter((usage) => {
    const without = left.replace(USAGE_PHRASES[usage], '')
    const isThere = without !== left
    left = without
    return isThere
  })
  // Anything of all forms stands for the forms.
  return USAGES.filter(
    (usage) => named.includes(usage) || (named.includes('present') && usage.startsWith('present')),
  )
}
