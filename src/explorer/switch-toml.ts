/**
 * The text of a site.toml that has no errors → the same with one prohibition more or less: of a category (I6), or of a
 * route (E4). All other bytes stay.
 */
import { patternForm } from '../grammar/path-form.ts'
import { readSiteConfig } from '../language/site/site.ts'
import { type Extent, TomlPlaces } from '../language/site/toml-places.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { appendLines } from './switch-lines.ts'

type Path = readonly (string | number)[]

/** Prohibits a usage to a category below a path. */
export function closeCategory(text: string, category: Category, usage: Usage, path: string): string {
  const table = ['categories', category]
  const places = new TomlPlaces(text)
  if (places.find([...table, usage]) !== null && path !== '/') return withItem(text, [...table, usage], path)
  return withTableKey(text, table, usage, path === '/' ? 'false' : `[${JSON.stringify(path)}]`)
}

/** Sets a key of a table to a value as TOML writes it. */
export function withTableKey(text: string, table: readonly string[], key: string, value: string): string {
  const places = new TomlPlaces(text)
  const known = places.find([...table, key])?.value
  if (known !== undefined) return spliced(text, withPlaceholder(text, known), value)
  const header = places.find(table)?.key
  const line = `${key} = ${value}`
  if (header === undefined || text[header.at] !== '[') return appendLines(text, [`[${table.join('.')}]`, line])
  return behindLine(text, header.at, line)
}

/** A value with the comment behind it that says that a template's value is none of the author's. */
function withPlaceholder(text: string, { at, length }: Extent): Extent {
  const comment = /^[ \t]*# placeholder: [^\r\n]*/.exec(text.slice(at + length))?.[0] ?? ''
  return { at, length: length + comment.length }
}

/** Sets a key of the route of just that path. */
export function withRouteKey(text: string, path: string, key: string, value: string): string {
  const route = routeAt(text, path)
  const places = new TomlPlaces(text)
  const match = places.find(['route', route, 'match'])?.value
  if (match === undefined)
    return appendLines(text, ['[[route]]', `match = ${JSON.stringify(path)}`, `${key} = ${value}`])
  const known = places.find(['route', route, key])?.value
  return known === undefined ? behindLine(text, match.at, `${key} = ${value}`) : spliced(text, known, value)
}

/** Takes the prohibition back; null where site.toml does not say just that. */
export function openCategory(text: string, category: Category, usage: Usage, path: string): string | null {
  const key = ['categories', category, usage]
  const paths = readSiteConfig(text).config.categories[category]?.[usage] ?? []
  const item = paths.indexOf(patternForm(path))
  if (item < 0) return null
  return paths.length > 1 ? withoutItem(text, key, item) : withoutKey(text, key, [])
}

/** Says a field on the route of just that path. */
export function addRouteField(text: string, path: string, field: string): string {
  const list = ['route', routeAt(text, path), 'fields']
  const isThere = new TomlPlaces(text).find(list) !== null
  return isThere ? withItem(text, list, field) : withRouteKey(text, path, 'fields', `[${JSON.stringify(field)}]`)
}

/** Takes a field of the route of just that path back; null where there is none. */
export function dropRouteField(text: string, path: string, field: string): string | null {
  const route = routeAt(text, path)
  const fields = readSiteConfig(text).routes[route]?.fields ?? []
  const item = fields.findIndex((each) => each.text.trim() === field)
  if (item < 0) return null
  const key = ['route', route, 'fields']
  return fields.length > 1 ? withoutItem(text, key, item) : withoutKey(text, key, ['match'])
}

function routeAt(text: string, path: string): number {
  return readSiteConfig(text).config.routes.findIndex(({ match }) => patternForm(match) === patternForm(path))
}

/** The list with an item at its end. */
function withItem(text: string, list: Path, item: string): string {
  const places = new TomlPlaces(text)
  const { at, length } = lastItem(places, list) ?? { at: places.find(list)!.value.at, length: 1 }
  const isEmpty = lastItem(places, list) === null
  return spliced(text, { at: at + length, length: 0 }, `${isEmpty ? '' : ', '}${JSON.stringify(item)}`)
}

function lastItem(places: TomlPlaces, list: Path): Extent | null {
  let last: Extent | null = null
  for (let item = 0; places.find([...list, item]) !== null; item++) last = places.find([...list, item])!.value
  return last
}

/** The list without an item, and without the comma that belongs to it. */
function withoutItem(text: string, list: Path, item: number): string {
  const places = new TomlPlaces(text)
  const own = places.find([...list, item])!.value
  const next = places.find([...list, item + 1])?.value
  const before = places.find([...list, item - 1])?.value
  if (next !== undefined) return spliced(text, { at: own.at, length: next.at - own.at }, '')
  const from = before!.at + before!.length
  return spliced(text, { at: from, length: own.at + own.length - from }, '')
}

/** The text without a key; without its table, where nothing but these keys stands beside it. */
function withoutKey(text: string, path: Path, others: readonly string[]): string {
  const places = new TomlPlaces(text)
  const { key, value } = places.find(path)!
  const header = places.find(path.slice(0, -1))!.key
  const behind = text.slice(header.at + header.length)
  const block = behind.slice(0, behind.search(/^[ \t]*\[/m) >>> 0)
  const keys = [...block.matchAll(/^[ \t]*([\w-]+)[ \t]*=/gm)].map(([, name]) => name!)
  const isAlone = text[header.at] === '[' && keys.every((each) => each === path.at(-1) || others.includes(each))
  const ends = [value, ...others.map((each) => places.find([...path.slice(0, -1), each])!.value)]
  const last = isAlone ? Math.max(...ends.map(({ at, length }) => at + length)) : value.at + value.length
  const start = lineStart(text, isAlone ? header.at : key.at)
  const gap = isAlone ? /(?:(?<=[\r\n])(?:\r\n|\n|\r))?$/.exec(text.slice(0, start))![0].length : 0
  return spliced(text, { at: start - gap, length: lineEnd(text, last) - start + gap }, '')
}

function behindLine(text: string, at: number, line: string): string {
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const next = lineEnd(text, at)
  const isOpen = !/[\r\n]/.test(text[next - 1]!)
  return spliced(text, { at: next, length: 0 }, isOpen ? end + line : line + end)
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
}

/** Where the next line begins. */
function lineEnd(text: string, at: number): number {
  return at + /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(at))![0].length
}

function spliced(text: string, { at, length }: Extent, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length)
}
