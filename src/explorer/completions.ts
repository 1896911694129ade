/**
 * Proposes what may be written at the caret: fields, usages, qualifiers, crawlers and keys, each
 * with a line of documentation. Knows no DOM.
 */
import VALUE_FORMS from '../language/findings/value-forms.json' with { type: 'json' }
import FIELD_NOTES from '../language/policy/field-notes.json' with { type: 'json' }
import { FIELD_TABLE } from '../language/policy/fields.ts'
import TOML_KEYS from '../language/site/toml-keys.json' with { type: 'json' }
import { CATEGORY_WORDS, type Category } from '../words/decision-words.ts'
import { QUALIFIER_TABLE } from '../words/qualifier-table.ts'
import { isUsage, USAGE_PHRASES, USAGES } from '../words/usages.ts'

/** A word that may be written; `info` says in one line what it is. */
interface Proposal {
  readonly label: string
  readonly info: string
  /** What is written in the place of the label. */
  readonly apply?: string
}

interface Proposals {
  /** Where the word begins that they replace, in the last line. */
  readonly from: number
  readonly options: readonly Proposal[]
}

/** A crawler whose name may be written. */
export interface CompletedCrawler {
  readonly name: string
  readonly category: Category | null
}

const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = TOML_KEYS

/** What may follow a text that ends at the caret; null where nothing is proposed. */
export function proposalsFor(
  file: string,
  before: string,
  crawlers: readonly CompletedCrawler[],
): Proposals | null {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/(?:^|\s)#/.test(line)) return null
  return file.endsWith('.toml') ? inToml(file, before, line) : inFields(line, crawlers)
}

const USAGE_NAMES = USAGES.map((usage): Proposal => ({ label: usage, info: phrase(usage) }))

const FIELDS: readonly Proposal[] = FIELD_TABLE.flatMap(({ name }): readonly Proposal[] => {
  const note = (FIELD_NOTES as Readonly<Record<string, string>>)[name]!
  if (!name.endsWith('-')) return [{ label: name, apply: `${name}: `, info: note }]
  return USAGE_NAMES.map(({ label, info }) => {
    return { label: `${name}${label}`, apply: `${name}${label}: `, info: `${note} ${info}` }
  })
})

function phrase(usage: (typeof USAGES)[number]): string {
  return `${USAGE_PHRASES[usage].replace('…', 'the page')}.`
}

function inFields(line: string, crawlers: readonly CompletedCrawler[]): Proposals | null {
  const colon = line.indexOf(':')
  if (colon < 0) return { from: line.length - line.trimStart().length, options: FIELDS }
  const name = line.slice(0, colon).trim().toLowerCase()
  const value = line.slice(colon + 1)
  const from = line.length - /\S*$/.exec(value)![0].length
  if (name === 'user-agent' || name === 'acap-crawler') {
    const options = crawlers.map(({ name: label, category }) => {
      const info =
        category === null ? 'named in this policy' : `a crawler ${CATEGORY_WORDS[category]}`
      return { label, info }
    })
    const everybody = { label: '*', info: 'every crawler that has no lines of its own' }
    return { from, options: [everybody, ...options] }
  }
  const usage = /^acap-allow-(.*)/.exec(name)?.[1] ?? ''
  const isBehindPath = /^\s*\S+\s/.test(value)
  return isUsage(usage) && isBehindPath ? { from, options: qualifiersOf(usage) } : null
}

function qualifiersOf(usage: (typeof USAGES)[number]): readonly Proposal[] {
  return QUALIFIER_TABLE.filter(
    ({ type, usages }) => type !== 'location' && usages.includes(usage),
  ).map(({ type }) => ({ label: type, apply: `${type}=`, info: plain(VALUE_FORMS[type]) }))
}

function inToml(file: string, before: string, line: string): Proposals | null {
  const keys = TABLES[file]
  const known = /^\s*(\[{0,2})([\w.-]*)$/.exec(line)
  if (keys === undefined || known === null) return null
  const [, brackets, word] = known
  const from = line.length - word!.length
  const about = (path: string) => plain(keys[path]!.split(/(?<=[.;]) /)[0]!)
  if (brackets !== '') {
    const options = tablesIn(keys).map((path) => ({ label: path, info: about(path) }))
    return { from, options }
  }
  const table = openTable(before, keys)
  const inside = table === '' ? '' : `${table}.`
  if (table === 'categories')
    return { from, options: USAGE_NAMES.map((each) => ({ ...each, apply: `${each.label} = ` })) }
  const own = Object.keys(keys).filter((path) => {
    return path.startsWith(inside) && !path.slice(inside.length).includes('.')
  })
  const isValue = (path: string) => !tablesIn(keys).includes(path)
  const options = own.filter(isValue).map((path) => {
    const label = path.slice(inside.length)
    return { label, apply: `${label} = `, info: about(path) }
  })
  return { from, options }
}

const OPEN_TABLES: readonly string[] = ['categories', 'crawlers', 'route', 'case']

/** The keys that are tables: those with keys in them, and those with names. */
function tablesIn(keys: Readonly<Record<string, string>>): readonly string[] {
  const paths = Object.keys(keys)
  return paths.filter((path) => {
    return OPEN_TABLES.includes(path) || paths.some((each) => each.startsWith(`${path}.`))
  })
}

/** The table whose keys come next, without the name in it: `[crawlers.GPTBot]` is `crawlers`. */
function openTable(before: string, keys: Readonly<Record<string, string>>): string {
  const headers = [...before.matchAll(/^[ \t]*\[{1,2}([^\]\n]+)\]/gm)]
  const written = headers.at(-1)?.[1]?.trim() ?? ''
  if (Object.hasOwn(keys, written)) return written
  const [first = '', , ...rest] = written.split('.')
  return [first, ...rest].join('.')
}

function plain(text: string): string {
  return text.replaceAll('`', '')
}
