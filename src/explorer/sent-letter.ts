/**
 * The letter to an operator about its crawlers' requests, as the page gets it; a fault where none
 * can be written.
 */
export interface SentLetter {
  readonly letter: string | null
  /** That of the evidence, which the letter names. */
  readonly hash: string | null
  readonly fault: string | null
}
