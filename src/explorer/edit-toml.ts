/** Changes single keys of a site.toml that has no errors. All other bytes stay as they are. */

import { readSiteConfig } from '../language/site/site.ts'
import { type Extent, TomlPlaces } from '../language/site/toml-places.ts'
import type { CategoryTable } from '../words/category-tables.ts'
import { foldCase, patternForm } from '../words/path-form.ts'
import type { Usage } from '../words/usages.ts'
import { appendLines, insertLines } from './edit-lines.ts'
import { LINE_END } from './site-files.ts'

/** Prohibits a usage to a category below a path (I6). */
export function closeCategory(
  text: string,
  category: CategoryTable,
  usage: Usage,
  path: string,
): string {
  const table = ['categories', category]
  const isThere = new TomlPlaces(text).find([...table, usage]) !== null
  if (isThere && path !== '/') return withItem(text, [...table, usage], path)
  return withTableKey(text, table, usage, path === '/' ? 'false' : `[${JSON.stringify(path)}]`)
}

/** Takes such a prohibition back; null if site.toml does not have exactly it. */
export function openCategory(
  text: string,
  category: CategoryTable,
  usage: Usage,
  path: string,
): string | null {
  const paths = readSiteConfig(text).config.categories[category]?.[usage] ?? []
  return withoutItem(text, ['categories', category, usage], paths, patternForm(path))
}

export function withTableKey(
  text: string,
  table: readonly string[],
  key: string,
  value: string,
): string {
  const places = new TomlPlaces(text)
  const known = places.find([...table, key])?.value
  if (known !== undefined) return spliced(text, withPlaceholder(text, known), value)
  const header = places.find(table)?.key
  const line = `${key} = ${value}`
  if (header === undefined || text[header.at] !== '[')
    return appendLines(text, [`[${table.map(tomlKey).join('.')}]`, line])
  return insertLines(text, [[lineAt(text, header.at), line]])
}

/** Names with other characters are quoted. */
function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
}

/** A key of a crawler's profile, however the author has spelled the name there. */
export function withProfileKey(text: string, name: string, key: string, value: string): string {
  const profiles = new TomlPlaces(text).find(['crawlers'])?.members.keys() ?? []
  const spelled = [...profiles].find((each) => foldCase(each) === foldCase(name)) ?? name
  return withTableKey(text, ['crawlers', spelled], key, value)
}

/**
 * Writes a key outside all tables: where it is already, or at the top, after the opening comment.
 */
export function withRootKey(text: string, key: string, value: string): string {
  const known = new TomlPlaces(text).find([key])?.value
  if (known !== undefined) return spliced(text, known, value)
  const at = /^(?:[ \t]*#[^\r\n]*(?:\r\n|\n|\r))*/.exec(text)![0].length
  const end = LINE_END.exec(text)?.[0] ?? '\n'
  return inserted(text, at, `${key} = ${value}${end}`)
}

/**
 * The place of a value, with the comment `# placeholder` after it by which templates mark their
 * values.
 */
function withPlaceholder(text: string, { at, length }: Extent): Extent {
  const comment = /^[ \t]*# placeholder: [^\r\n]*/.exec(text.slice(at + length))?.[0] ?? ''
  return { at, length: length + comment.length }
}

export function withRouteKey(text: string, path: string, key: string, value: string): string {
  const route = routeAt(text, path)
  const places = new TomlPlaces(text)
  const match = places.find(['route', route, 'match'])?.value
  const line = `${key} = ${value}`
  if (match === undefined)
    return appendLines(text, ['[[route]]', `match = ${JSON.stringify(path)}`, line])
  const known = places.find(['route', route, key])?.value
  return known === undefined
    ? insertLines(text, [[lineAt(text, match.at), line]])
    : spliced(text, known, value)
}

/** Adds a field to the route of exactly this path (E4). */
export function addRouteField(text: string, path: string, field: string): string {
  const list = ['route', routeAt(text, path), 'fields']
  const isThere = new TomlPlaces(text).find(list) !== null
  return isThere
    ? withItem(text, list, field)
    : withRouteKey(text, path, 'fields', `[${JSON.stringify(field)}]`)
}

/** Removes a field from the route of exactly this path; null if it is not there. */
export function dropRouteField(text: string, path: string, field: string): string | null {
  return withoutItem(
    text,
    ['route', routeAt(text, path), 'fields'],
    routeFields(text, path),
    field,
    'match',
  )
}

export function routeFields(text: string, path: string): readonly string[] {
  const route = readSiteConfig(text).routes[routeAt(text, path)]
  return route?.fields.map((each) => each.text.trim()) ?? []
}

function routeAt(text: string, path: string): number {
  return readSiteConfig(text).config.routes.findIndex(
    ({ match }) => patternForm(match) === patternForm(path),
  )
}

type Path = readonly (string | number)[]

function withItem(text: string, list: Path, item: string): string {
  const places = new TomlPlaces(text)
  let last: Extent | null = null
  for (let i = 0; places.find([...list, i]) !== null; i++) last = places.find([...list, i])!.value
  // Behind the last item, or behind the bracket of an empty list.
  const at = last === null ? places.find(list)!.value.at + 1 : endOf(last)
  return inserted(text, at, `${last === null ? '' : ', '}${JSON.stringify(item)}`)
}

/**
 * Removes one item, and its comma, from the list, whose items are `items`. Removing the last one
 * removes the key.
 */
function withoutItem(
  text: string,
  list: Path,
  items: readonly string[],
  item: string,
  beside?: string,
): string | null {
  const i = items.indexOf(item)
  if (i < 0) return null
  if (items.length === 1) return withoutKey(text, list, beside)
  const places = new TomlPlaces(text)
  const [before, own, next] = [i - 1, i, i + 1].map((each) => places.find([...list, each])?.value)
  const from = next === undefined ? endOf(before!) : own!.at
  const to = next === undefined ? endOf(own!) : next.at
  return text.slice(0, from) + text.slice(to)
}

/**
 * Removes a key. If nothing else is in its table, except the key `beside`, the table goes as well.
 */
function withoutKey(text: string, path: Path, beside?: string): string {
  const places = new TomlPlaces(text)
  const { key, value } = places.find(path)!
  const header = places.find(path.slice(0, -1))!.key
  const behind = text.slice(header.at + header.length)
  const block = behind.slice(0, behind.search(/^[ \t]*\[/m) >>> 0)
  const keys = [...block.matchAll(/^[ \t]*([\w-]+)[ \t]*=/gm)].map(([, name]) => name!)
  const isAlone =
    text[header.at] === '[' && keys.every((each) => each === path.at(-1) || each === beside)
  const other = beside === undefined ? value : places.find([...path.slice(0, -1), beside])!.value
  const last = isAlone ? Math.max(endOf(value), endOf(other)) : endOf(value)
  const parts = text.split(LINE_END)
  const from = lineAt(text, isAlone ? header.at : key.at) - 1
  const gap = isAlone && from > 1 && parts[(from - 1) * 2] === '' ? 1 : 0
  parts.splice((from - gap) * 2, (lineAt(text, last) - from + gap) * 2)
  return parts.join('')
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split(/\r\n|\n|\r/).length
}

function endOf({ at, length }: Extent): number {
  return at + length
}

function inserted(text: string, at: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at)
}

function spliced(text: string, place: Extent, by: string): string {
  return text.slice(0, place.at) + by + text.slice(endOf(place))
}
