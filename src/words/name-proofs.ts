/** What proves a crawler's name beside its addresses (I4), as the registry has it and bundles carry it. */

export interface NameProofs {
  /** By the number of an autonomous system: names of its operator's crawlers. */
  readonly systems: Readonly<Record<string, readonly string[]>>
  /** By a platform's word for what a verified bot does: the categories of crawlers that it means. */
  readonly categories: Readonly<Record<string, readonly string[]>>
  /** By the origin of a Signature-Agent: the name that it signs for; null where it sends the User-Agent of a browser. */
  readonly signers: Readonly<Record<string, string | null>>
}
