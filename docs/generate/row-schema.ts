/**
 * The schema of a row that stands for many requests (docs/schema/row.schema.json), which any engine may write.
 */
import * as v from 'valibot'
import { about } from '../../src/language/site/schema-parts.ts'
import { ROW_VERSION } from '../../src/logs/sql/row-queries.ts'
import { PROOFS } from '../../src/words/log-line.ts'

const SUM = v.nullable(v.pipe(v.number(), v.minValue(0)))
const TIME = v.nullable(v.number())
const TEXT = v.nullable(v.string())

export const ROW_SCHEMA = v.object({
  acap: about('`row`', v.literal('row')),
  version: about('of this shape; members may be added without a new one', v.literal(ROW_VERSION)),
  host: about('the host that was asked', v.string()),
  agent: about('the User-Agent; empty for readers', v.string()),
  client: v.optional(about('the address, where acap is to find out network and proof', v.string())),
  network: about(
    'the /24 or /48, `published` for a list of the operator, or the name of that list',
    TEXT,
  ),
  proof: about('how far the name is proven; null: acap finds out', v.nullable(v.picklist(PROOFS))),
  method: about('empty in a row of several', v.string()),
  target: about('path and query', v.string()),
  referrer: about('of visits: where readers came from; null where the log has none', TEXT),
  outcome: about(
    '`reader` for requests of readers; `gap` for a row that says only how long after the request before some came',
    v.nullable(v.picklist(['reader', 'gap'])),
  ),
  status: SUM,
  first: about('of the first request, in milliseconds since 1970', TIME),
  last: about('of the last one', TIME),
  count: about(
    'how many requests; 0 in a row that says only that readers got this page',
    v.pipe(v.number(), v.minValue(0)),
  ),
  bytes: about('of all together, like the next two; null where the log does not say', SUM),
  milliseconds: about('what the origin took', SUM),
  misses: about('requests that the cache could not answer', SUM),
  gap: v.optional(
    about(
      'milliseconds since the request before of the same crawler and network; null after five minutes',
      SUM,
    ),
  ),
})
