/**
 * Makes the tree of a site's folders, from the paths of the policy and of a log, and says who may
 * enter each folder. Knows no DOM.
 */
import { readCases } from '../language/site/cases.ts'
import { fieldValue } from '../language/text/tree.ts'
import { type CategoryTable, categoriesOfTable, TABLE_WORDS } from '../words/category-tables.ts'
import { PEOPLES_USES } from '../words/uses.ts'
import type { Meaning } from './draft.ts'
import { stateOf } from './switch.ts'
import { ROWS } from './switch-words.ts'

export interface Folder {
  /** `/`, or a path that ends in one. */
  readonly path: string
  /** Who may enter it, in words. */
  readonly words: string
  readonly state: 'open' | 'closed' | 'some'
  readonly folders: readonly Folder[]
}

const MOST_FOLDERS = 40
const DEEPEST = 3

/** `targets`: addresses that crawlers asked for, those asked for most first. */
export function foldersOf(meaning: Meaning, targets: readonly string[], now: number): Folder {
  const paths = new Set<string>()
  for (const target of [...policyPaths(meaning), ...targets]) {
    const parts = target
      .replace(/[*?$#].*$/s, '')
      .split('/')
      .slice(1, -1)
      .slice(0, DEEPEST)
    for (const [i] of parts.entries())
      if (paths.size < MOST_FOLDERS) paths.add(`/${parts.slice(0, i + 1).join('/')}/`)
  }
  const all = [...paths].sort()
  const folderAt = (path: string): Folder => {
    const inside = all.filter((each) => {
      return each !== path && each.startsWith(path) && !each.slice(path.length, -1).includes('/')
    })
    return { path, ...entryTo(meaning, path, now), folders: inside.map(folderAt) }
  }
  return folderAt('/')
}

/** The paths that the policy and the author's cases name, in their order. */
function policyPaths({ reading, draft, program }: Meaning): readonly string[] {
  const values = [...reading.trees.values()].flatMap((tree) =>
    tree.lines.flatMap((line) => (line.kind === 'field' ? [fieldValue(tree, line)] : [])),
  )
  const tables = reading.categories.map(({ path }) => path)
  const routes = program.config.routes.map(({ match }) => match)
  const { cases } = readCases(draft.files.get('cases.toml') ?? '')
  const all = [...values.flatMap((value) => value.split(/\s/, 1)), ...tables, ...routes]
  return [...all, ...cases.map(({ url }) => url)].filter((path) => path.startsWith('/'))
}

type Entry = Pick<Folder, 'words' | 'state'>

function entryTo(meaning: Meaning, path: string, now: number): Entry {
  const found = ROWS.flatMap((who) => {
    const state = stateOf(meaning, { who, use: PEOPLES_USES[0]!, path }, now)
    return state === null ? [] : [{ who, state }]
  })
  if (found.every(({ state }) => state === 'closed'))
    return { words: 'closed to all crawlers', state: 'closed' }
  if (found.every(({ state }) => state === 'open'))
    return { words: 'open to all crawlers', state: 'open' }
  /** The categories in these states; what `ai` stands for is not named beside it. */
  const namesOf = (...wanted: readonly Entry['state'][]) => {
    const all = found.flatMap(({ who, state }) =>
      who.kind === 'category' && wanted.includes(state) ? [who.category] : [],
    )
    const covered: readonly string[] = all.includes('ai') ? categoriesOfTable('ai') : []
    return all.filter((table) => !covered.includes(table)).map(tableName)
  }
  const [closed, some] = [namesOf('closed'), namesOf('some')]
  const [everybody] = found
  if (everybody?.who.kind === 'everybody' && everybody.state === 'closed')
    return { words: `open to ${namesOf('open', 'some').join(', ')} alone`, state: 'some' }
  const parts = [
    ...(closed.length === 0 ? [] : [`closed to ${closed.join(', ')}`]),
    ...(some.length === 0 ? [] : [`closed in part to ${some.join(', ')}`]),
  ]
  return { words: parts.join('; ') || 'closed to some crawlers', state: 'some' }
}

function tableName(table: CategoryTable): string {
  return table === 'agent' ? 'agents' : TABLE_WORDS[table].replace(/^for /, '')
}
