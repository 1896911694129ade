/**
 * Parses a published list of crawlers, which may be hostile, into a bounded list of names with
 * categories. Expressions in it are never run.
 */

import { CATEGORIES, type Category } from '../words/decision-words.ts'
import { foldCase } from '../words/path-form.ts'
import { faultOfForeignName, type NamedCrawler, plainOperator } from './crawler-list.ts'
import { categoryOfTags, literalNamesOf } from './merged-lists.ts'

/** An entry that was dropped, with the reason. */
interface DroppedName {
  readonly name: string
  readonly why: string
}

type Json = Readonly<Record<string, unknown>>

const MOST_ENTRIES = 20_000
const LONGEST_PATTERN = 200
const LONGEST_SAMPLE = 1024
const MOST_SAMPLES = 20
/** How many characters of a dropped entry are shown. */
const SHOWN = 60

/**
 * Parses a list. `category` is for a robots.txt, which states none. Throws an Error that says what
 * is wrong.
 */
export function readPublishedList(text: string, category: Category | null) {
  const { entries, states } = /^\s*[[{]/.test(text)
    ? jsonEntries(JSON.parse(text))
    : robotsEntries(text, category)
  const crawlers = new Map<string, NamedCrawler>()
  const dropped = new Map<string, DroppedName>()
  for (const entry of entries) {
    // In the form for searching headers: lower case, without a version.
    const name = foldCase(entry.name.trim()).replace(/[/ ]v?[0-9][0-9.]*$/, '')
    const why = faultOfForeignName(name)
    if (why !== null) dropped.set(name, { name: name.slice(0, SHOWN), why })
    else if (!crawlers.has(name)) crawlers.set(name, { ...entry, name })
  }
  if (crawlers.size === 0) throw new Error('the list has no names of crawlers')
  const sorted = [...crawlers.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { crawlers: sorted, dropped: [...dropped.values()], states }
}

function bounded<T>(entries: readonly T[]): readonly T[] {
  if (entries.length > MOST_ENTRIES)
    throw new Error(`the list has more than ${MOST_ENTRIES} entries`)
  return entries
}

interface Entries {
  readonly entries: readonly NamedCrawler[]
  /** Whether the list states the categories, in this project's words. */
  readonly states: boolean
}

function jsonEntries(value: unknown): Entries {
  if (Array.isArray(value)) return { entries: bounded(value).flatMap(patternEntry), states: false }
  const { crawlers } = value as Json
  if (Array.isArray(crawlers)) return { entries: bounded(crawlers).map(statedEntry), states: true }
  const entries = bounded(Object.entries(value as Json)).map(([name, about]) =>
    describedEntry(name, about as Json | null),
  )
  return { entries, states: false }
}

/** This project's format: `{ "crawlers": [{ "name", "category", "operator" }] }`. */
function statedEntry(entry: unknown): NamedCrawler {
  const { name, category, operator } = (entry ?? {}) as Json
  const known = CATEGORIES.find((each) => each === category)
  if (typeof name !== 'string') throw new Error('an entry of `crawlers` has no `name`')
  if (known === undefined)
    throw new Error(`\`${name.slice(0, SHOWN)}\` has no category of ${CATEGORIES.join(', ')}`)
  return { name, category: known, operator: plainOperator(operator) }
}

/**
 * The format of ai.robots.txt: an object of names, each with `operator` and `function` in prose.
 */
function describedEntry(name: string, about: Json | null): NamedCrawler {
  if (typeof about !== 'object' || about === null)
    throw new Error(`the form of the list is not known: \`${name.slice(0, SHOWN)}\``)
  const purpose = typeof about.function === 'string' ? about.function.slice(0, LONGEST_SAMPLE) : ''
  const category = CATEGORY_OF_PROSE.find(([words]) => words.test(purpose))?.[1] ?? 'other'
  return { name, category, operator: plainOperator(about.operator) }
}

/** The first match counts. Undocumented crawlers are `other`. */
const CATEGORY_OF_PROSE: readonly (readonly [words: RegExp, category: Category])[] = [
  [/undocumented/i, 'other'],
  [/assistant|user-(?:initiated|triggered|prompted)/i, 'assistant'],
  [/agent/i, 'agent'],
  [/train|\bllms?\b|dataset|data (?:provider|scraper)|machine learning|data is sold/i, 'training'],
  // In a list of AI crawlers, search means AI search.
  [/search/i, 'ai-search'],
]

/** The format of crawler-user-agents: a list of expressions with sample headers and tags. */
function patternEntry(entry: unknown): readonly NamedCrawler[] {
  const { pattern, instances, tags } = (entry ?? {}) as Json
  if (typeof pattern !== 'string') throw new Error('an entry of the list has no `pattern`')
  if (pattern.length > LONGEST_PATTERN) return []
  const listed = { pattern, instances: texts(instances).slice(0, MOST_SAMPLES), tags: texts(tags) }
  return literalNamesOf(listed).map((name) => ({
    name,
    category: categoryOfTags(listed, name),
    operator: null,
  }))
}

function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (each): each is string => typeof each === 'string' && each.length <= LONGEST_SAMPLE,
  )
}

/** A robots.txt: the names of its `User-agent` lines. */
function robotsEntries(text: string, category: Category | null): Entries {
  const names = [...text.matchAll(/^[ \t]*user-agent[ \t]*:[ \t]*([^\r\n#]*)/gim)].map(([, name]) =>
    name!.trim(),
  )
  if (names.length === 0) throw new Error('the form of the list is not known')
  if (category === null)
    throw new Error('a robots.txt states no category: add `category = "training"` to its source')
  const entries = bounded(names)
    .filter((name) => name !== '*')
    .map((name) => ({ name, category, operator: null }))
  return { entries, states: false }
}
