/**
 * What authors often want, as forms: the values of a form and a policy → the policy with a few lines more. Each line is one
 * that an author would write; what it changes is shown as for any other change.
 */
import { foldCase } from '../grammar/path-form.ts'
import { boundFields, tokenGroups } from '../language/policy/chosen-groups.ts'
import { formatLine } from '../language/text/format.ts'
import { fieldName, fieldValue, type Tree } from '../language/text/tree.ts'
import type { Draft, Meaning } from './draft.ts'
import {
  addRouteField,
  appendLines,
  blocksFor,
  dropRouteField,
  insertLines,
  routeFields,
  withFile,
  withRouteKey,
  withTableKey,
} from './edit-lines.ts'
import forms from './recipes.json' with { type: 'json' }

type Values = Readonly<Record<string, string>>

/** A form of recipes.json, and what it writes; a text says why it writes nothing. */
export interface Recipe {
  readonly title: string
  readonly fields: readonly Readonly<Record<'name' | 'label' | 'type' | 'value', string> & { optional?: boolean }>[]
  readonly write: (meaning: Meaning, values: Values) => Draft | string
}

export const RECIPES: readonly Recipe[] = [
  { ...forms.partner, write: partner },
  { ...forms.extracts, write: inToml(({ path = '/', words = '' }, text) => withExtracts(text, path, words)) },
  { ...forms.embargo, write: inToml(closedUntil) },
  { ...forms.contact, write: inToml(withContact) },
]

function inToml(write: (values: Values, text: string) => string): Recipe['write'] {
  return ({ draft }, values) => withFile(draft, 'site.toml', (text) => write(values, text))
}

function closedUntil({ path = '/', until = '' }: Values, text: string): string {
  return withRouteKey(text, path, 'closed-until', new Date(until).toISOString().replace(/:00\.000Z$/, ':00Z'))
}

function withContact({ contact = '', terms = '', license = '' }: Values, text: string): string {
  const keys = [
    ['refuse', 'contact', contact],
    ['refuse', 'terms', terms],
    ['signals', 'license', license],
  ] as const
  const given = keys.filter(([, , value]) => value !== '')
  return given.reduce((is, [table, key, value]) => withTableKey(is, [table], key, JSON.stringify(value)), text)
}

/** A group of its own replaces the rules for everybody (C1), so it repeats them. */
function partner({ draft, reading }: Meaning, { name = '', path = '/', from, to, seconds }: Values): Draft | string {
  const tree = reading.trees.get('robots.txt')!
  const [own] = blocksFor(tree, 'group', (each) => each === foldCase(name))
  if (own !== undefined) return `${name} has lines of its own already: line ${own.names[0]!.number} of robots.txt.`
  const repeated = boundFields(tokenGroups(tree), ['*'])
    .filter((line) => line.field?.owner === 'rule' && fieldValue(tree, line) !== '' && fieldValue(tree, line) !== path)
    .map((line) => formatLine(tree, line))
  const group = [
    `User-agent: ${name}`,
    ...repeated,
    `Allow: ${path}`,
    `Visit-time: ${from?.replace(':', '')}-${to?.replace(':', '')}`,
    `Request-rate: 1/${seconds}s`,
  ]
  const record = [`ACAP-crawler: ${name}`, `ACAP-allow-crawl: ${path}`]
  const behind = lastGroupLine(tree)
  const lines = ['', ...group].toReversed().map((line) => [behind ?? 0, line] as const)
  const withGroup = withFile(draft, 'robots.txt', (text) =>
    behind === null ? appendLines(text, group) : insertLines(text, lines),
  )
  if (path === '/' || !hasCrawlRecords(tree)) return withGroup
  return withFile(withGroup, 'robots.txt', (text) => appendLines(text, record))
}

/** Where the groups before the first record end; null where there are none. */
function lastGroupLine({ blocks }: Tree): number | null {
  const first = blocks.findIndex(({ kind }) => kind === 'record')
  const last = blocks.slice(0, first < 0 ? blocks.length : first).findLast((block) => block.kind === 'group')
  if (last?.kind !== 'group') return null
  return Math.max(...last.names.map(({ number }) => number), ...last.fields.map(({ line }) => line.number))
}

/** Whether records tell anybody about the crawl: then a group alone opens nothing (C2). */
function hasCrawlRecords(tree: Tree): boolean {
  return tree.lines.some((line) => line.field?.owner === 'record' && fieldName(tree, line).endsWith('-crawl'))
}

/** The field for everybody takes the place of another about extracts. */
function withExtracts(text: string, path: string, words: string): string {
  const field = Number(words) === 0 ? 'disallow-present-snippet' : `allow-present-snippet max-length=${words}-words`
  const other = routeFields(text, path).find((each) => /^(?:dis)?allow-present-snippet(?: |$)/.test(each))
  if (other === field) return text
  const added = addRouteField(text, path, field)
  return other === undefined ? added : (dropRouteField(added, path, other) ?? added)
}
