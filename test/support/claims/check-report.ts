/**
 * The text of `acap report` and `acap replay` → what each sentence claims, beside counts that were made without them: numbers,
 * names, and what was asked for although it is closed.
 */
import { identify } from '../../../src/registry.ts'

/** What is known of one crawler's requests. */
export interface CountedCrawler {
  readonly name: string
  /** Without those under its name that failed their check. */
  readonly requests: number
  readonly forged: number
  readonly verified: number
  readonly proven: number
  readonly unseen: number
  readonly onBehalf: boolean
  /** Whether it reads for a search engine, and its requests that were refused. */
  readonly isSearch?: boolean
  readonly refused?: number
}

export interface CountedLog {
  readonly total: number
  readonly readers: number
  /** Clock hours in which a request came. */
  readonly hours: number
  /** Octets that crawlers were sent, without forged requests. */
  readonly bytes: number
  readonly crawlers: readonly CountedCrawler[]
  /** Requests of crawlers from addresses that no client on the Internet has. */
  readonly proxied?: number
  /** Lines that are no request. */
  readonly unread?: number
  /** Logs with the same requests, and their part of the smaller. */
  readonly overlaps?: ReadonlyMap<string, number>
}

/** What refuses by its status alone. */
export const REFUSALS = [401, 402, 403, 429, 451]

export function searchOf(name: string, refused: number) {
  return { isSearch: identify(`${name}/1.0`).category === 'search', refused }
}

const COUNT = '([\\d,]+)'
const number = (text: string | undefined) => Number((text ?? '0').replaceAll(',', ''))

/** Finds the sentences that are not true; each kind that is read is counted. */
export function falseSentences(
  text: string,
  log: CountedLog,
): { readonly kinds: readonly string[]; readonly faults: readonly string[] } {
  const kinds: string[] = []
  const faults: string[] = []
  for (const line of text.split('\n').filter((each) => each !== '')) {
    for (const [kind, form, check] of SENTENCES) {
      const found = form.exec(line)
      if (found === null) continue
      kinds.push(kind)
      const fault = check(found, log)
      if (fault !== null) faults.push(`${line} — ${fault}`)
    }
  }
  return { kinds, faults }
}

type Sentence = readonly [
  kind: string,
  form: RegExp,
  check: (found: RegExpExecArray, log: CountedLog) => string | null,
]

