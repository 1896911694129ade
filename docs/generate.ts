import {
  closingTable,
  tokenTable,
  VOCABULARIES_SCHEMA,
  vocabularyTable,
} from './generate/vocabularies.ts'
/**
 * Writes what is generated under docs/ from its sources in the code: `npm run docs`. A test compares them, so that none
 * is ever out of date. Adding a document is one row of the table.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { CASES_SCHEMA } from '../src/language/site/cases.ts'
import { camelCase } from '../src/language/site/schema-parts.ts'
import { SITE_SCHEMA } from '../src/language/site/site-schema.ts'
import TOML_KEYS from '../src/language/site/toml-keys.json' with { type: 'json' }
import { DEFAULT_PROFILE, DEFAULT_ROUTE, DEFAULT_SITE } from '../src/words/site-config.ts'
import { addressListTable } from './generate/address-lists.ts'
import { API_PAGES } from './generate/api-reference.ts'
import { AUDIT_SCHEMA, contradictionTable } from './generate/audit.ts'
import { bannedWordTable } from './generate/banned-words.ts'
import { commandsReference } from './generate/commands.ts'
import { crawlerRecords, tokenFamilies } from './generate/crawler-records.ts'
import { decisionList } from './generate/decisions.ts'
import { deployButton } from './generate/deploy-button.ts'
import { diagnosticsReference } from './generate/diagnostics.ts'
import { entryTable } from './generate/entries.ts'
import { failureTable } from './generate/failures.ts'
import { timeLimitTable } from './generate/gate-limits.ts'
import { importTable } from './generate/import-table.ts'
import { includedFile } from './generate/included-file.ts'
import { fieldTable, qualifierTable, usageTable, usesTable } from './generate/language-tables.ts'
import { LOG_LINE_SCHEMA } from './generate/log-line-schema.ts'
import { mappingTable } from './generate/mappings.ts'
import { metricTable } from './generate/metrics.ts'
import { pageGlossary } from './generate/page-glossary.ts'
import { pageWordTable } from './generate/page-words.ts'
import { REPORT_SCHEMA } from './generate/report-schema.ts'
import { ROW_SCHEMA } from './generate/row-schema.ts'
import { type JsonSchema, tomlReference } from './generate/toml-reference.ts'

const GENERATED = 'Generated from the schema in the code by `npm run docs`.'

/** The JSON Schema that editors check a file with. */
function editorSchema(title: string, schema: GenericSchema): JsonSchema {
  // What JSON Schema has no word for is left to `acap check`.
  return {
    ...toJsonSchema(schema, { errorMode: 'ignore', ignoreActions: ['transform'] }),
    title,
  } as JsonSchema
}

/** The schema of a file with what each key is for, by its path; a route's refusal has the keys of the site's. */
function described(
  schema: JsonSchema,
  words: Readonly<Record<string, string>>,
  path = '',
): JsonSchema {
  const within = (each: JsonSchema) => described(each, words, path)
  const { properties, items, additionalProperties: named, anyOf } = schema
  const members = Object.entries(properties ?? {}).map(([key, member]) => {
    const place = path === '' ? key : `${path}.${key}`
    const description = words[place] ?? words[place.replace(/^route\./, '')] ?? words[`${path}.*`]
    if (description === undefined)
      throw new Error(`toml-keys.json does not say what \`${place}\` is for`)
    const { default: value, ...rest } = described(member, words, place)
    return [key, { ...rest, description, ...(value !== undefined && { default: value }) }]
  })
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: within(items) }),
    ...(typeof named === 'object' && { additionalProperties: within(named) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
  }
}

