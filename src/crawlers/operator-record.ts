/**
 * The form of data/<operator>.json: all that is known of one operator's crawlers, each fact with its source. Every table of
 * crawlers is derived from these records (tables.ts), so a crawler is added or corrected in one file.
 */

/** Names are in lower case, dates as `YYYY-MM-DD`. */
export interface OperatorRecord {
  /** The name for people; null: nobody knows who runs these. */
  readonly operator: string | null
  /** Hosts by which lists name the operator. */
  readonly hosts?: readonly string[]
  readonly crawlers?: readonly CrawlerRecord[]
  /** Addresses in headers that name the crawler by themselves (I3): without a scheme, `www.` or `+`. */
  readonly addresses?: readonly string[]
  /** Policy tokens (I5). */
  readonly tokens?: readonly TokenRecord[]
  /** Names that match wherever a member does (I1). */
  readonly families?: readonly FamilyRecord[]
  /** Where the addresses of crawlers are published (I4). */
  readonly addressLists?: readonly AddressListRecord[]
  /** By the number of an autonomous system of https://www.peeringdb.com: the crawlers that fetch from there (I4). */
  readonly systems?: Readonly<Record<string, readonly string[]>>
  /** Documented Signature-Agents (I4). */
  readonly signers?: readonly SignerRecord[]
  /** Crawlers that read no Crawl-delay and no Request-rate (X3). */
  readonly withoutRates?: readonly RatelessRecord[]
}

interface CrawlerRecord {
  readonly name: string
  /** As the operator writes it, where robots.txt files name it often, or it has several words or a dot. */
  readonly spelling?: string
  /** What it is for (I5), with the page that says so. It overrides every list; without it, a list's counts. */
  readonly category?: string
  readonly source?: string
  readonly date?: string
}

interface TokenRecord {
  readonly token: string
  /** The crawler that fetches the pages that the token is about. */
  readonly fetchedBy: string
  readonly category: string
  readonly source: string
  /** Known from an abstract and from others' files alone: it is read and explained, and written by nothing. */
  readonly provisional?: boolean
}

interface FamilyRecord {
  readonly name: string
  readonly source: string
  readonly members: readonly string[]
  /** Product tokens of their own by RFC 9309 2.2.1, which the operator documents to obey the group of the family's name. */
  readonly hyphenated?: readonly string[]
}

interface AddressListRecord {
  /** The crawler by whose name the list is kept, which is among those that it proves. */
  readonly name: string
  readonly url: string
  readonly proves: readonly string[]
  readonly source: string
  readonly date: string
}

interface SignerRecord {
  /** The origin of the Signature-Agent. */
  readonly agent: string
  /** The name that it signs for; null where it sends the User-Agent of a browser. */
  readonly name: string | null
  readonly source: string
}

interface RatelessRecord {
  readonly engine: string
  /** Names whose own group is for this crawler alone, and others of the operator. */
  readonly names: readonly string[]
  readonly others: readonly string[]
  readonly source: string
}
