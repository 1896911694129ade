/**
 * What the schemas of site.toml and cases.toml are made of. The message of a check says what the value should be.
 */
import * as v from 'valibot'
import { keyLocation } from '../../grammar/key-location.ts'

/** A text that is not empty. */
export const text = v.pipe(v.string(), v.nonEmpty('a text that is not empty'))

/** An absolute URL of the web. */
export const webUrl = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/?#]+\S*$/, 'an absolute http or https URL'))

/** Scheme, host and port. */
export const webOrigin = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/(?:[^\s/?#@:[\]]+|\[[0-9a-fA-F:.]+\])(?::\d+)?\/?$/,
    'an http or https URL of a host alone, without path',
  ),
)

/** Where the keys of a signer are (Web Bot Auth). */
export const signatureAgent = v.pipe(
  v.string(),
  v.check((value) => keyLocation(value) !== null, 'an https URL of a public host, without user, port and fragment'),
)

/** A schema with what its key is for. */
export function about<const S extends v.GenericSchema>(description: string, schema: S) {
  return v.pipe(schema, v.description(description))
}
