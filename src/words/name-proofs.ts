/**
 * The evidence for crawlers' names other than address lists (I4), as the registry and bundles hold
 * it.
 */

export interface NameProofs {
  /** By autonomous system number: the crawlers of its operator. */
  readonly systems: Readonly<Record<string, readonly string[]>>
  /** By a platform's category of verified bots: the matching categories of crawlers. */
  readonly categories: Readonly<Record<string, readonly string[]>>
  /**
   * By the origin of a Signature-Agent: the name that it proves; null if its requests have a
   * browser's User-Agent.
   */
  readonly signers: Readonly<Record<string, string | null>>
}
