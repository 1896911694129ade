/**
 * A conformance case as JSON → the engine's Facts. Members that a case has for its checker (`expect`, `lines`, …) are
 * passed over; a member of the wrong shape throws a UsageError that names it.
 */
import * as v from 'valibot'
import type { Facts } from '../engine/facts.ts'
import { readClassToken } from '../grammar/class-token.ts'
import { readMeta } from '../grammar/meta.ts'
import { ASSURANCES } from '../vocabulary/decision-words.ts'
import { QUALIFIER_TABLE } from '../vocabulary/qualifier-table.ts'
import { USAGES } from '../vocabulary/usages.ts'
import { UsageError } from './exit-codes.ts'

const USAGE = v.picklist(USAGES)
const QUALIFIER = v.picklist(QUALIFIER_TABLE.map(({ type }) => type))
const WORDS = v.array(v.string())

/** The instant at which a case is decided that names none. */
const DEFAULT_NOW = Date.parse('2026-01-15T12:00:00Z')
const DEFAULT_ORIGIN = 'https://www.example.com'

const CASE = v.object({
  userAgent: v.string(),
  target: v.pipe(v.string(), v.startsWith('/')),
  usage: v.optional(USAGE),
  purposes: v.optional(WORDS),
  now: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => !Number.isNaN(Date.parse(text)), 'Expected an RFC 3339 instant'),
    ),
  ),
  uri: v.optional(v.string()),
  meta: v.optional(v.array(v.object({ name: v.string(), content: v.string() }))),
  interprets: v.optional(
    v.union([
      v.picklist(['all', 'crawl-only']),
      v.object({
        usages: v.array(USAGE),
        qualifiers: v.array(QUALIFIER),
        elements: v.exactOptional(v.boolean()),
      }),
    ]),
  ),
  elements: v.optional(WORDS),
  application: v.optional(v.string()),
  dialect: v.optional(v.picklist(['acap', 'rep'])),
  assurance: v.optional(v.picklist(ASSURANCES)),
})

/** Reads one case. */
export function readCase(value: unknown): Facts {
  const read = v.safeParse(CASE, value)
  if (!read.success) throw new UsageError(describe(read.issues[0]))
  const { now, meta, elements, uri, target, ...rest } = read.output
  const given = Object.entries(rest).filter(([, member]) => member !== undefined)
  return {
    ...(Object.fromEntries(given) as Pick<Facts, 'userAgent'>),
    target,
    now: now === undefined ? DEFAULT_NOW : Date.parse(now),
    uri: uri ?? DEFAULT_ORIGIN + target,
    ...(meta && { meta: readMeta(meta).fields }),
    ...(elements && { elements: elements.map(readClassToken).filter((field) => field !== null) }),
  }
}

/** `case.usage`: what was found and what is known, in one line. */
function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return `\`${path ? `case.${path}` : 'case'}\`: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`
}
