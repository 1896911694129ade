/**
 * The platform's verdict on a client → whether it proves the name that the client claims (I4). A verdict says "a verified
 * search engine's crawler", not whose: it proves a name only where the category is the name's own and the client's
 * autonomous system is one that the operator of that name runs.
 */
import type { Agent } from '../../engine/agents.ts'
import { matchesUserAgent } from '../../grammar/name-token.ts'
import type { Category } from '../../vocabulary/decision-words.ts'
import type { BotVerdict } from '../platform.ts'

/** The autonomous systems of an operator, for the crawlers that come from them. */
interface OperatorNetwork {
  /** Crawler names in lower case; a longer name that has one of them in it as a whole word is of the same operator. */
  readonly names: readonly string[]
  readonly asns: readonly number[]
  /** Where the registration of the autonomous systems can be looked up. */
  readonly source: string
}

/** Operators that crawl from systems of their own. Systems whose addresses anybody can rent prove little: see Microsoft's. */
const OPERATOR_NETWORKS: readonly OperatorNetwork[] = [
  {
    names: ['googlebot', 'google-inspectiontool', 'storebot-google', 'googleother', 'adsbot-google', 'google-agent'],
    asns: [15169],
    source: 'https://www.peeringdb.com/asn/15169',
  },
  // Azure's customers are in it too: the category has to tell them apart.
  { names: ['bingbot', 'adidxbot', 'bingpreview'], asns: [8075], source: 'https://www.peeringdb.com/asn/8075' },
  { names: ['applebot'], asns: [714, 6185], source: 'https://www.peeringdb.com/asn/714' },
  {
    names: ['facebookexternalhit', 'facebookcatalog', 'meta-externalagent', 'meta-externalfetcher', 'facebookbot'],
    asns: [32934],
    source: 'https://www.peeringdb.com/asn/32934',
  },
  { names: ['yandexbot', 'yandeximages', 'yandex'], asns: [13238], source: 'https://www.peeringdb.com/asn/13238' },
  { names: ['ia_archiver', 'archive.org_bot'], asns: [7941], source: 'https://www.peeringdb.com/asn/7941' },
  { names: ['seznambot'], asns: [43037], source: 'https://www.peeringdb.com/asn/43037' },
  { names: ['linkedinbot'], asns: [14413], source: 'https://www.peeringdb.com/asn/14413' },
  { names: ['twitterbot'], asns: [13414], source: 'https://www.peeringdb.com/asn/13414' },
  { names: ['telegrambot'], asns: [62041], source: 'https://www.peeringdb.com/asn/62041' },
]

/**
 * What Cloudflare's categories mean in ours, in lower case
 * (https://developers.cloudflare.com/bots/concepts/bot/verified-bots/categories/). The others fit no name.
 */
const CATEGORIES: ReadonlyMap<string, readonly Category[]> = new Map<string, readonly Category[]>([
  ['search engine crawler', ['search']],
  ['ai search', ['search', 'assistant']],
  ['ai crawler', ['training']],
  ['ai assistant', ['assistant']],
  ['page preview', ['preview']],
  ['feed fetcher', ['feed']],
  ['archiver', ['archive']],
  ['academic research', ['archive']],
  ['search engine optimization', ['seo']],
  ['monitoring & analytics', ['monitor']],
])

/** Whether the platform's verdict proves that an agent is who it says. */
export function isVerifiedAs({ name, category }: Agent, verdict: BotVerdict | null): boolean {
  if (name === null || category === null || verdict?.category == null || verdict.asn === null) return false
  const { asn } = verdict
  if (!CATEGORIES.get(verdict.category.toLowerCase())?.includes(category)) return false
  return OPERATOR_NETWORKS.some(
    ({ names, asns }) => asns.includes(asn) && names.some((each) => matchesUserAgent(each, name)),
  )
}
