/**
 * The routes of a site.toml → RoutePolicy (E4, E5). A route's `location` stays in the configuration: it binds the crawl
 * and is not a field. Its fields are read by the grammar of META; here they become findings and data.
 */
import { type MetaIssue, readRouteField } from '../../grammar/meta.ts'
import { foldCase } from '../../grammar/path-form.ts'
import { isCategory } from '../../vocabulary/decision-words.ts'
import type { EmbeddedField } from '../../vocabulary/embedded.ts'
import type { RouteConfig } from '../../vocabulary/site-config.ts'
import { USAGES } from '../../vocabulary/usages.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { RoutePolicy } from '../policy/policy.ts'
import { reportQualifierIssues } from '../policy/qualifier-findings.ts'
import { readPattern } from '../policy/resources.ts'
import type { Span } from '../text/source.ts'
import { dateFields } from './route-dates.ts'
import type { RouteSource, RouteText } from './site.ts'

/** A purpose as a route's field has it. */
export interface RoutePurpose {
  readonly field: EmbeddedField
  readonly purpose: string
  /** What stands behind it: `disallow-index`. */
  readonly rest: string
  readonly at: Span
}

/** A route, and where it begins in site.toml. */
export interface RouteReading {
  readonly policy: RoutePolicy
  /** Those of its fields that are bound to one, in their order. */
  readonly purposes: readonly RoutePurpose[]
  readonly at: Span
}

/** Reads the routes at an instant; `sources` are those of the configuration's routes, in the same order. */
export function readRoutes(
  routes: readonly RouteConfig[],
  sources: readonly RouteSource[],
  now: number,
  report: Report,
): RouteReading[] {
  return routes.flatMap((route, index) => {
    const source = sources[index]!
    const match = readPattern(route.match, source.value('match'), report)
    const read = source.fields.flatMap((text) => readField(text, report) ?? [])
    const fields = [...read.map(({ field }) => field), ...dateFields(route, now)]
    const purposes = read.flatMap(({ purpose }) => purpose ?? [])
    return match === null ? [] : [{ policy: { index, match, fields }, purposes, at: source.header }]
  })
}

interface FieldReading {
  readonly field: EmbeddedField
  readonly purpose: RoutePurpose | null
}

/** E5: about the crawl a route may only prohibit. */
function readField({ text, locate }: RouteText, report: Report): FieldReading | null {
  const { field, purpose, issues } = readRouteField(text)
  for (const issue of issues) reportIssue(issue, text, locate, field, report)
  if (field === null) return null
  const { name } = field
  if (isCategory(name)) report(locate(foldCase(text).indexOf(name), name.length), 'category-as-crawler', name)
  if (field.usage === 'crawl' && field.effect === 'allow') {
    report(locate(0, text.length), 'route-allows-crawl', text)
    return null
  }
  if (purpose === null) return { field, purpose }
  const { at, end } = purpose
  const written = { purpose: text.slice(at, end), rest: text.slice(end).trim(), at: locate(at, end - at) }
  return { field, purpose: { field, ...written } }
}

function reportIssue(
  issue: MetaIssue,
  text: string,
  locate: RouteText['locate'],
  field: EmbeddedField | null,
  report: Report,
): void {
  const { kind, at, length } = issue
  const place = locate(at, length)
  const part = text.slice(at, at + length)
  if (kind === 'no-name') report(locate(0, text.length), 'route-field-form', text, 'name')
  else if (kind === 'no-usage') report(locate(0, text.length), 'route-field-form', text, 'usage')
  else if (kind === 'usage') report(place, 'unknown-usage', part, USAGES, false)
  else if (kind === 'after-prohibition') report(place, 'words-after-prohibition', part)
  else if (kind === 'no-reference') report(locate(0, text.length), 'other-without-reference')
  else if (kind === 'misspelt' && issue.qualifier === null) report(place, 'misspelt-value', part, issue.meant ?? '')
  else
    reportQualifierIssues([issue], { usage: field?.usage ?? 'other', ignored: null, place: 'embedded' }, locate, report)
}