const SENTENCES: readonly Sentence[] = [
  [
    'who came',
    new RegExp(
      `^From .* UTC, (?:${COUNT} crawlers? made ${COUNT} requests?|no crawler came)(?:, and ${COUNT} requests? came under forged names)?(?:(?:,|: together) (.*) of all requests)?\\.`,
    ),
    ([, names, requests, forged, share], { crawlers, total }) => {
      const came = crawlers.filter((each) => each.requests > 0)
      const own = sum(came, 'requests')
      const all = sum(crawlers, 'forged')
      return (
        differs('names', number(names), came.length) ??
        differs('requests', number(requests), own) ??
        differs('forged', number(forged), all) ??
        (share === undefined || isShare(share, (own + all) / total)
          ? null
          : `the share is ${(own + all) / total}`)
      )
    },
  ],
  [
    'who broke',
    new RegExp(
      `^(A client that calls itself )?(\\S+|A client that gives no name) made ${COUNT} requests?; (it|all|[\\d,]+) (was for a page|were for pages) that .*closes to it(.*)\\.`,
    ),
    ([, unproven, name, requests, what, , how], { crawlers }) => {
      const own = crawlers.find((each) => each.name === name?.toLowerCase())
      if (own === undefined)
        return name === 'A client that gives no name' ? null : 'nobody has that name'
      const broken = /no fetch of robots\.txt was seen/.test(how!) ? own.unseen : own.proven
      const claimed = what === 'all' || what === 'it' ? own.requests : number(what)
      return (
        differs('requests', number(requests), own.requests) ??
        differs('closed', claimed, broken) ??
        differs('unproven', unproven === undefined, own.verified === own.requests)
      )
    },
  ],
  [
    'nobody broke',
    /^No crawler( that acts for itself)? is known to have asked for pages/,
    ([, itself], { crawlers }) => {
      const broke = crawlers.filter(({ proven, unseen }) => proven + unseen > 0)
      return broke.some(({ onBehalf }) => itself === undefined || !onBehalf)
        ? `${broke[0]!.name} did`
        : null
    },
  ],
  [
    'proof',
    new RegExp(
      `^The name is verified for ${COUNT} requests?, forged for ${COUNT}, claimed for ${COUNT}, and not checked for ${COUNT}\\.`,
    ),
    ([, verified, forged, claimed, unchecked], { crawlers }) =>
      differs('verified', number(verified), sum(crawlers, 'verified')) ??
      differs('forged', number(forged), sum(crawlers, 'forged')) ??
      differs(
        'others',
        number(claimed) + number(unchecked),
        sum(crawlers, 'requests') - sum(crawlers, 'verified'),
      ),
  ],
  [
    'hours',
    new RegExp(`^The log has requests of ${COUNT} of ${COUNT} clock hours?\\.`),
    ([, covered], { hours }) => differs('hours', number(covered), hours),
  ],
  [
    'cost',
    /^Crawlers were sent ([\d.]+) (B|kB|MB|GB)/,
    ([, amount, unit], { bytes }) => {
      const size = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 }[unit as 'B' | 'kB' | 'MB' | 'GB']
      return Math.abs(Number(amount) * size - bytes) <= 0.051 * size ? null : `${bytes} octets`
    },
  ],
  [
    'forged',
    new RegExp(`^${COUNT} requests? under the name (\\S+) failed the check of that name\\.`),
    ([, forged, name], { crawlers }) =>
      differs(
        'forged',
        number(forged),
        crawlers.find((each) => each.name === name?.toLowerCase())?.forged,
      ),
  ],
  [
    'new name',
    new RegExp(`^(\\S+) is on no list of crawlers: ${COUNT} requests?\\.`),
    ([, name, requests], { crawlers }) =>
      differs(
        'requests',
        number(requests),
        crawlers.find((each) => each.name === name?.toLowerCase())?.requests,
      ),
  ],
  [
    'search refused',
    new RegExp(
      `^(A client that calls itself )?(\\S+) reads for a search engine, and (?:its only request|(all|${COUNT}) of its ${COUNT} requests?) (?:was|were) refused\\.(.*)$`,
    ),
    ([, , name, all, count, requests, rest], { crawlers }) => {
      const own = crawlers.find((each) => each.name === name?.toLowerCase())
      const of = requests === undefined ? 1 : number(requests)
      const refused = all === 'all' || requests === undefined ? of : number(count)
      const others = crawlers.filter((each) => each.isSearch && (each.refused ?? 0) > 0).length - 1
      const [, told] =
        new RegExp(`${COUNT} other search engines? had refusals, too`).exec(rest!) ?? []
      return (
        differs('refused', refused, own?.refused) ??
        differs('requests', of, own?.requests) ??
        (/other search engine/.test(rest!) ? differs('others', number(told), others) : null)
      )
    },
  ],
  [
    'no search engine',
    /^No search engine was (seen|refused)\.$/,
    ([, what], { crawlers }) => {
      const came = crawlers.filter((each) => each.isSearch && each.requests > 0)
      if (what === 'seen') return came.length === 0 ? null : `${came[0]!.name} came`
      const refused = came.filter((each) => (each.refused ?? 0) > 0)
      return refused.length === 0 ? null : `${refused[0]!.name} was`
    },
  ],
  [
    'proxy',
    new RegExp(`^${COUNT} requests? of crawlers ha(?:s|ve) an address that no client`),
    ([, requests], { proxied = 0 }) => differs('behind a proxy', number(requests), proxied),
  ],
  [
    'unread',
    new RegExp(`^${COUNT} lines? not understood, and ${COUNT} lines? without a time`),
    ([, lines], { unread = 0 }) => differs('unread', number(lines), unread),
  ],
  [
    'overlap',
    /^(\S+) and (\S+) have the same requests, about (.*) of the smaller:/,
    ([, one, other, share], { overlaps = new Map() }) => {
      const is = overlaps.get(`${one} ${other}`)
      if (is === undefined) return 'they have none'
      return isShare(share!, is) ? null : `the share is ${is}`
    },
  ],
  [
    'row',
    /^(\S+) +(?:search|ai-search|training|assistant|agent|archive|seo|preview|feed|monitor|library|other)? +([\d,]+) +([\d,]+) +([\d,]+) +[\d,]+ +[\d,]+ /,
    ([, name, requests, proven, unseen], { crawlers }) => {
      const own = crawlers.find((each) => each.name === name?.toLowerCase())
      if (own === undefined) return null
      return (
        differs('requests', number(requests), own.requests) ??
        differs('proven', number(proven), own.proven) ??
        differs('unseen', number(unseen), own.unseen)
      )
    },
  ],
]

function sum(crawlers: readonly CountedCrawler[], of: 'requests' | 'forged' | 'verified'): number {
  return crawlers.reduce((total, each) => total + each[of], 0)
}

function differs(what: string, says: unknown, is: unknown): string | null {
  return says === is ? null : `${what}: says ${says}, is ${is}`
}

function isShare(words: string, share: number): boolean {
  if (words === 'less than 1%') return share > 0 && share < 0.005
  if (words === 'more than 99%') return share < 1 && share >= 0.995
  return words === `${Math.round(100 * share)}%`
}

/** What `acap replay` counts, and what was counted without it. */
export interface CountedReplay {
  readonly lines: number
  readonly readers: number
  readonly exempt: number
  readonly permitted: number
  readonly refused: number
}

export function falseReplay(text: string, is: CountedReplay): readonly string[] {
  const numbers = (form: RegExp) => (form.exec(text) ?? []).slice(1).map(number)
  const says = [
    ...numbers(/^([\d,]+) lines?/m),
    ...numbers(/^([\d,]+) by readers, who are never refused; ([\d,]+) for what/m),
    ...numbers(/^([\d,]+) by crawlers: ([\d,]+) would have been permitted, ([\d,]+) refused/m),
  ]
  const crawlers = is.permitted + is.refused
  const expected = [is.lines, is.readers, is.exempt, crawlers, is.permitted, is.refused]
  return says.join() === expected.join() ? [] : [`says ${says.join()}, is ${expected.join()}`]
}
