/**
 * A User-Agent header → whether it is a crawler's at a glance, for when there are no policies to say.
 */

const WORDS = /bot|crawler|spider/i

/** True for an empty header, and for one with a word in it that no browser has. */
export function isLikelyCrawler(userAgent: string): boolean {
  return userAgent === '' || WORDS.test(userAgent)
}
