/**
 * The octets of a robots.txt that is no part of a site → text with the decisions that crawlers read in it, as `acap init`
 * would write it: an octet that is not UTF-8 is percent-encoded in a path, and a character elsewhere.
 */
import { sourceText } from './init/source-text.ts'

/** Reads the file. UTF-16 stays what crawlers see: no rule. */
export function robotsText(octets: Buffer): string {
  const { text, changes } = sourceText(octets, null)
  return changes.length > 0 ? octets.toString() : text
}
