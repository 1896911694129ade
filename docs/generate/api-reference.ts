/** The public exports of the library → a page of reference for each entry, and their list. */
import { ENTRY_FILES, type PublicExport, publicExports } from './public-api.ts'
import { withValues } from './union-values.ts'

const TITLES = { function: 'Functions', class: 'Classes', value: 'Values', type: 'Types' } as const
const HEAD =
  'Generated from the source by `npm run docs`. [library.md](../library.md) shows them at work.'

/** By the path below docs/: what makes the page. */
export const API_PAGES: Readonly<Record<string, () => string>> = {
  'api/README.md': contents,
  ...Object.fromEntries(
    Object.keys(ENTRY_FILES).map((entry) => [`api/${fileOf(entry)}`, () => pageOf(entry)]),
  ),
}

function fileOf(entry: string): string {
  return `${entry.replaceAll('/', '-')}.md`
}

function contents(): string {
  const rows = Object.keys(ENTRY_FILES).map((entry) => {
    const names = publicExports(entry).filter(({ kind }) => kind !== 'type')
    const links = names.map(({ name }) => `[\`${name}\`](${fileOf(entry)}#${name.toLowerCase()})`)
    return `- [\`${entry}\`](${fileOf(entry)}): ${links.join(', ')}`
  })
  return `# Reference of the library\n\n${HEAD}\n\n${rows.join('\n')}\n`
}

function pageOf(entry: string): string {
  const all = publicExports(entry)
  const isElsewhere = (each: PublicExport) => each.kind === 'type' && pageWith(each.id) !== entry
  const parts = Object.entries(TITLES).flatMap(([kind, title]) => {
    const own = all.filter((each) => each.kind === kind && !isElsewhere(each))
    return own.length === 0 ? [] : [`## ${title}`, ...own.map(section)]
  })
  const links = all.filter(isElsewhere).map(({ name, id }) => {
    return `[\`${name}\`](${fileOf(pageWith(id))}#${name.toLowerCase()})`
  })
  if (links.length > 0) parts.push('## Types described elsewhere', `${links.join(', ')}.`)
  return `# \`${entry}\`\n\n${HEAD}\n\n${parts.join('\n\n')}\n`
}

function section({ name, comment, signature, file }: PublicExport): string {
  const shown = withValues(file, signature)
  return [`### ${name}`, ...paragraphs(comment), `\`\`\`ts\n${shown}\n\`\`\``].join('\n\n')
}

/** The entry on whose page a type is described: the first that has it of those that programs use most. */
function pageWith(id: string): string {
  return MOST_USED.find((entry) => publicExports(entry).some((each) => each.id === id))!
}

const MOST_USED = [
  ...['acap-edge/robots', 'acap-edge/robots/full', 'acap-edge/policy', 'acap-edge/analysis'],
  ...Object.keys(ENTRY_FILES),
]

/** A comment as Markdown: its text, then what its tags say. */
function paragraphs(comment: string): readonly string[] {
  const [text = '', ...tags] = comment.split(
    /(?:^|\s)@(?=(?:param|throws|example|default|returns)\b)/,
  )
  return [linked(text.trim()), ...tags.map(tagText)].filter((each) => each !== '')
}

function tagText(tag: string): string {
  const [, name = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag.trim()) ?? []
  if (name === 'example') return `\`\`\`ts\n${rest}\n\`\`\``
  if (name === 'param') return `- ${rest.replace(/^(\w+)\s*/, '`$1`: ')}`
  if (name === 'default') return `Default: ${rest}`
  if (name === 'returns') return `Returns ${linked(rest)}`
  return `Throws a ${linked(rest)}`
}

/** Rule ids lead to the rules. */
function linked(text: string): string {
  return text
    .replace(/\bdocs\/semantics\.md, ([A-Z]\d*)\b/g, '$1')
    .replace(/(?<![\w`#[])([A-Z]\d{1,2})(?![\w`.])/g, '[$1](../semantics.md#$1)')
}
