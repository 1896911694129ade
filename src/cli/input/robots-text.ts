/**
 * The octets of a robots.txt that is no part of a site → text with the decisions that crawlers read in it, as `acap init`
 * would write it: an octet that is not UTF-8 is percent-encoded in a path, and a character elsewhere.
 */

import { foreignPlace } from '../../language/text/source.ts'
import { parse } from '../../language/text/tree.ts'
import { UsageError } from '../exit-codes.ts'
import { sourceText } from './source-text.ts'

/** Reads the file that the author calls `name`. @throws UsageError for what is no text or no robots.txt */
export function robotsText(octets: Buffer, name: string): string {
  refuseForeignText(octets, name, 'give a robots.txt')
  return sourceText(octets, null).text
}

/** A text with a lower share of fields among its lines is no policy. Real ones are nearly all fields. */
const LEAST_SHARE = 0.25

/** Refuses text that cannot be meant as a policy; `name` is what the author calls it. */
export function refuseForeignText(text: string | Uint8Array, name: string, help: string | null): void {
  const { lines, blocks, source } = parse(text)
  if (foreignPlace(source) !== null)
    throw new UsageError(`\`${name}\` is no text, but UTF-16 or binary`, 'save the file as UTF-8')
  const written = lines.filter(({ kind }) => kind !== 'blank').length
  const fields = lines.filter(({ kind }) => kind === 'field').length
  // A crawler with a rule below it is a policy, however much else stands there.
  const hasRules = blocks.some((block) => block.names.length > 0 && block.fields.length > 0)
  if (hasRules || fields >= written * LEAST_SHARE) return
  const share = fields === 0 ? 'none of its lines is' : `only ${fields} of its ${written} lines are`
  throw new UsageError(`\`${name}\` is not a robots.txt: ${share} a field of one`, help)
}
