/**
 * A switch of the board, such as “training may fetch /archive/”: how it is set in a policy, and how
 * to set it by changing the fewest lines. Each way writes a draft. The first draft that has no
 * error and passes the proof of switch-proof.ts is taken. The ways, in order:
 *
 * To close a category: its table in site.toml (edit-toml.ts); then also a rule in the groups and
 * records of its crawlers (closing-lines.ts); then also without the permissions that would win.
 *
 * To close one crawler, or everybody: a rule in the groups and records that name exactly these;
 * the same without the permissions that would win; to close the whole site to one crawler, a group
 * and a record of its own (own-blocks.ts); a field of a route in site.toml; a rule in all groups
 * and records that apply to them; the same without the permissions that would win.
 *
 * To open: one crawler loses the group and record of its own; the lines that close the path are
 * removed, one after another; permissions take their place; a permission is added beside them, but
 * not for a category.
 */

import { categoryByName } from '../author/served/category-names.ts'
import { cached } from '../base/cached.ts'
import type { DecidingField } from '../decide/decision.ts'
import type { Registry } from '../program/program.ts'
import { type CategoryTable, categoriesOfTable } from '../words/category-tables.ts'
import type { Category } from '../words/decision-words.ts'
import { matchesUserAgent, productToken } from '../words/name-token.ts'
import { foldCase, patternForm } from '../words/path-form.ts'
import type { PeoplesUse } from '../words/uses.ts'
import { permitted, withRules } from './closing-lines.ts'
import { type Draft, type Meaning, readDraft } from './draft.ts'
import { appendLines, blocksFor, insertLines, lastRule } from './edit-lines.ts'
import { addRouteField, closeCategory, dropRouteField, openCategory } from './edit-toml.ts'
import { closedByOwn, withoutOwn } from './own-blocks.ts'
import { withFile, withLine } from './site-files.ts'
import { answersTo, type Meant, switchFault } from './switch-proof.ts'

export type Who =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'category'; readonly category: CategoryTable }
  | { readonly kind: 'crawler'; readonly name: string }

export interface Switch {
  readonly who: Who
  readonly use: PeoplesUse
  /** What begins with it is meant; `/` is the whole site. */
  readonly path: string
  readonly opens: boolean
}

/** The changed files; or, where the switch changes nothing, why: what finer rule the files have. */
type Switched = { readonly draft: Draft } | { readonly finer: string }

export function setSwitch(was: Meaning, set: Switch, registry: Registry, now: number): Switched {
  const meant = meantBy(set, was)
  const unchanged = switchFault(was, was, meant, now)
  if (unchanged === null) return { draft: was.draft }
  const faults: string[] = []
  const read = (draft: Draft) => readDraft(draft, registry, now)
  for (const draft of set.opens ? openings(was, set, meant, read) : closings(was, set, meant)) {
    const is = read(draft)
    const error = is.reading.findings.find(({ severity }) => severity === 'error')
    const fault = error === undefined ? switchFault(was, is, meant, now) : error.message
    if (fault === null) return { draft }
    faults.push(fault)
  }
  // What closes the path says more than what the ways to open it would do beside that.
  return { finer: set.opens ? unchanged : (faults[0] ?? unchanged) }
}

/** The table that a switch is about; null: it is about no category. */
function tableOf(who: Who, use: PeoplesUse): CategoryTable | null {
  return who.kind === 'category' ? who.category : use.category
}

/**
 * Whom and what a switch means. Training and answers are what crawlers of a category fetch pages
 * for.
 */
export function meantBy({ who, use, path, opens }: Switch, meaning: Meaning): Meant {
  const category = tableOf(who, use)
  const { byName, byToken } = cached(NAMES, meaning, () => namesIn(meaning))
  const meant: readonly (Category | undefined)[] =
    category === null ? [] : categoriesOfTable(category)
  const isOfCategory = (name: string) =>
    category === null || meant.includes(byName.get(name) ?? byToken.get(name))
  const isMeant =
    who.kind === 'crawler'
      ? (name: string) => matchesUserAgent(foldCase(who.name), name)
      : (name: string) => isOfCategory(name) && (name !== '*' || category === null)
  const ofCategory = category === null ? [] : [...byName.keys()].filter(isOfCategory)
  const names = who.kind === 'crawler' ? [foldCase(who.name)] : ofCategory
  const { shown } = meaning
  return { isMeant, names, usage: use.usage, path: patternForm(path), opens, shown }
}

/** The category of each name; found once for a meaning, because a board has many switches. */
const NAMES = new WeakMap<Meaning, ReturnType<typeof namesIn>>()

function namesIn({ reading, known }: Meaning) {
  const byName = categoryByName(reading.policy, known)
  // C1: of a name of several words a group reads the first.
  return { byName, byToken: new Map([...byName].map(([name, its]) => [productToken(name), its])) }
}

/**
 * How a switch stands, by its path alone: rules inside the path may say something else. `some`:
 * closed to some alone; null: no crawler is known that it is about.
 */
export function stateOf(
  meaning: Meaning,
  set: Omit<Switch, 'opens'>,
  now: number,
): 'open' | 'closed' | 'some' | null {
  const answers = answersTo(meaning, meantBy({ ...set, opens: true }, meaning), now)
  const closed = answers.filter(({ outcome }) => outcome === 'prohibited').length
  if (answers.length === 0) return null
  return closed === 0 ? 'open' : closed === answers.length ? 'closed' : 'some'
}

