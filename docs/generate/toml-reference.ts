/**
 * The JSON Schema of a TOML file → its reference in Markdown: one section for each table, one row for each key.
 * It knows JSON Schema, and nothing of what the keys are for.
 */

/** The parts of JSON Schema that the generated schemas use. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
}

/** A table of the file: its header as it is written, and its schema. */
interface Table {
  readonly header: string
  readonly schema: JsonSchema
  readonly about: string
}

/** Writes the reference of a file under a title and an introduction. */
export function tomlReference(title: string, introduction: string, schema: JsonSchema): string {
  const sections = tablesOf({ header: '', schema, about: '' }).map(section)
  return [`# ${title}`, introduction, ...sections].join('\n\n').concat('\n')
}

/** The table and those inside it, in the order of the schema. */
function tablesOf(table: Table): readonly Table[] {
  const inside = Object.entries(table.schema.properties ?? {}).flatMap(([key, member]) => {
    const inner = innerTable(table.header, key, member)
    return inner ? tablesOf(inner) : []
  })
  return [table, ...inside]
}

/** The table that a key stands for; null where it holds a plain value. */
function innerTable(parent: string, key: string, member: JsonSchema): Table | null {
  const name = parent === '' ? key : `${parent.replace(/^\[+|\]+$/g, '')}.${key}`
  const about = member.description ?? ''
  if (member.properties) return { header: `[${name}]`, schema: member, about }
  if (member.items?.properties) return { header: `[[${name}]]`, schema: member.items, about }
  const values = member.additionalProperties
  if (typeof values === 'object' && values.properties)
    return { header: `[${name}.NAME]`, schema: values, about }
  const choice = member.anyOf?.find((each) => each.properties)
  return choice ? { header: `[${name}]`, schema: choice, about } : null
}

function section({ header, schema, about }: Table): string {
  const keys = Object.entries(schema.properties ?? {})
  const rows = keys.map(([key, member]) => {
    const isRequired = schema.required?.includes(key) ?? false
    return [
      `\`${key}\``,
      valueWords(member),
      isRequired ? 'required' : defaultWords(member),
      member.description ?? '',
    ]
  })
  const title = header === '' ? '## The file' : `## \`${header}\``
  return [
    title,
    ...(about === '' ? [] : [about]),
    markdownTable(['key', 'value', 'default', 'what it is'], rows),
  ].join('\n\n')
}

function valueWords(member: JsonSchema): string {
  if (member.enum) return member.enum.map((value) => `\`${value}\``).join(', ')
  if (member.anyOf) return member.anyOf.map(valueWords).join(', or ')
  if (member.items)
    return member.items.properties ? 'tables' : `list of ${valueWords(member.items)}`
  if (member.type === 'object') return 'table'
  if (member.type === 'boolean') return '`true`, `false`'
  if (member.const !== undefined) return `\`${member.const}\``
  return member.type === 'string' ? 'text' : 'number'
}

function defaultWords({ default: value, type }: JsonSchema): string {
  if (value === undefined || type === 'object' || (Array.isArray(value) && value.length === 0))
    return ''
  return typeof value === 'object' ? '' : `\`${value}\``
}

/** A Markdown table with its columns aligned. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const escaped = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, column) =>
    Math.max(...escaped.map((cells) => cells[column]?.length ?? 0)),
  )
  const lines = escaped.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [
    lines[0],
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...lines.slice(1),
  ].join('\n')
}