/** The schema of a table with the defaults of its keys, which the configuration has in camel case. */
function withDefaults(schema: JsonSchema, defaults: Readonly<Record<string, unknown>>): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([key, member]) => {
    const value = defaults[camelCase(key)] as Readonly<Record<string, unknown>> | null | undefined
    if (value === null || value === undefined) return [key, member]
    if (member.properties) return [key, withDefaults(member, value)]
    const { items, additionalProperties: named } = member
    if (items?.properties) return [key, { ...member, items: withDefaults(items, value) }]
    if (typeof named !== 'object' || !named.properties) return [key, { ...member, default: value }]
    return [key, { ...member, additionalProperties: withDefaults(named, value) }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const SITE_KEYS = described(
  editorSchema('site.toml of acap-edge', SITE_SCHEMA),
  TOML_KEYS['site.toml'],
)
const SITE = withDefaults(SITE_KEYS, {
  ...DEFAULT_SITE,
  paths: DEFAULT_SITE,
  crawlers: DEFAULT_PROFILE,
  route: DEFAULT_ROUTE,
})
const CASES = described(
  editorSchema('cases.toml of acap-edge', CASES_SCHEMA),
  TOML_KEYS['cases.toml'],
)
const REPORT = editorSchema('what acap report --json prints', REPORT_SCHEMA)
const AUDIT = editorSchema('what acap audit --json prints', AUDIT_SCHEMA)
const VOCABULARIES_FILE = editorSchema('what crawlers read today', VOCABULARIES_SCHEMA)
const ROW = editorSchema('a row of requests for acap report', ROW_SCHEMA)
const LOG_LINE = editorSchema('a log line of acap-edge', LOG_LINE_SCHEMA)

/**
 * A document as it stands, with what is between `<!-- generated: NAME -->` and `<!-- end -->` generated again: a table,
 * or the file of this path below docs/.
 */
function filled(path: string, tables: Readonly<Record<string, () => string>> = {}): string {
  return readFileSync(`${import.meta.dirname}/${path}`, 'utf8').replace(
    /(<!-- generated: (\S+) -->\n).*?(<!-- end -->)/gs,
    (_, begin: string, name: string, end: string) => {
      const text = name.includes('/') ? includedFile(name) : tables[name]!()
      return `${begin}\n${text}\n\n${end}`
    },
  )
}

/** Every generated document, by its path under docs/. */
export const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'schema/site.schema.json': () => `${JSON.stringify(SITE, null, 2)}\n`,
  'schema/cases.schema.json': () => `${JSON.stringify(CASES, null, 2)}\n`,
  'schema/log-line.schema.json': () => `${JSON.stringify(LOG_LINE, null, 2)}\n`,
  'schema/report.schema.json': () => `${JSON.stringify(REPORT, null, 2)}\n`,
  'schema/audit.schema.json': () => `${JSON.stringify(AUDIT, null, 2)}\n`,
  'schema/vocabularies.schema.json': () => `${JSON.stringify(VOCABULARIES_FILE, null, 2)}\n`,
  'schema/row.schema.json': () => `${JSON.stringify(ROW, null, 2)}\n`,
  'site-toml.md': () =>
    tomlReference(
      'site.toml',
      `The settings of a site that robots.txt has no fields for. Every key is optional except those marked required; an
unknown key is an error. Editors that know JSON Schema for TOML check and complete it with
\`#:schema ../../docs/schema/site.schema.json\` in the first line. ${GENERATED}`,
      SITE,
    ),
  'cases-toml.md': () =>
    tomlReference(
      'cases.toml',
      `Test cases of a policy, which \`acap test\` runs. Editors that know JSON Schema for TOML
check and complete it with \`#:schema ../../docs/schema/cases.schema.json\` in the first line. ${GENERATED}`,
      CASES,
    ),
  'commands.md': () =>
    commandsReference(`The commands of \`acap\`; [tour.md](tour.md) shows them at work. Generated from the tables of commands and of exit
codes by \`npm run docs\`.`),
  'diagnostics.md': () =>
    diagnosticsReference(`All findings of \`acap check\`. A code keeps its meaning for ever; \`acap explain CODE\` prints its text from this page. A
policy with an error is not built. A comment
\`# acap-ignore CODE REASON\` at the end of a line of robots.txt, site.toml or cases.toml silences the findings of that code
on its line, errors too. A comment that silences nothing is reported. ACAP099 cannot be silenced. The rules in parentheses are those of [semantics.md](semantics.md).
Generated from the catalogue in the code and the golden files under \`test/golden/\` by \`npm run docs\`.`),
  ...API_PAGES,
  'audit.md': () => filled('audit.md', { contradictions: contradictionTable }),
  '../src/crawlers/records.ts': crawlerRecords,
  '../src/crawlers/lists/token-families.json': tokenFamilies,
  '../README.md': () => filled('../README.md', { button: deployButton }),
  'architecture.md': () =>
    filled('architecture.md', { imports: importTable, failures: failureTable }),
  'interop.md': () =>
    filled('interop.md', {
      mappings: mappingTable,
      'page-words': pageWordTable,
      'address-lists': addressListTable,
      vocabularies: vocabularyTable,
      'policy-tokens': tokenTable,
      closing: closingTable,
    }),
  'decisions/README.md': () => filled('decisions/README.md', { decisions: decisionList }),
  'deploy.md': () => filled('deploy.md'),
  'frameworks.md': () => filled('frameworks.md'),
  'glossary.md': () =>
    filled('glossary.md', { 'banned-words': bannedWordTable, 'page-glossary': pageGlossary }),
  'library.md': () => filled('library.md', { entries: entryTable }),
  'servers.md': () => filled('servers.md', { 'time-limits': timeLimitTable, metrics: metricTable }),
  'language.md': () =>
    filled('language.md', {
      usages: usageTable,
      uses: usesTable,
      qualifiers: qualifierTable,
      fields: fieldTable,
    }),
}

if (import.meta.main) {
  for (const [path, make] of Object.entries(DOCUMENTS))
    writeFileSync(`${import.meta.dirname}/${path}`, make())
}