function* closings(
  { draft, reading }: Meaning,
  { who, use, path }: Switch,
  meant: Meant,
): Generator<Draft> {
  const tree = reading.trees.get('robots.txt')!
  const { usage } = meant
  const category = tableOf(who, use)
  if (category !== null && who.kind !== 'crawler') {
    const closed = withFile(draft, 'site.toml', (text) =>
      closeCategory(text, category, usage, path),
    )
    yield closed
    const isNamed = (name: string) => name !== '*' && meant.isMeant(name)
    yield withRules(closed, tree, meant, isNamed)
    yield withRules(closed, tree, meant, isNamed, permitted(tree, meant.path))
    return
  }
  const isAddressed = (name: string) => name === addressedName(who)
  yield withRules(draft, tree, meant, isAddressed)
  yield withRules(draft, tree, meant, isAddressed, permitted(tree, meant.path))
  if (who.kind === 'crawler' && path === '/') yield* closedByOwn(draft, tree, who.name)
  const field = `${who.kind === 'crawler' ? `${who.name}: ` : ''}disallow-${usage}`
  yield withFile(draft, 'site.toml', (text) => addRouteField(text, path, field))
  yield withRules(draft, tree, meant, meant.isMeant)
  yield withRules(draft, tree, meant, meant.isMeant, permitted(tree, meant.path))
}

/** The name by which groups and records address somebody. */
function addressedName(who: Who): string {
  return who.kind === 'crawler' ? foldCase(who.name) : '*'
}

/** So many lines may close the same. */
const MOST_LINES = 12

/**
 * The drafts that may open it. First the lines that close it are removed; then permissions are
 * added.
 */
function* openings(
  was: Meaning,
  { who, use }: Switch,
  meant: Meant,
  read: (draft: Draft) => Meaning,
): Generator<Draft> {
  const table = tableOf(who, use)
  const own = table === null ? [] : categoriesOfTable(table)
  const tree = was.reading.trees.get('robots.txt')!
  const general = who.kind === 'crawler' ? withoutOwn(was.draft, tree, who.name) : null
  if (general !== null) yield general
  for (const isKept of [false, true]) {
    let meaning = was
    for (let lines = 0; lines < MOST_LINES; lines++) {
      const closed = answersTo(meaning, meant, 0).find(
        ({ outcome, fields }) => outcome === 'prohibited' && fields[0],
      )
      const draft =
        closed === undefined ? null : without(meaning, closed.fields[0]!, meant, isKept, own)
      if (draft === null) break
      meaning = read(draft)
      yield draft
    }
  }
  if (who.kind !== 'category') yield* permissions(was, who, meant)
}

/**
 * The files without the prohibition of one field. `isKept`: a permission takes its place, because a
 * group must not be left without rules (R4); of a table of several categories, those that are not
 * in `own` stay closed.
 */
function without(
  { draft, reading }: Meaning,
  field: DecidingField,
  meant: Meant,
  isKept: boolean,
  own: readonly Category[],
): Draft | null {
  const { source, line, text } = field
  const { path } = meant
  const toml = draft.files.get('site.toml') ?? ''
  if (source === 'route') return withToml(draft, dropRouteField(toml, path, text))
  const closed = reading.categories.find((each) => source === 'site.toml' && each.at.line === line)
  if (closed !== undefined) {
    const { table, usage } = closed
    const opened = openCategory(toml, table, usage, path)
    const rest = isKept ? categoriesOfTable(table).filter((each) => !own.includes(each)) : []
    const close = (text: string, each: Category) => closeCategory(text, each, usage, path)
    return withToml(draft, opened && rest.reduce(close, opened))
  }
  const value = /:\s*(\S+)/.exec(text)?.[1]
  if (line === undefined || value === undefined || patternForm(value) !== path) return null
  const permission = text.replace(/^disallow/i, 'Allow').replace(/(?<=^acap-)disallow/i, 'allow')
  return withLine(draft, source, line, isKept ? permission : null)
}

function withToml(draft: Draft, text: string | null): Draft | null {
  return text === null ? null : withFile(draft, 'site.toml', () => text)
}

/**
 * The drafts with a permission beside the line that closes more: in the group or the record that
 * exists, in both, or in a new record.
 */
function* permissions(
  { draft, reading }: Meaning,
  who: Who,
  { path, usage }: Meant,
): Generator<Draft> {
  const tree = reading.trees.get('robots.txt')!
  const isOwn = (name: string) => name === addressedName(who)
  const [group] = usage === 'crawl' ? blocksFor(tree, 'group', isOwn) : []
  const [record] = blocksFor(tree, 'record', isOwn)
  const inGroup = group && ([lastRule(group), `Allow: ${path}`] as const)
  const inRecord = record && ([lastRule(record), `ACAP-allow-${usage}: ${path}`] as const)
  for (const lines of [[inGroup], [inRecord], [inGroup, inRecord]]) {
    const known = lines.filter((each) => each !== undefined)
    if (known.length === lines.length)
      yield withFile(draft, 'robots.txt', (text) => insertLines(text, known))
  }
  const own = [
    `ACAP-crawler: ${who.kind === 'crawler' ? who.name : '*'}`,
    `ACAP-allow-${usage}: ${path}`,
  ]
  yield withFile(draft, 'robots.txt', (text) => appendLines(text, own))
}
