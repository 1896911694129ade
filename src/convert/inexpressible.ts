/**
 * A site → its fields that are not about the crawl. Conventional records cannot express them. One entry for each field.
 */

import { productToken } from '../grammar/name-token.ts'
import { allFields } from '../language/policy/all-fields.ts'
import type { Origin } from '../language/policy/policy.ts'
import { referencedPath, referenceLines } from '../language/policy/references.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Line } from '../language/text/lines.ts'
import type { Span } from '../language/text/source.ts'
import { fieldSpan, fieldText, fieldValue, type Tree } from '../language/text/tree.ts'

/** A field that conventional records cannot express. */
export interface Inexpressible {
  readonly at: Span
  readonly text: string
  /** What to do instead. */
  readonly help: string | null
}

const TAKEN_DOWN = 'the crawl is prohibited; ask the search engines to remove their copies'
const ELSEWHERE = 'write it in a group of the robots.txt'
const BY_NAME = 'say it of single crawlers, in records of the robots.txt'
const NAMELESS = 'give the crawler a name that begins with its product token: letters, digits, `-` and `_`'

/** All of them. */
export function inexpressible(reading: SiteReading): Inexpressible[] {
  return [...fieldsOf(reading), ...inLines(reading), ...routesOf(reading), ...categoriesOf(reading)]
}

/** I6: what a category may not do with pages. Vocabularies name crawlers, if any, and no categories. */
export function categoriesOf({ categories }: SiteReading): Inexpressible[] {
  return categories
    .filter(({ usage }) => usage !== 'crawl')
    .map(({ category, usage, at }) => ({ at, text: `[categories.${category}] ${usage} = false`, help: BY_NAME }))
}

function fieldsOf({ policy, trees }: SiteReading): Inexpressible[] {
  const found = new Map<string, Inexpressible>()
  const note = ({ source, line, text }: Origin, help: string | null) => {
    const tree = trees.get(source)!
    found.set(`${source}:${line}`, { at: fieldSpan(tree, tree.lines[line - 1]!), text, help })
  }
  for (const { usage, origin } of policy.records.flatMap(allFields)) if (usage !== 'crawl') note(origin, null)
  for (const { action, origin } of policy.records.flatMap(({ actions }) => actions)) {
    note(origin, action === 'take-down' ? TAKEN_DOWN : null)
  }
  // R11: hours and pace of a file that a record refers to are for that record's crawlers alone.
  const elsewhere = policy.ignoresConventional ? [] : policy.groups.filter(({ scope }) => scope !== null)
  for (const { origin } of elsewhere.flatMap(({ settings }) => settings)) note(origin, ELSEWHERE)
  return [...found.values()]
}

/** Records on other servers, and names that have no product token (C1). */
function inLines({ trees, policy }: SiteReading): Inexpressible[] {
  if (policy.version.reading === 'none') return []
  return [...trees.values()].flatMap((tree) => {
    const remote = referenceLines(tree).filter(({ line }) => referencedPath(fieldValue(tree, line)) === null)
    const records = tree.blocks.filter((block) => block.kind === 'record')
    const nameless = records.flatMap(({ names }) => names).filter((line) => isNameless(fieldValue(tree, line)))
    return [
      ...remote.map(({ line }) => atLine(tree, line, null)),
      ...nameless.map((line) => atLine(tree, line, NAMELESS)),
    ]
  })
}

function isNameless(name: string): boolean {
  return name !== '' && productToken(name) === null
}

/** A route's fields, less its crawl prohibitions, and its location (E5). */
function routesOf({ routes, policy }: SiteReading): Inexpressible[] {
  return routes.flatMap(({ policy: { index, fields }, at }) => [
    ...fields.filter(({ usage }) => usage !== 'crawl').map(({ text }) => ({ at, text, help: null })),
    ...(policy.config.routes[index]?.location ? [{ at, text: 'location', help: null }] : []),
  ])
}

function atLine(tree: Tree, line: Line, help: string | null): Inexpressible {
  return { at: fieldSpan(tree, line), text: fieldText(tree, line), help }
}
