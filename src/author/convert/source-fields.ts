/**
 * Lists the author's ACAP fields with their places, and reports what conventional records cannot
 * express.
 */

import type { Origin, PermissionField } from '../../language/policy/policy.ts'
import { referencedPath, referenceLines } from '../../language/policy/resources.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { categoryText } from '../../language/site/site.ts'
import type { Line } from '../../language/text/lines.ts'
import type { Span } from '../../language/text/source.ts'
import {
  fieldSpan,
  fieldSpanAt,
  fieldText,
  fieldValue,
  type Tree,
} from '../../language/text/tree.ts'
import type { Effect } from '../../words/decision-words.ts'
import { productToken } from '../../words/name-token.ts'
import type { Qualifier } from '../../words/restriction.ts'
import type { Usage } from '../../words/usages.ts'
import { asProhibited } from '../served/category-records.ts'

/** One permission of a field. A field of a composite usage has several. */
export interface SourceField {
  /** The field's identity in decisions: file and line, or the text of a route's field. */
  readonly key: string
  readonly text: string
  readonly at: Span
  /** Null for what is not a permission: action requests, a route's location and elements. */
  readonly usage: Usage | null
  readonly effect: Effect
  readonly qualifiers: readonly Qualifier[]
  readonly patterns: readonly string[]
  /** In lower case; `*` for every crawler. */
  readonly names: readonly string[]
  /** Whether it addresses every crawler, for every purpose. */
  readonly general: boolean
}

export function keyOf({
  source,
  line,
  text,
}: {
  source: string
  line?: number
  text: string
}): string {
  return source === 'route' ? `route ${text}` : `${source} ${line}`
}

export function sourceFields(reading: SiteReading): SourceField[] {
  return [...inRecords(reading), ...inRoutes(reading)]
}

function inRecords({ policy, trees }: SiteReading): SourceField[] {
  const placed = ({ source, line, text }: Origin) => ({
    key: keyOf({ source, line, text }),
    text,
    at: fieldSpanAt(trees, source, line)!,
  })
  const toSource = (
    field: PermissionField,
    names: readonly string[],
    general: boolean,
  ): SourceField => {
    return {
      ...placed(field.origin),
      ...permission(field),
      patterns: field.patterns,
      names,
      general,
    }
  }
  return policy.records.flatMap(({ names, scope, fields, subRecords, actions }) => [
    ...fields.map((field) => toSource(field, names, names.includes('*') && scope === null)),
    ...subRecords.flatMap((sub) => sub.fields.map((field) => toSource(field, names, false))),
    ...actions.map(({ origin }) => ({ ...NO_PERMISSION, ...placed(origin) })),
  ])
}

function inRoutes({ policy, routes }: SiteReading): SourceField[] {
  return routes.flatMap(({ policy: { index, match, fields }, at }) => {
    const { location, elements } = policy.config.routes[index]!
    const others = [
      ...(location === false ? [] : ['location']),
      ...elements.map((element) => element.class),
    ]
    return [
      ...fields.map((field): SourceField => {
        const { text, name, purposes } = field
        const names = [name === 'robots' ? '*' : name]
        const general = name === 'robots' && purposes.length === 0
        const key = keyOf({ source: 'route', text })
        return { key, text, at, ...permission(field), patterns: [match], names, general }
      }),
      ...others.map((text) => ({
        ...NO_PERMISSION,
        key: `${at.source} ${at.line} ${text}`,
        text,
        at,
      })),
    ]
  })
}

function permission(
  field: Pick<PermissionField, 'usage' | 'effect' | 'qualifiers' | 'uninterpretable'>,
) {
  const { usage, effect, qualifiers } = { ...field, ...asProhibited(field) }
  return { usage, effect, qualifiers }
}

const NO_PERMISSION = {
  usage: null,
  effect: 'disallow',
  qualifiers: [],
  patterns: [],
  names: ['*'],
  general: true,
} as const

interface Inexpressible {
  readonly at: Span
  readonly text: string
  readonly help: string | null
}

const TAKEN_DOWN = 'the crawl is prohibited; ask the search engines to remove their copies'
const ELSEWHERE = 'write it in a group of the robots.txt'
const BY_NAME = 'say it of single crawlers, in records of the robots.txt'
const NAMELESS =
  'give the crawler a name that begins with its product token: letters, digits, `-` and `_`'

export function inexpressible(reading: SiteReading): Inexpressible[] {
  return [
    ...otherUsages(reading),
    ...settingsElsewhere(reading),
    ...inLines(reading),
    ...categoriesOf(reading),
  ]
}

/**
 * I6: what a category may not do with pages. Vocabularies name crawlers, if any, and no categories.
 */
export function categoriesOf({ categories }: SiteReading): Inexpressible[] {
  return categories
    .filter(({ usage }) => usage !== 'crawl')
    .map((each) => ({ at: each.at, text: categoryText(each), help: BY_NAME }))
}

function otherUsages(reading: SiteReading): Inexpressible[] {
  const actions = reading.policy.records.flatMap((record) => record.actions)
  const takenDown = actions
    .filter(({ action }) => action === 'take-down')
    .map(({ origin }) => keyOf(origin))
  const fields = sourceFields(reading).filter(({ usage }) => usage !== 'crawl')
  return [...new Map(fields.map((field) => [`${field.key} ${field.at.line}`, field])).values()].map(
    ({ at, text, key }) => ({ at, text, help: takenDown.includes(key) ? TAKEN_DOWN : null }),
  )
}

/** R11: hours and pace of a file that a record refers to are for that record's crawlers alone. */
function settingsElsewhere({ policy, trees }: SiteReading): Inexpressible[] {
  const elsewhere = policy.ignoresConventional
    ? []
    : policy.groups.filter(({ scope }) => scope !== null)
  const origins = elsewhere.flatMap(({ settings }) => settings.map(({ origin }) => origin))
  return [...new Map(origins.map((origin) => [keyOf(origin), origin])).values()].map(
    ({ source, line, text }) => {
      return { at: fieldSpanAt(trees, source, line)!, text, help: ELSEWHERE }
    },
  )
}

/** Records on other servers, and names that have no product token (C1). */
function inLines({ trees, policy }: SiteReading): Inexpressible[] {
  if (policy.version.reading === 'none') return []
  return [...trees.values()].flatMap((tree) => {
    const remote = referenceLines(tree).filter(
      ({ line }) => referencedPath(fieldValue(tree, line)) === null,
    )
    const names = tree.blocks.flatMap((block) => (block.kind === 'record' ? block.names : []))
    const nameless = names.filter(
      (line) => fieldValue(tree, line) !== '' && productToken(fieldValue(tree, line)) === null,
    )
    return [
      ...remote.map(({ line }) => atLine(tree, line, null)),
      ...nameless.map((line) => atLine(tree, line, NAMELESS)),
    ]
  })
}

function atLine(tree: Tree, line: Line, help: string | null): Inexpressible {
  return { at: fieldSpan(tree, line), text: fieldText(tree, line), help }
}
