/**
 * What a switch closes or opens → the ways in which the files may say it, the smallest first, each made when it is asked for.
 * Whether one of them says that and nothing else is for switch-proof.ts to show.
 */
import type { DecidingField } from '../engine/decision.ts'
import { foldCase, patternForm } from '../grammar/path-form.ts'
import type { Block } from '../language/text/owners.ts'
import { fieldName, type Tree } from '../language/text/tree.ts'
import type { Draft, Meaning } from './draft.ts'
import {
  addRouteField,
  appendLines,
  blocksFor,
  closeCategory,
  dropRouteField,
  insertLines,
  lastRule,
  type NewLine,
  openCategory,
  withFile,
  withLine,
} from './edit-lines.ts'
import type { Switch, Who } from './switch.ts'
import { answersTo, type Meant } from './switch-proof.ts'

/** The drafts that may close what is meant. */
export function* closings({ draft, reading }: Meaning, { who, use, path }: Switch, meant: Meant): Generator<Draft> {
  const tree = reading.trees.get('robots.txt')!
  const { usage } = meant
  const category = who.kind === 'category' ? who.category : use.category
  if (category !== null && who.kind !== 'crawler') {
    const closed = withFile(draft, 'site.toml', (text) => closeCategory(text, category, usage, path))
    yield closed
    yield withRules(closed, tree, meant, (name) => name !== '*' && meant.isMeant(name))
    return
  }
  yield withRules(draft, tree, meant, (name) => name === addressedName(who))
  const field = `${who.kind === 'crawler' ? `${who.name}: ` : ''}disallow-${usage}`
  yield withFile(draft, 'site.toml', (text) => addRouteField(text, path, field))
  yield withRules(draft, tree, meant, meant.isMeant)
}

/** The name by which groups and records address somebody. */
function addressedName(who: Who): string {
  return who.kind === 'crawler' ? foldCase(who.name) : '*'
}

/** A prohibition in each group that is for these crawlers alone, and in each record. */
function withRules(draft: Draft, tree: Tree, { usage, path }: Meant, isFor: (name: string) => boolean): Draft {
  const groups = usage === 'crawl' ? blocksFor(tree, 'group', isFor) : []
  // Groups say it to crawlers that no record tells about the crawl.
  const records = blocksFor(tree, 'record', isFor).filter((block) => usage !== 'crawl' || isAboutCrawl(tree, block))
  return withFile(draft, 'robots.txt', (text) =>
    insertLines(text, [
      ...groups.map((block): NewLine => [lastRule(block), `Disallow: ${path}`]),
      ...records.map((block): NewLine => [lastRule(block), `ACAP-disallow-${usage}: ${path}`]),
    ]),
  )
}

function isAboutCrawl(tree: Tree, block: Block): boolean {
  return block.kind === 'record' && block.fields.some((line) => fieldName(tree, line).endsWith('-crawl'))
}

/** So many lines may close the same. */
const MOST_LINES = 12

/** The drafts that may open it: what closes it goes, or a permission comes. */
export function* openings(
  was: Meaning,
  { who }: Switch,
  meant: Meant,
  read: (draft: Draft) => Meaning,
): Generator<Draft> {
  for (const isKept of [false, true]) {
    let meaning = was
    for (let lines = 0; lines < MOST_LINES; lines++) {
      const closed = answersTo(meaning, meant, 0).find(({ outcome, fields }) => outcome === 'prohibited' && fields[0])
      const draft = closed === undefined ? null : without(meaning, closed.fields[0]!, meant, isKept)
      if (draft === null) break
      meaning = read(draft)
      yield draft
    }
  }
  if (who.kind !== 'category') yield* permissions(was, who, meant)
}

/** The files without what a field says; with a permission in its place where its group would be left without rules (R4). */
function without({ draft, reading }: Meaning, field: DecidingField, meant: Meant, isKept: boolean): Draft | null {
  const { source, line, text } = field
  const { path } = meant
  const toml = draft.files.get('site.toml') ?? ''
  if (source === 'route') return withToml(draft, dropRouteField(toml, path, text))
  const closed = reading.categories.find((each) => source === 'site.toml' && each.at.line === line)
  if (closed !== undefined) return withToml(draft, openCategory(toml, closed.category, closed.usage, path))
  const value = /:\s*(\S+)/.exec(text)?.[1]
  if (line === undefined || value === undefined || patternForm(value) !== path) return null
  const permission = text.replace(/^(acap-)?disallow/i, (_, acap = '') => `${acap}${acap === '' ? 'Allow' : 'allow'}`)
  return withLine(draft, source, line, isKept ? permission : null)
}

function withToml(draft: Draft, text: string | null): Draft | null {
  return text === null ? null : withFile(draft, 'site.toml', () => text)
}

/** A permission beside what closes more: in the own group, in the own record, in both; in a record of its own. */
function* permissions({ draft, reading }: Meaning, who: Who, { path, usage }: Meant): Generator<Draft> {
  const tree = reading.trees.get('robots.txt')!
  const isOwn = (name: string) => name === addressedName(who)
  const [group] = usage === 'crawl' ? blocksFor(tree, 'group', isOwn) : []
  const [record] = blocksFor(tree, 'record', isOwn)
  const inGroup = group && ([lastRule(group), `Allow: ${path}`] as const)
  const inRecord = record && ([lastRule(record), `ACAP-allow-${usage}: ${path}`] as const)
  for (const lines of [[inGroup], [inRecord], [inGroup, inRecord]]) {
    const known = lines.filter((each) => each !== undefined)
    if (known.length === lines.length) yield withFile(draft, 'robots.txt', (text) => insertLines(text, known))
  }
  const own = [`ACAP-crawler: ${who.kind === 'crawler' ? who.name : '*'}`, `ACAP-allow-${usage}: ${path}`]
  yield withFile(draft, 'robots.txt', (text) => appendLines(text, own))
}
