/**
 * Parses a conformance case from JSON into EngineFacts. Throws a UsageError for a wrong or unknown
 * member.
 */
import * as v from 'valibot'
import { readMoment } from '../../author/files/checked-value.ts'
import { momentFault } from '../../base/calendar.ts'
import { UsageError } from '../../base/faults.ts'
import type { EngineFacts } from '../../decide/decision.ts'
import { nearest } from '../../language/findings/suggest.ts'
import { issuesOf, misshapen, type SchemaIssue } from '../../language/site/schema-issues.ts'
import { about } from '../../language/site/schema-parts.ts'
import { ASSURANCES } from '../../words/decision-words.ts'
import { readMeta } from '../../words/meta-issues.ts'
import { QUALIFIER_TABLE } from '../../words/qualifier-table.ts'
import { readClassToken } from '../../words/usage-name.ts'
import { USAGES } from '../../words/usages.ts'
import { columns } from '../command.ts'

/** Reads one case; `whole` is what the case is called. */
export function readCase(value: unknown, whole = 'case'): EngineFacts {
  const read = v.safeParse(CASE_SCHEMA, value)
  if (!read.success) {
    const unknown = misshapen(CASE_SCHEMA, value).filter(({ kind }) => kind === 'unknown-key')
    throw new UsageError(describe([...unknown, ...issuesOf(read.issues)][0]!, value, whole))
  }
  const given = Object.entries(read.output).filter(
    ([name, member]) => Object.hasOwn(FACTS, name) && member !== undefined,
  )
  const { meta, elements, now, ...facts } = Object.fromEntries(given) as v.InferOutput<
    typeof CASE_SCHEMA
  >
  return {
    uri: DEFAULT_ORIGIN + facts.target,
    ...facts,
    now: readMoment(now ?? DEFAULT_NOW),
    ...(meta && { meta: readMeta(meta).fields }),
    ...(elements && { elements: elements.map(readClassToken).filter((field) => field !== null) }),
  } as EngineFacts
}

/** `case.usage`: what was found and what is known, in one line. */
function describe(
  { kind, path, expected, options }: SchemaIssue,
  value: unknown,
  whole: string,
): string {
  const key = String(path.at(-1) ?? whole)
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  const name = `\`${whole === '' ? steps.replace(/^\./, '') : whole + steps}\``
  if (kind === 'missing-key') return `${name} is missing`
  if (kind === 'unknown-key') {
    const known = path.length === 1 ? FACT_NAMES : options
    const meant = (path.length === 1 ? OTHER_NAMES.get(key) : undefined) ?? nearest(key, known)
    return `${name} is not known: ${meant === null ? `known are ${known.join(', ')}` : `did you mean \`${meant}\`?`}`
  }
  const found = path.reduce(
    (inside, step) => (inside as Readonly<Record<string | number, unknown>>)?.[step],
    value,
  )
  const meant = typeof found === 'string' ? nearest(found, options) : null
  // What is a table in TOML is an object here.
  const wanted =
    meant === null
      ? `it should be ${expected.replaceAll('a table', 'an object')}`
      : `did you mean \`${meant}\`?`
  return `${name} is ${shown(found)}: ${wanted}`
}

const MOST_SHOWN = 60

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return `\`${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}\``
}

const USAGE = v.picklist(USAGES)
const QUALIFIER = v.picklist(QUALIFIER_TABLE.map(({ type }) => type))
const WORDS = v.array(v.string())
const META = v.strictObject({ name: v.string(), content: v.string() })
const INTERPRETS = v.strictObject({
  usages: v.array(USAGE),
  qualifiers: v.array(QUALIFIER),
  elements: v.exactOptional(v.boolean()),
})

const DEFAULT_NOW = '2026-01-15T12:00:00Z'
const DEFAULT_ORIGIN = 'https://www.example.com'

const FACTS = {
  userAgent: about('the User-Agent that asks; required', v.string()),
  target: about(
    'path and query; required',
    v.pipe(v.string(), v.startsWith('/', 'a path, beginning with `/`')),
  ),
  usage: v.optional(about('the usage asked about; default `crawl`', USAGE)),
  purposes: v.optional(about("the crawler's usage purposes, a list of texts", WORDS)),
  now: v.optional(
    about(
      `when, as RFC 3339 writes it; default ${DEFAULT_NOW}`,
      v.pipe(
        v.string(),
        v.check((text) => momentFault(text) === null, `a time that exists, as ${DEFAULT_NOW}`),
      ),
    ),
  ),
  uri: v.optional(
    about(
      `the resource's own URI, for \`location\`; default ${DEFAULT_ORIGIN} and the target`,
      v.string(),
    ),
  ),
  meta: v.optional(
    about('the tags of the page, a list of {"name": …, "content": …}', v.array(META)),
  ),
  elements: v.optional(about("class tokens of the page's elements, a list of texts", WORDS)),
  interprets: v.optional(
    about(
      '`all` (default), `crawl-only`, or {"usages": […], "qualifiers": […], "elements": true}',
      v.union([v.picklist(['all', 'crawl-only']), INTERPRETS]),
    ),
  ),
  application: v.optional(about('an application, for App-Directives', v.string())),
  dialect: v.optional(
    about('`acap` (default), or `rep`: a crawler that knows no ACAP', v.picklist(['acap', 'rep'])),
  ),
  assurance: v.optional(
    about('how far the name is proven; default `claimed`', v.picklist(ASSURANCES)),
  ),
  unlisted: v.optional(
    about('true: the lists of the name lack its address and cannot disprove it', v.boolean()),
  ),
}

const PASSED_OVER = [
  'expect',
  'basis',
  'lines',
  'restrictions',
  'retryAfter',
  'directives',
  'rate',
  'comments',
  'id',
  'name',
  'note',
  'why',
  'cites',
] as const

const passedOver = Object.fromEntries(PASSED_OVER.map((name) => [name, v.optional(v.unknown())]))

const CASE_SCHEMA = v.strictObject({ ...passedOver, ...FACTS })

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

export function caseMembers(): string {
  const rows = Object.entries(FACTS).map(
    ([name, schema]) =>
      [name, v.getDescription('wrapped' in schema ? schema.wrapped : schema)!] as const,
  )
  const others = PASSED_OVER.map((name) => `\`${name}\``).join(', ')
  return `${columns(rows)}\nIgnored: ${others}.\nAny other member is an error.\n`
}
