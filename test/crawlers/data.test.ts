/**
 * The data files of src/crawlers: each has its schema, names each crawler once, and says where it is from.
 */
import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { ADDRESS_LISTS } from '../../src/crawlers/address-lists.ts'
import { isCrawlersName } from '../../src/crawlers/crawler-list.ts'
import { AI_ROBOTS_LIST, CORRECTIONS } from '../../src/crawlers/crawler-lists.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { CATEGORIES } from '../../src/words/decision-words.ts'

const FOLDER = 'src/crawlers/data/'

const text = v.pipe(v.string(), v.trim(), v.minLength(1))
const lower = v.pipe(text, v.regex(/^[^A-Z]+$/))
const page = v.pipe(text, v.url())
const day = v.pipe(text, v.isoDate())
const category = v.picklist(CATEGORIES)
const operator = v.nullable(text)
/** Words with a space between them, many in a line. */
const lines = v.array(v.pipe(lower, v.regex(/^\S+(?: \S+)*$/), v.maxLength(110)))

const SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  'address-lists.json': v.array(
    v.strictObject({
      name: lower,
      operator: text,
      url: v.pipe(page, v.startsWith('https:')),
      proves: v.pipe(v.array(v.pipe(lower, v.check(isCrawlersName))), v.minLength(1)),
      source: v.pipe(page, v.startsWith('https:')),
      date: day,
    }),
  ),
  'addresses.json': v.array(v.pipe(lower, v.regex(/^(?!www\.|https?:)[^\s+]+\.[^\s+]+$/))),
  'ai-robots.json': v.strictObject({
    name: text,
    source: page,
    file: text,
    copyright: text,
    date: day,
    licence: v.literal('MIT'),
    states: v.literal(true),
    crawlers: v.array(v.strictObject({ name: lower, category, operator })),
  }),
  'corrections.json': v.strictObject({
    date: day,
    operators: v.array(
      v.strictObject({ operator, source: page, crawlers: v.record(lower, category) }),
    ),
  }),
  'families.json': v.array(v.strictObject({ name: lower, source: page, members: v.array(lower) })),
  'near-names.json': v.array(lower),
  'networks.json': v.strictObject({
    systems: v.record(v.pipe(text, v.digits()), v.array(lower)),
    categories: v.record(lower, v.array(category)),
  }),
  'operators.json': v.record(lower, text),
  'policy-tokens.json': v.array(
    v.strictObject({
      token: text,
      fetchedBy: text,
      category,
      operator: text,
      source: page,
      provisional: v.optional(v.literal(true)),
    }),
  ),
  'rates.json': v.array(
    v.strictObject({ engine: text, names: v.array(lower), others: v.array(lower), source: page }),
  ),
  'reader-headers.json': v.strictObject({
    clients: v.record(text, v.array(text)),
    software: v.record(page, v.array(text)),
  }),
  'reader-words.json': v.strictObject({
    words: lines,
    locales: lines,
    shared: lines,
    alone: lines,
    common: lines,
  }),
  'referrers.json': v.array(
    v.strictObject({
      kind: v.picklist(['assistant', 'search']),
      source: page,
      hosts: v.record(lower, text),
    }),
  ),
  'signers.json': v.record(page, v.nullable(lower)),
  'well-known.json': v.array(text),
}

const read = (file: string): unknown => JSON.parse(readFileSync(FOLDER + file, 'utf8'))

describe('the data of the registry', () => {
  it('every file has a schema', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(SCHEMAS))
  })

  test.each(Object.keys(SCHEMAS))('%s fits its schema', (file) => {
    expect(v.safeParse(SCHEMAS[file]!, read(file)).issues ?? []).toEqual([])
  })

  test.each([
    ['the corrections', CORRECTIONS],
    ['ai.robots.txt', AI_ROBOTS_LIST.crawlers],
  ])('%s name each crawler once, by a name of its own', (_, crawlers) => {
    const names = crawlers.map(({ name }) => name)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(names.filter((name) => !isCrawlersName(name))).toEqual([])
  })
})

describe('[I4] lists of addresses', () => {
  it('are files of different names, each of a crawler that the list proves', () => {
    expect(new Set(ADDRESS_LISTS.map(({ name }) => name)).size).toBe(ADDRESS_LISTS.length)
    for (const { name, proves } of ADDRESS_LISTS) expect(proves).toContain(name)
    const known = new Set(knownCrawlers().crawlers.map(({ name }) => name))
    expect(
      ADDRESS_LISTS.flatMap(({ proves }) => proves.filter((name) => !known.has(name))),
    ).toEqual([])
  })

  it('prove each name once', () => {
    const names = ADDRESS_LISTS.flatMap(({ proves }) => proves)
    expect(new Set(names).size).toBe(names.length)
  })
})
