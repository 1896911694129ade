/**
 * The kinds of contradictions → the table of docs/audit.md, and the schema of `acap audit --json`.
 */
import * as v from 'valibot'
import type { AuditResult } from '../../src/author/audit/audit.ts'
import { KINDS } from '../../src/author/audit/contradictions.ts'
import type { AuditSeverity } from '../../src/author/audit/facts.ts'
import { about } from '../../src/language/site/schema-parts.ts'
import type { IsSame } from './is-same.ts'
import { markdownTable } from './toml-reference.ts'

const SEVERITIES: Readonly<Record<AuditSeverity, string>> = {
  o: '`o` opens: crawlers get what is closed',
  c: '`c` closes: crawlers or readers are kept from what is open',
  u: '`u` unclear',
}

const TEXT = v.nullable(v.string())

export const AUDIT_SCHEMA = v.object({
  url: v.string(),
  asked: about('requests that were sent', v.number()),
  contradictions: v.array(
    v.object({
      id: about('the number of the kind in docs/audit.md', v.number()),
      severity: v.picklist(['o', 'c', 'u']),
      path: v.string(),
      agent: about('who was asked as; `*`: it concerns everybody', v.string()),
      declared: about('what is said, with its line', TEXT),
      seen: about('what came instead', v.string()),
      door: about('which machine answered, by its headers', TEXT),
      change: about('where its owner changes that', TEXT),
    }),
  ),
  skipped: about('what was not asked, and why', v.array(v.string())),
  notes: v.array(v.string()),
  log: about(
    'with --log: what crawlers got at their own addresses',
    v.nullable(
      v.array(
        v.object({
          name: v.string(),
          requests: v.number(),
          verified: about('null: nothing was checked', v.nullable(v.number())),
          refused: v.number(),
          violations: about('requests for what robots.txt closed, as it could know', v.number()),
        }),
      ),
    ),
  ),
})

void (true satisfies IsSame<typeof AUDIT_SCHEMA, AuditResult>)

/** A row for each kind. */
export function contradictionTable(): string {
  const rows = KINDS.map(({ id, what, severity }) => [String(id), what, SEVERITIES[severity]])
  return markdownTable(['id', 'what contradicts what', 'severity'], rows)
}
