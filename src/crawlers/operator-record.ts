/**
 * The form of data/<operator>.json: the known facts about one operator's crawlers, with sources.
 * Every table of crawlers is derived from these records (tables.ts), so adding or correcting a
 * crawler needs one file.
 */

/** Names are in lower case, dates as `YYYY-MM-DD`. */
export interface OperatorRecord {
  /** The name for people; null if the operator is unknown. */
  readonly operator: string | null
  /** Hosts that lists use as the operator's name. */
  readonly hosts?: readonly string[]
  readonly crawlers?: readonly CrawlerRecord[]
  /**
   * URLs in headers that identify the crawler without its name (I3), without scheme, `www.` or `+`.
   */
  readonly addresses?: readonly string[]
  /** Names for robots.txt that no request carries (I5). */
  readonly tokens?: readonly TokenRecord[]
  /** Names that match if one of their members does (I1). */
  readonly families?: readonly FamilyRecord[]
  /** Where the addresses of crawlers are published (I4). */
  readonly addressLists?: readonly AddressListRecord[]
  /** Autonomous systems (https://www.peeringdb.com), and the crawlers that fetch from each (I4). */
  readonly systems?: Readonly<Record<string, readonly string[]>>
  /** Documented Signature-Agents (I4). */
  readonly signers?: readonly SignerRecord[]
  /** Crawlers that ignore Crawl-delay and Request-rate (X3). */
  readonly withoutRates?: readonly RatelessRecord[]
}

interface CrawlerRecord {
  readonly name: string
  /**
   * The operator's own spelling, for names frequent in robots.txt, or with several words or a dot.
   */
  readonly spelling?: string
  /** Its purpose (I5), with a source. Overrides every list; absent: a list decides. */
  readonly category?: string
  readonly source?: string
  readonly date?: string
}

interface TokenRecord {
  readonly token: string
  /** The crawler that fetches pages for this token. */
  readonly fetchedBy: string
  readonly category: string
  readonly source: string
  /**
   * Known only from an abstract and other people's files: tools read and explain it, but never
   * write it.
   */
  readonly provisional?: boolean
}

interface FamilyRecord {
  readonly name: string
  readonly source: string
  readonly members: readonly string[]
  /** Product tokens (RFC 9309 2.2.1) that are documented to obey the group of the family's name. */
  readonly hyphenated?: readonly string[]
}

interface AddressListRecord {
  /** The crawler that the list is named after. The list proves it, too. */
  readonly name: string
  readonly url: string
  readonly proves: readonly string[]
  readonly source: string
  readonly date: string
}

interface SignerRecord {
  /** The origin of the Signature-Agent. */
  readonly agent: string
  /** The name that it proves; null if its requests have a browser's User-Agent. */
  readonly name: string | null
  readonly source: string
}

interface RatelessRecord {
  readonly engine: string
  /** Names whose own groups this crawler alone reads; `others` are more of the operator's. */
  readonly names: readonly string[]
  readonly others: readonly string[]
  readonly source: string
}
