/**
 * Converts valibot's issues to errors that people distinguish, each with a path and what is
 * expected there.
 */
import type * as v from 'valibot'
import type { TomlPath } from './toml-places.ts'

export interface SchemaIssue {
  readonly kind: 'value' | 'key' | 'unknown-key' | 'missing-key'
  readonly path: TomlPath
  /** The expected value, and the words or keys to choose from. */
  readonly expected: string
  readonly options: readonly string[]
}

/** One error for each path. For alternatives, the one that the value resembles most. */
export function issuesOf(
  issues: readonly v.BaseIssue<unknown>[],
  prefix: TomlPath = [],
): readonly SchemaIssue[] {
  const found = new Map<string, SchemaIssue>()
  for (const issue of issues) {
    for (const one of issueOf(issue, prefix)) {
      const id = JSON.stringify(one.path)
      if (!found.has(id)) found.set(id, one)
    }
  }
  return [...found.values()]
}

function issueOf(issue: v.BaseIssue<unknown>, prefix: TomlPath): readonly SchemaIssue[] {
  const steps = issue.path ?? []
  const path = [...prefix, ...steps.map((step) => step.key as string | number)]
  const inside =
    issue.type === 'union' ? issue.issues?.filter((each) => each.path !== undefined) : undefined
  if (inside && inside.length > 0) return issuesOf(inside, path)
  const isKey = steps.at(-1)?.origin === 'key'
  const kind = !isKey ? 'value' : issue.type === 'strict_object' ? 'missing-key' : 'key'
  return [{ kind, path, ...expectation(issue) }]
}

/**
 * Finds what valibot misses: lists in place of tables and the reverse, and further unknown keys.
 */
export function misshapen(
  schema: v.GenericSchema,
  value: unknown,
  path: TomlPath = [],
): readonly SchemaIssue[] {
  const tables = tablesOf(schema)
  if (typeof value !== 'object' || value === null || tables.length === 0) return []
  const isList = Array.isArray(value)
  const fitting = tables.filter((table) => 'item' in table === isList)
  if (fitting.length === 0)
    return [{ kind: 'value', path, expected: shapeOf(tables, path), options: [] }]
  const options = fitting.flatMap((table) => ('entries' in table ? Object.keys(table.entries) : []))
  return Object.entries(value).flatMap(([key, member]): readonly SchemaIssue[] => {
    const step = isList ? Number(key) : key
    const members = fitting.flatMap((table) => membersAt(table, step))
    const inner = [...path, step]
    if (members.length === 0) return [{ kind: 'unknown-key', path: inner, expected: '', options }]
    return members.flatMap((each) => misshapen(each, member, inner))
  })
}

function shapeOf(tables: ReturnType<typeof tablesOf>, path: TomlPath): string {
  const header = path.filter((step) => typeof step === 'string').join('.')
  const lists = tables.filter((table) => 'item' in table)
  if (lists.length === 0) return `a table, \`[${header}]\``
  return lists.some(({ item }) => tablesOf(item).length > 0)
    ? `\`[[${header}]]\`, once for each`
    : TYPES.Array!
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  boolean: '`true` or `false`',
  number: 'a number',
  Array: 'a list, as `["one", "two"]`',
  Object: 'a table',
}

function expectation(issue: v.BaseIssue<unknown>): Pick<SchemaIssue, 'expected' | 'options'> {
  if (issue.kind === 'validation' || issue.type === 'literal')
    return { expected: issue.message, options: [] }
  if (issue.type === 'union' && issue.issues) {
    const all = issue.issues.map(expectation)
    return {
      expected: all.map(({ expected }) => expected).join(', or '),
      options: all.flatMap(({ options }) => options),
    }
  }
  const type = issue.expected ?? ''
  if (issue.type !== 'picklist') return { expected: TYPES[type] ?? type, options: [] }
  const choices = type.replace(/^\(|\)$/g, '').split(' | ')
  const quoted = choices.map((choice) => `\`${choice.replaceAll('"', '')}\``)
  const last = quoted.pop()
  return {
    expected: quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : `${last}`,
    options: choices
      .filter((choice) => choice.startsWith('"'))
      .map((choice) => choice.replaceAll('"', '')),
  }
}

type Node = v.GenericSchema & {
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
}
type Table = v.GenericSchema & { readonly entries: Readonly<Record<string, v.GenericSchema>> }
type List = v.GenericSchema & { readonly item: v.GenericSchema }
type Dictionary = v.GenericSchema & { readonly value: v.GenericSchema }

/** The tables, lists and dictionaries that a schema allows, inside `optional` and alternatives. */
function tablesOf(schema: v.GenericSchema): readonly (Table | List | Dictionary)[] {
  const node = schema as Node
  if (node.wrapped) return tablesOf(node.wrapped)
  if (node.type === 'union') return (node.options as readonly v.GenericSchema[]).flatMap(tablesOf)
  return ['strict_object', 'array', 'record'].includes(node.type)
    ? [node as Table | List | Dictionary]
    : []
}

function membersAt(
  table: Table | List | Dictionary,
  step: string | number,
): readonly v.GenericSchema[] {
  if ('item' in table) return [table.item]
  if ('value' in table) return [table.value]
  return Object.hasOwn(table.entries, step) ? [table.entries[step]!] : []
}
