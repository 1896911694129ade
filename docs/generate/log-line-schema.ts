/**
 * The schema of a log line (docs/schema/log-line.schema.json). TypeScript compares it with the type in the code: a member that
 * only one of them has does not compile.
 */
import * as v from 'valibot'
import { about } from '../../src/language/site/schema-parts.ts'
import { MODES } from '../../src/language/site/site-schema.ts'
import { BASES, CATEGORIES } from '../../src/words/decision-words.ts'
import {
  LOG_VERSION,
  LOGGED_OUTCOMES,
  type LogLine,
  PROOFS,
  SEVERITIES,
} from '../../src/words/log-line.ts'
import type { IsSame } from './is-same.ts'

const SHA_256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0))
const LINE_NUMBER = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))
const TEXT = v.nullable(v.string())

const CRAWLER = v.object({
  name: about('lower case; null for a client without a name', TEXT),
  category: about('from the registry (I5)', v.nullable(v.picklist(CATEGORIES))),
  listed: about(
    'whether the policy or the registry knows the name; false for a bot that only declares itself',
    v.boolean(),
  ),
})

const ASSURANCE = v.object({
  level: about(
    '`verified` by a signature or an address; `claimed`: the list is too old to disprove it; `unchecked`: there is none to compare; `forged` (I4)',
    v.picklist(PROOFS),
  ),
  why: about(
    '`signed` or `network` for a verified name (I4); what speaks against a forged one',
    TEXT,
  ),
})

const RULE = v.object({
  text: about('the field as it is served', v.string()),
  file: about("the author's file, `route` or `meta`", v.string()),
  line: about("its line in the author's file", LINE_NUMBER),
  servedLine: about('its line in the file that crawlers read', LINE_NUMBER),
})

const CLIENT = v.object({
  prefix: about('the /24 or /48 of the address', TEXT),
  list: about("the operator's list that has the address; then there is no prefix", TEXT),
  address: about('the whole address, where site.toml asks for it', TEXT),
})

const FAULT = v.object({ name: v.string(), message: v.string(), stack: TEXT })

export const LOG_LINE_SCHEMA = v.object({
  acap: about(
    '`request`; lines about the software itself have another word here',
    v.literal('request'),
  ),
  version: about('of this shape; members may be added without a new one', v.literal(LOG_VERSION)),
  time: about('when the request came, in UTC', v.pipe(v.string(), v.isoTimestamp())),
  severity: about('`warning` or `error` where there is a `fault`', v.picklist(SEVERITIES)),
  site: about('the name of the site; null without policies', TEXT),
  host: about('the host that was asked', v.string()),
  method: v.string(),
  target: about('path and query', v.string()),
  status: about('of the answer that the client got', v.nullable(COUNT)),
  bytes: about('octets of its body', v.nullable(COUNT)),
  milliseconds: about(
    'until the answer has ended, or has begun where its end is not seen',
    v.nullable(COUNT),
  ),
  userAgent: about('the header; empty where there was none', v.string()),
  crawler: about(
    'null where no names are known, because there are no policies',
    v.nullable(CRAWLER),
  ),
  assurance: about('how far the name is proven', ASSURANCE),
  outcome: about(
    'the decision; `exempt`: everybody gets it; `reader`: a bot that counts as a reader here (I3); `off`: the policy is off; `unavailable`: something failed, and the crawler is to come back',
    v.picklist(LOGGED_OUTCOMES),
  ),
  basis: about('of the decision (docs/semantics.md, D)', v.nullable(v.picklist(BASES))),
  rule: about('the first field that decided', v.nullable(RULE)),
  priced: about(
    'what the page costs the crawler, and what it was charged; absent where it is free',
    v.exactOptional(v.strictObject({ price: v.string(), charged: v.nullable(v.string()) })),
  ),
  mode: about('`observe`: the decision was not enforced', v.nullable(v.picklist(MODES))),
  policyHash: about('the beginning of the hash of the policies that decided', TEXT),
  policyVersion: about('the number of their version in a store', v.nullable(COUNT)),
  robotsHash: about(
    'of a fetch of robots.txt: SHA-256 of the text that is served',
    v.nullable(SHA_256),
  ),
  client: about('where the request came from; all null where that is not known', CLIENT),
  fault: about('what went wrong with this request', v.nullable(FAULT)),
})

/** Does not compile where the schema and the type differ. */
export const IS_THE_TYPE: IsSame<typeof LOG_LINE_SCHEMA, LogLine> = true
