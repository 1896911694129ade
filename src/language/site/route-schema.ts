/**
 * A `[[route]]` of site.toml as a schema, with the parts that it shares with the site's own keys. site-schema.ts has the
 * rest.
 */
import * as v from 'valibot'

import { readSelectors, SELECTOR_WORDS } from './read-selectors.ts'
import { about, keys, moment, text, webUrl } from './schema-parts.ts'

/** What is done with decisions. */
export const MODES = ['enforce', 'observe', 'off'] as const
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e]*$/
const CLASS_TOKENS = /^the-acap:(?:dis)?allow-[a-z-]+(?: the-acap:(?:dis)?allow-[a-z-]+)*$/

/** By their names in lower case. */
const headers = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(HEADER_NAME, 'a header name')),
    v.pipe(v.string(), v.regex(HEADER_VALUE, 'printable ASCII in one line')),
  ),
  v.transform((values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value])),
  ),
)

/** `[refuse]`, the site's own and a route's. */
export const refuseSchema = keys({
  status: about(
    'Status of a refusal. 401 needs a `www-authenticate` header beside it, 402 a header that names the price.',
    v.pipe(
      v.number(),
      v.integer('a whole number'),
      v.minValue(400, 'a status from 400 to 499'),
      v.maxValue(499, 'a status from 400 to 499'),
    ),
  ),
  contact: about('Whom a crawler can ask: a mail address or URL, named in every refusal.', text),
  terms: about('Terms of use, linked from every refusal.', webUrl),
  headers: about('Headers of a refusal, by name.', headers),
})

const optional = keys({
  fields: about(
    "What the pages say: META content without the word `ACAP`, with a crawler's name and a colon before it where it is for one crawler. About the crawl only `disallow-crawl`, or `location`.",
    v.array(text),
  ),
  location: about(
    "`true`: crawl only where the page's URL is `canonical` + path. A URI: only at exactly that one.",
    v.union([v.boolean(), webUrl]),
  ),
  elements: about(
    'Class attributes to put on elements of the page. A tag that is longer than 64 KiB gets none.',
    v.array(
      v.pipe(
        v.strictObject({
          select: about(
            "A CSS selector, as far as the edge's runtime knows them: types, `*`, classes, ids, attributes, `:first-child`, `:first-of-type`, `:nth-child(…)`, `:nth-of-type(…)`, `:not(…)`; a space or `>` between elements, commas between selectors.",
            v.pipe(
              text,
              v.check((selector) => readSelectors(selector) !== null, SELECTOR_WORDS),
            ),
          ),
          class: about(
            'What is put in: `the-acap:allow-USAGE` or `the-acap:disallow-USAGE`.',
            v.pipe(v.string(), v.regex(CLASS_TOKENS, '`the-acap:allow-USAGE` or `the-acap:disallow-USAGE`')),
          ),
        }),
        v.transform((element) => ({ ...element, selectors: readSelectors(element.select)! })),
      ),
    ),
  ),
  mode: about("As the site's `mode`, for this route.", v.picklist(MODES)),
  refuse: about("As the site's `[refuse]`, for this route.", refuseSchema),
  'closed-until': about(
    'Closed to every crawler until then: a date (midnight, UTC), or a date and time. Then as if the key were not there.',
    moment,
  ),
  'open-until': about(
    'As if the key were not there until then; from then on closed to every crawler. With `closed-until`, it is closed before the earlier of the two and from the later one on, or only between them if `open-until` is the earlier.',
    moment,
  ),
})

/** A `[[route]]`. */
export const routeSchema = v.strictObject({
  match: about('An ACAP pattern. Of several routes that match one applies: the narrowest, else the first.', text),
  ...optional.entries,
})
