/**
 * The octets of a robots.txt that is no part of a site → text with the decisions that crawlers read in it, as `acap init`
 * would write it: an octet that is not UTF-8 is percent-encoded in a path, and a character elsewhere.
 */
import { sourceText } from './init/source-text.ts'
import { refuseForeignText } from './refuse-foreign-text.ts'

/** Reads the file that the author calls `name`. @throws UsageError for what is no text or no robots.txt */
export function robotsText(octets: Buffer, name: string): string {
  refuseForeignText(octets, name, 'give a robots.txt')
  return sourceText(octets, null).text
}
