/**
 * What a switch closes → the ways in which the files may say it, the smallest first. Whether one of them says that and
 * nothing else is for switch-proof.ts to show.
 */
import { foldCase } from '../grammar/path-form.ts'
import type { Block } from '../language/text/owners.ts'
import { fieldName, type Tree } from '../language/text/tree.ts'
import type { Draft, Meaning } from './draft.ts'
import type { Switch, Who } from './switch.ts'
import { blocksFor, insertLine, lastRule } from './switch-lines.ts'
import type { Meant } from './switch-proof.ts'
import { addRouteField, closeCategory } from './switch-toml.ts'

/** The drafts, each made when it is asked for. */
export function* closings({ draft, reading }: Meaning, { who, use, path }: Switch, meant: Meant): Generator<Draft> {
  const tree = reading.trees.get('robots.txt')!
  const { usage } = meant
  const category = who.kind === 'category' ? who.category : use.category
  if (category !== null && who.kind !== 'crawler') {
    const closed = withFile(draft, 'site.toml', (text) => closeCategory(text, category, usage, path))
    yield closed
    yield withFile(closed, 'robots.txt', (text) =>
      withRules(text, tree, meant, (name) => name !== '*' && meant.isMeant(name)),
    )
    return
  }
  const isOwn = (name: string) => name === addressedName(who)
  yield withFile(draft, 'robots.txt', (text) => withRules(text, tree, meant, isOwn))
  const field = `${who.kind === 'crawler' ? `${who.name}: ` : ''}disallow-${usage}`
  yield withFile(draft, 'site.toml', (text) => addRouteField(text, path, field))
  yield withFile(draft, 'robots.txt', (text) => withRules(text, tree, meant, meant.isMeant))
}

/** The name by which groups and records address somebody. */
export function addressedName(who: Who): string {
  return who.kind === 'crawler' ? foldCase(who.name) : '*'
}

/** A draft with one file changed. */
export function withFile(draft: Draft, file: string, change: (text: string) => string): Draft {
  return { ...draft, files: new Map(draft.files).set(file, change(draft.files.get(file) ?? '')) }
}

/** A prohibition in each group that is for these crawlers alone, and in each record. */
function withRules(text: string, tree: Tree, { usage, path }: Meant, isFor: (name: string) => boolean): string {
  const groups = usage === 'crawl' ? blocksFor(tree, 'group', isFor) : []
  // Groups say it to crawlers that no record tells about the crawl.
  const records = blocksFor(tree, 'record', isFor).filter((block) => usage !== 'crawl' || isAboutCrawl(tree, block))
  const lines = [
    ...groups.map((block) => [lastRule(block), `Disallow: ${path}`] as const),
    ...records.map((block) => [lastRule(block), `ACAP-disallow-${usage}: ${path}`] as const),
  ]
  return lines.sort(([a], [b]) => b - a).reduce((edited, [behind, line]) => insertLine(edited, behind, line), text)
}

function isAboutCrawl(tree: Tree, block: Block): boolean {
  return block.kind === 'record' && block.fields.some((line) => fieldName(tree, line).endsWith('-crawl'))
}
