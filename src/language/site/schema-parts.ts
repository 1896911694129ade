/** Parts of the schemas for site.toml and cases.toml. A check's message says what is expected. */
import * as v from 'valibot'
import { MOMENT, momentFault, momentOf } from '../../base/calendar.ts'
import { keyLocation } from '../../words/key-location.ts'

export const text = v.pipe(v.string(), v.nonEmpty('a text that is not empty'))

/** A text of a form; the words say what is expected. */
export function textLike(form: RegExp, words: string) {
  return v.pipe(v.string(), v.regex(form, words))
}

/** A text that passes a test. */
export function textThat(passes: (text: string) => boolean, words: string) {
  return v.pipe(v.string(), v.check(passes, words))
}

/** Printed as part of a line. */
export const lineText = v.pipe(text, v.regex(/^\P{Cc}*$/u, 'a text in one line'))

/** A date, or a date and time (UTC by default), as milliseconds since 1970. */
export const moment = v.pipe(
  v.string(),
  v.regex(MOMENT, ({ input }) => momentFault(input) ?? ''),
  v.check(
    (written) => momentFault(written) === null,
    ({ input }) => momentFault(input) ?? '',
  ),
  v.transform(momentOf),
)

export const webUrl = textLike(/^https?:\/\/[^\s/?#]+\S*$/, 'an absolute http or https URL')

/** Scheme, host and port, without a slash. */
export const webOrigin = v.pipe(
  textLike(
    /^https?:\/\/(?:[^\s/?#@:[\]]+|\[[0-9a-fA-F:.]+\])(?::\d+)?\/?$/,
    'an http or https URL of a host alone, without path',
  ),
  v.transform((url) => url.replace(/\/$/, '')),
)

export const signatureAgent = v.pipe(
  textThat(
    (value) => keyLocation(value) !== null,
    'an https URL of a public host, without user, port and fragment',
  ),
  v.transform((value) => keyLocation(value)!.identity),
)

export function about<const S extends v.GenericSchema>(description: string, schema: S) {
  return v.pipe(schema, v.description(description))
}

type Keys<E> = {
  readonly [K in keyof E]: E[K] extends v.GenericSchema
    ? v.ExactOptionalSchema<E[K], undefined>
    : never
}

/** A table of optional keys, whose defaults are the configuration's. */
export function keys<const E extends Readonly<Record<string, v.GenericSchema>>>(entries: E) {
  const optional = Object.entries(entries).map(([key, schema]) => [key, v.exactOptional(schema)])
  return v.strictObject(Object.fromEntries(optional) as Keys<E>)
}

type Camel<S> = S extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<Camel<Rest>>}` : S

export function camelCase(key: string): string {
  return key.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

export function camelKeys<const T extends object>(table: T): { [K in keyof T as Camel<K>]: T[K] } {
  return Object.fromEntries(
    Object.entries(table).map(([key, value]) => [camelCase(key), value]),
  ) as never
}
