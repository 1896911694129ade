/**
 * A site → its fields that are not about the crawl. Conventional records cannot express them. One entry for each field.
 */

import { productToken } from '../grammar/name-token.ts'
import { referencedPath, referenceLines } from '../language/policy/resources.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { categoryText } from '../language/site/site.ts'
import type { Line } from '../language/text/lines.ts'
import type { Span } from '../language/text/source.ts'
import { fieldSpan, fieldSpanAt, fieldText, fieldValue, type Tree } from '../language/text/tree.ts'
import { keyOf, sourceFields } from './source-fields.ts'

/** A field that conventional records cannot express. */
interface Inexpressible {
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
  return [...fieldsOf(reading), ...settingsElsewhere(reading), ...inLines(reading), ...categoriesOf(reading)]
}

/** I6: what a category may not do with pages. Vocabularies name crawlers, if any, and no categories. */
export function categoriesOf({ categories }: SiteReading): Inexpressible[] {
  return categories
    .filter(({ usage }) => usage !== 'crawl')
    .map((each) => ({ at: each.at, text: categoryText(each), help: BY_NAME }))
}

function fieldsOf(reading: SiteReading): Inexpressible[] {
  const actions = reading.policy.records.flatMap((record) => record.actions)
  const takenDown = actions.filter(({ action }) => action === 'take-down').map(({ origin }) => keyOf(origin))
  const fields = sourceFields(reading).filter(({ usage }) => usage !== 'crawl')
  const distinct = new Map(fields.map((field) => [`${field.key} ${field.at.line}`, field]))
  return [...distinct.values()].map(({ at, text, key }) => ({
    at,
    text,
    help: takenDown.includes(key) ? TAKEN_DOWN : null,
  }))
}

/** R11: hours and pace of a file that a record refers to are for that record's crawlers alone. */
function settingsElsewhere({ policy, trees }: SiteReading): Inexpressible[] {
  const elsewhere = policy.ignoresConventional ? [] : policy.groups.filter(({ scope }) => scope !== null)
  const origins = elsewhere.flatMap(({ settings }) => settings.map(({ origin }) => origin))
  const distinct = new Map(origins.map((origin) => [keyOf(origin), origin]))
  return [...distinct.values()].map(({ source, line, text }) => ({
    at: fieldSpanAt(trees, source, line)!,
    text,
    help: ELSEWHERE,
  }))
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

function atLine(tree: Tree, line: Line, help: string | null): Inexpressible {
  return { at: fieldSpan(tree, line), text: fieldText(tree, line), help }
}
