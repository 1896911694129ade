/**
 * A site that was read → every ACAP field of its author with its place, so that a conversion
 * can account for each.
 */
import type { PermissionField } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Span } from '../language/text/source.ts'
import { fieldSpanAt } from '../language/text/tree.ts'
import type { Effect } from '../vocabulary/decision-words.ts'
import type { Qualifier } from '../vocabulary/restriction.ts'
import type { Usage } from '../vocabulary/usages.ts'

/** One permission of a field. A field of a composite usage has several. */
export interface SourceField {
  /** What a Decision calls it: its file and line, or the text of a route's field. */
  readonly key: string
  readonly text: string
  readonly at: Span
  /** Null for what is not a permission: action requests, a route's location and elements. */
  readonly usage: Usage | null
  readonly effect: Effect
  readonly qualifiers: readonly Qualifier[]
  readonly patterns: readonly string[]
  /** Crawlers' names in lower case, or `*`. */
  readonly names: readonly string[]
  /** Whether it addresses every crawler, for every purpose. */
  readonly general: boolean
}

/** The key of a field that decided. */
export function keyOf({ source, line, text }: { source: string; line?: number; text: string }): string {
  return source === 'route' ? `route ${text}` : `${source} ${line}`
}

/** All fields, in the order of the files, routes last. */
export function sourceFields(reading: SiteReading): SourceField[] {
  return [...inRecords(reading), ...inRoutes(reading)]
}

function inRecords({ policy, trees }: SiteReading): SourceField[] {
  const place = ({ source, line }: PermissionField['origin']): Span => fieldSpanAt(trees, source, line)!
  const toSource = (field: PermissionField, names: readonly string[], general: boolean): SourceField => ({
    key: keyOf(field.origin),
    text: field.origin.text,
    at: place(field.origin),
    usage: field.usage,
    effect: field.uninterpretable ? 'disallow' : field.effect,
    qualifiers: field.uninterpretable ? [] : field.qualifiers,
    patterns: field.patterns,
    names,
    general,
  })
  return policy.records.flatMap(({ names, scope, fields, subRecords, actions }) => [
    ...fields.map((field) => toSource(field, names, names.includes('*') && scope === null)),
    ...subRecords.flatMap((sub) => sub.fields.map((field) => toSource(field, names, false))),
    ...actions.map(({ origin }) => ({ ...unlike(origin.text, place(origin)), key: keyOf(origin) })),
  ])
}

function inRoutes({ policy, routes }: SiteReading): SourceField[] {
  return routes.flatMap(({ policy: route, at }) => {
    const { location, elements } = policy.config.routes[route.index]!
    return [
      ...route.fields.map(
        ({ text, usage, effect, uninterpretable, qualifiers, name, purposes }): SourceField => ({
          key: keyOf({ source: 'route', text }),
          text,
          at,
          usage,
          effect: uninterpretable ? 'disallow' : effect,
          qualifiers: uninterpretable ? [] : qualifiers,
          patterns: [route.match],
          names: [name === 'robots' ? '*' : name],
          general: name === 'robots' && purposes.length === 0,
        }),
      ),
      ...(location === false ? [] : [unlike('location', at)]),
      ...elements.map((element) => unlike(element.class, at)),
    ]
  })
}

/** A field of the author's that is about no usage. */
function unlike(text: string, at: Span): SourceField {
  const key = `${at.source} ${at.line} ${text}`
  return { key, text, at, usage: null, effect: 'disallow', qualifiers: [], patterns: [], names: ['*'], general: true }
}
