/**
 * Every permission and prohibition that can bear on a question, of robots.txt and embedded, as one kind of field; and
 * what Q3, Q4, E3, F1 and F2 make of each before any is compared with another.
 */
import type {
  AcapRecord,
  PermissionField,
  Policy,
  RoutePolicy,
} from '../../src/language/policy/policy.ts'
import type { Effect } from '../../src/words/decision-words.ts'
import type { EmbeddedField } from '../../src/words/embedded.ts'
import type { Interprets, Qualifier } from '../../src/words/restriction.ts'
import { baseUsage, type Usage } from '../../src/words/usages.ts'
import { sameLocation } from './location.ts'
import { nameMatches } from './names.ts'
import { isNarrower, matchesAnyCase } from './patterns.ts'
import type { Question, Source } from './question.ts'

/** One field on one pattern. */
export interface Field {
  readonly embedded: boolean
  /** The names it is for; `*` for all. */
  readonly names: readonly string[]
  /** The purpose patterns it is bound to; null where it is bound to none. */
  readonly purposes: readonly string[] | null
  readonly effect: Effect
  readonly usage: Usage
  /** Embedded fields have the empty pattern, which matches every page. */
  readonly pattern: string
  readonly qualifiers: readonly Qualifier[]
  /** It prohibits only because of Q4 or F1 (D). */
  readonly fallback: boolean
  readonly source: Source
}

/** The fields of ACAP records, one for each pattern (P5). */
export function recordFields(records: readonly AcapRecord[]): Field[] {
  return records.flatMap((record) => [
    ...fieldsOf(record.fields, record.names, null),
    ...record.subRecords.flatMap((part) => fieldsOf(part.fields, record.names, part.purposes)),
  ])
}

function fieldsOf(
  fields: readonly PermissionField[],
  names: readonly string[],
  purposes: readonly string[] | null,
) {
  return fields.flatMap((field) =>
    field.patterns.map((pattern) => ({
      embedded: false,
      names,
      purposes,
      effect: field.effect,
      usage: field.usage,
      pattern,
      qualifiers: field.qualifiers,
      fallback: false,
      source: field.origin,
      ...(field.uninterpretable ? PROHIBITION : {}),
    })),
  )
}

/** Q4 (ACAP Part 1, 2.4.3): a permission that cannot be interpreted is a prohibition of its usage. */
const PROHIBITION = { effect: 'disallow', qualifiers: [], fallback: true } as const

/** R11: a referenced file's records and groups count only for the crawlers of the referring record. */
export function inScope(scope: readonly string[] | null, userAgent: string): boolean {
  return scope === null || scope.some((name) => name === '*' || nameMatches(name, userAgent))
}

/** E2, E4: the page's META fields and those of the route that applies; `robots` stands for `*`. */
export function embeddedFields(
  policy: Policy,
  question: Question,
  targets: readonly string[],
): Field[] {
  const route = routeFor(policy, targets)
  const own =
    route === null ? [] : [...route.fields, ...unmetLocation(policy, route, question, targets[0]!)]
  return [...(question.meta ?? []), ...own].map((field) => ({
    embedded: true,
    names: [levelName(field)],
    purposes: field.purposes.length === 0 ? null : field.purposes,
    effect: field.effect,
    usage: field.usage,
    pattern: '',
    qualifiers: field.qualifiers,
    fallback: false,
    source: { source: field.source, text: field.text },
    ...(field.uninterpretable ? PROHIBITION : {}),
  }))
}

/** I2: the names in routes stand in the pool of the whole site. */
export function routeNames(policy: Policy): readonly string[] {
  return policy.routes.flatMap((route) => route.fields.map(levelName))
}

function levelName(field: EmbeddedField): string {
  return field.name === 'robots' ? '*' : field.name
}

/** One route applies: the narrowest that matches, else the first (docs/site-toml.md). */
function routeFor(policy: Policy, targets: readonly string[]): RoutePolicy | null {
  const matching = policy.routes.filter((route) =>
    targets.some((target) => matchesAnyCase(route.match, target)),
  )
  const narrowest = matching.filter(
    (route) => !matching.some((other) => isNarrower(other.match, route.match)),
  )
  return narrowest[0] ?? null
}

/** E5: a route's `location` binds the crawl, and never opens it: only where it is not met does it say anything. */
function unmetLocation(
  policy: Policy,
  route: RoutePolicy,
  { uri }: Question,
  target: string,
): EmbeddedField[] {
  const { canonical, routes } = policy.config
  const setting = routes[route.index]?.location ?? false
  const location =
    setting === true && canonical !== null ? canonical.replace(/\/$/, '') + target : setting
  if (typeof location !== 'string' || uri === undefined || sameLocation(location, uri)) return []
  return [
    {
      source: 'route',
      name: 'robots',
      effect: 'allow',
      usage: 'crawl',
      purposes: [],
      qualifiers: [{ type: 'location', uri: location }],
      uninterpretable: false,
      text: `allow-crawl location=${location}`,
    },
  ]
}

/** F2: for a crawler that does not process elements, each element field prohibits its usage for the page. */
export function elementFields(question: Question, interprets: Interprets): Field[] {
  const processes =
    interprets === 'all' || (interprets !== 'crawl-only' && interprets.elements !== false)
  if (processes) return []
  return (question.elements ?? []).map((element) => ({
    embedded: true,
    names: ['*'],
    purposes: null,
    effect: 'disallow',
    usage: element.usage,
    pattern: '',
    qualifiers: [],
    fallback: true,
    source: { source: 'meta', text: `the-acap:${element.effect}-${element.usage}` },
  }))
}

/** Q3, then E3: a permission that has lapsed, or whose page lies elsewhere, is a prohibition of its usage. */
export function atThisTimeAndPlace(field: Field, question: Question): Field {
  const holds = field.qualifiers.every((qualifier) => {
    if (qualifier.type === 'location') return sameLocation(qualifier.uri, question.uri)
    if (qualifier.type === 'time-limit' && 'until' in qualifier)
      return question.now < dayAfter(qualifier.until)
    return true
  })
  return field.effect === 'disallow' || holds
    ? field
    : { ...field, effect: 'disallow', qualifiers: [] }
}

/** Q3: `until-DATE` permits through the end of that day in UTC. */
function dayAfter(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) + 24 * 60 * 60 * 1000
}

/** F1: what a field is for a crawler that interprets so much; null where it drops it. */
export function asInterpreted(field: Field, interprets: Interprets): Field | null {
  if (interprets === 'all') return field
  const usages: readonly Usage[] = interprets === 'crawl-only' ? ['crawl'] : interprets.usages
  const qualifiers = interprets === 'crawl-only' ? [] : interprets.qualifiers
  if (field.effect === 'allow') {
    const understood = field.qualifiers.every((qualifier) =>
      qualifiers.some((type) => type === qualifier.type),
    )
    if (!understood) return asInterpreted({ ...field, ...PROHIBITION }, interprets)
    return usages.includes(field.usage) ? field : null
  }
  const instead = fallsBackTo(field.usage)
  if (usages.includes(field.usage) || instead === null) return field
  return asInterpreted({ ...field, usage: instead, fallback: true }, interprets)
}

/** F1: a `present-…` falls back to `present`, a basic usage to `crawl`; `crawl` and `other` do not. */
function fallsBackTo(usage: Usage): Usage | null {
  if (usage === 'crawl' || usage === 'other') return null
  return baseUsage(usage) ?? 'crawl'
}
