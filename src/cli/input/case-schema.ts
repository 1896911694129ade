/**
 * The members of a case that `acap decide --batch` reads, as a schema and, line by line, for people; and those that a
 * case has for anyone who checks or reads it, which are passed over.
 */
import * as v from 'valibot'
import { about } from '../../language/site/schema-parts.ts'
import { ASSURANCES } from '../../vocabulary/decision-words.ts'
import { QUALIFIER_TABLE } from '../../vocabulary/qualifier-table.ts'
import { USAGES } from '../../vocabulary/usages.ts'
import { columns } from '../command.ts'
import { isMoment } from './read-moment.ts'

const USAGE = v.picklist(USAGES)
const QUALIFIER = v.picklist(QUALIFIER_TABLE.map(({ type }) => type))
const WORDS = v.array(v.string())
const META = v.strictObject({ name: v.string(), content: v.string() })
const INTERPRETS = v.strictObject({
  usages: v.array(USAGE),
  qualifiers: v.array(QUALIFIER),
  elements: v.exactOptional(v.boolean()),
})

/** The instant at which a case is decided that names none. */
export const DEFAULT_NOW = '2026-01-15T12:00:00Z'
export const DEFAULT_ORIGIN = 'https://www.example.com'

const FACTS = {
  userAgent: about('the User-Agent that asks; required', v.string()),
  target: about('path and query; required', v.pipe(v.string(), v.startsWith('/', 'a path, beginning with `/`'))),
  usage: v.optional(about('the usage asked about; default `crawl`', USAGE)),
  purposes: v.optional(about("the crawler's usage purposes, a list of texts", WORDS)),
  now: v.optional(
    about(
      `when, as RFC 3339 writes it; default ${DEFAULT_NOW}`,
      v.pipe(v.string(), v.check(isMoment, `a time that exists, as ${DEFAULT_NOW}`)),
    ),
  ),
  uri: v.optional(
    about(`the resource's own URI, for \`location\`; default ${DEFAULT_ORIGIN} and the target`, v.string()),
  ),
  meta: v.optional(about('the tags of the page, a list of {"name": …, "content": …}', v.array(META))),
  elements: v.optional(about("class tokens of the page's elements, a list of texts", WORDS)),
  interprets: v.optional(
    about(
      '`all` (default), `crawl-only`, or {"usages": […], "qualifiers": […], "elements": true}',
      v.union([v.picklist(['all', 'crawl-only']), INTERPRETS]),
    ),
  ),
  application: v.optional(about('an application, for App-Directives', v.string())),
  dialect: v.optional(about('`acap` (default), or `rep`: a crawler that knows no ACAP', v.picklist(['acap', 'rep']))),
  assurance: v.optional(about('how far the name is proven; default `claimed`', v.picklist(ASSURANCES))),
}

/** The expected decision, and the description of the case. */
const PASSED_OVER = [
  ...['expect', 'basis', 'lines', 'restrictions', 'retryAfter', 'directives', 'rate', 'comments'],
  ...['id', 'name', 'note', 'why', 'cites'],
] as const

const passedOver = Object.fromEntries(PASSED_OVER.map((name) => [name, v.optional(v.unknown())]))

/** A case. */
export const CASE_SCHEMA = v.strictObject({ ...passedOver, ...FACTS })

/** The names of the members that are read. */
export const FACT_NAMES: readonly string[] = Object.keys(FACTS)

/** What other tools, and other commands of ours, call these members. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['as', 'userAgent'],
  ['agent', 'userAgent'],
  ['ua', 'userAgent'],
  ['crawler', 'userAgent'],
  ['url', 'target'],
  ['path', 'target'],
  ['at', 'now'],
  ['time', 'now'],
  ['date', 'now'],
  ['purpose', 'purposes'],
  ['app', 'application'],
])

/** The members for people, in two columns. */
export function caseMembers(): string {
  const rows = Object.entries(FACTS).map(
    ([name, schema]) => [name, v.getDescription('wrapped' in schema ? schema.wrapped : schema)!] as const,
  )
  const others = PASSED_OVER.map((name) => `\`${name}\``).join(', ')
  return `${columns(rows)}\nIgnored: ${others}.\nAny other member is an error.\n`
}
