/**
 * cases.toml as one schema: what `cases.ts` checks it against, and what the JSON Schema for editors and
 * docs/cases-toml.md are generated from. The message of a check says what the value should be.
 */
import * as v from 'valibot'
import { addressFamily } from '../../grammar/ip-address.ts'
import { OUTCOMES } from '../../vocabulary/decision-words.ts'
import { USAGES } from '../../vocabulary/usages.ts'
import { about, moment, text } from './schema-parts.ts'

const PATH_OR_URL = /^(?:https?:\/\/[^\s/?#]+|\/)\S*$/

const caseSchema = v.strictObject({
  name: v.optional(about('What the case is about, in your own words; it is printed when the case fails.', text)),
  as: about('A User-Agent header, or the name of a crawler.', text),
  url: about(
    'A path with its query, or a whole URL.',
    v.pipe(v.string(), v.regex(PATH_OR_URL, 'a path that begins with `/`, or an http or https URL')),
  ),
  expect: about('The expected outcome.', v.picklist(OUTCOMES)),
  usage: v.optional(about('What the crawler wants to do.', v.picklist(USAGES)), 'crawl'),
  at: v.optional(about("When: UTC where no zone is given. Without it, the file's `at`, else now.", moment)),
  purposes: v.optional(about('What the crawler uses pages for; without it, what its profile says.', v.array(text))),
  from: v.optional(
    about(
      'The address it comes from.',
      v.pipe(
        v.string(),
        v.check((ip) => addressFamily(ip) > 0, 'an IP address'),
      ),
    ),
  ),
  field: v.optional(about('The field that must be among those that decide, as the policy writes it.', text)),
  with: v.optional(
    about('The restrictions that a permission must have, as qualifiers: `max-length=20-words`.', v.string()),
  ),
})

/** The schema of cases.toml. */
export const CASES_SCHEMA = v.strictObject({
  at: v.optional(about('The time of cases that have no `at` of their own.', moment)),
  case: v.optional(about('What the author expects: `[[case]]`, any number.', v.array(caseSchema)), []),
})

/** cases.toml as checked, with defaults filled in. */
export type CasesToml = v.InferOutput<typeof CASES_SCHEMA>
