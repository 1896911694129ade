/**
 * The data files of src/crawlers: each has its schema, names each crawler once, and says where it is from.
 */
import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { ADDRESS_LISTS } from '../../src/crawlers/address-lists.ts'
import { isCrawlersName } from '../../src/crawlers/crawler-list.ts'
import { AI_ROBOTS_LIST } from '../../src/crawlers/merged-lists.ts'
import { RECORDS } from '../../src/crawlers/records.ts'
import { CORRECTED_CRAWLERS } from '../../src/crawlers/tables.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { CATEGORIES } from '../../src/words/decision-words.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1))
const lower = v.pipe(text, v.regex(/^[^A-Z]+$/, 'must be in lower case'))
const page = v.pipe(text, v.url('must be the address of a page'))
const secure = v.pipe(page, v.startsWith('https:'))
const day = v.pipe(text, v.isoDate('must be a date, YYYY-MM-DD'))
const category = v.picklist(CATEGORIES)
const operator = v.nullable(text)
/** A name that a record may state: no word of readers' headers, which would turn people into crawlers. */
const name = v.pipe(lower, v.check(isCrawlersName, 'readers send this word, or it is too short'))
/** Words with a space between them, many in a line. */
const lines = v.array(v.pipe(lower, v.regex(/^\S+(?: \S+)*$/), v.maxLength(110)))

const CRAWLER = v.pipe(
  v.strictObject({
    name,
    spelling: v.optional(text),
    category: v.optional(category),
    source: v.optional(page),
    date: v.optional(day),
  }),
  v.check(
    ({ category: stated, source, date }) =>
      stated === undefined || (source !== undefined && date !== undefined),
    'a category needs `source` and `date`: the page that says so, and the day on which you read it',
  ),
  v.check(
    ({ name: own, spelling = own }) => spelling.toLowerCase() === own,
    '`spelling` must be the name; only letter case may differ',
  ),
)

const RECORD = v.strictObject({
  operator,
  hosts: v.optional(v.array(v.pipe(lower, v.regex(/^[^/]+\.[a-z]+$/, 'must be a host')))),
  crawlers: v.optional(v.array(CRAWLER)),
  addresses: v.optional(v.array(v.pipe(lower, v.regex(/^(?!www\.|https?:)[^\s+]+\.[^\s+]+$/)))),
  tokens: v.optional(
    v.array(
      v.strictObject({
        token: text,
        fetchedBy: text,
        category,
        source: page,
        provisional: v.optional(v.literal(true)),
      }),
    ),
  ),
  families: v.optional(
    v.array(
      v.strictObject({
        name: lower,
        source: page,
        members: v.array(lower),
        hyphenated: v.optional(v.array(lower)),
      }),
    ),
  ),
  addressLists: v.optional(
    v.array(
      v.strictObject({
        name: lower,
        url: secure,
        proves: v.pipe(v.array(name), v.minLength(1)),
        source: secure,
        date: day,
      }),
    ),
  ),
  systems: v.optional(v.record(v.pipe(text, v.digits()), v.array(lower))),
  signers: v.optional(
    v.array(v.strictObject({ agent: secure, name: v.nullable(lower), source: page })),
  ),
  withoutRates: v.optional(
    v.array(
      v.strictObject({
        engine: text,
        names: v.array(lower),
        others: v.array(lower),
        source: page,
      }),
    ),
  ),
})

const LISTS: Readonly<Record<string, v.GenericSchema>> = {
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
  'crawler-header-words.json': v.strictObject({ words: v.array(text) }),
  'near-names.json': v.array(lower),
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
  'token-families.json': v.record(lower, v.pipe(lower, v.regex(/^\S+(?: \S+)*$/))),
  'verdict-categories.json': v.record(lower, v.array(category)),
}

const read = (path: string): unknown => JSON.parse(readFileSync(`src/crawlers/${path}`, 'utf8'))
const files = readdirSync('src/crawlers/data')

/** What is wrong with a file, a sentence for each fault. */
function faults(schema: v.GenericSchema, path: string): readonly string[] {
  const { issues = [] } = v.safeParse(schema, read(path))
  return issues.map((issue) => `${path}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
}

describe('the record of an operator', () => {
  test.each(files)('%s fits the schema', (file) => {
    expect(faults(RECORD, `data/${file}`)).toEqual([])
  })

  it('is in src/crawlers/records.ts, which `npm run docs` writes', () => {
    const names = files.map((file) => file.replace('.json', '')).sort()
    expect(RECORDS).toEqual(names.map((each) => read(`data/${each}.json`)))
  })

  it('is the only one of its operator, and the only one with its hosts and crawlers', () => {
    const all = [
      ...RECORDS.map((record) => `operator ${record.operator}`),
      ...RECORDS.flatMap(({ hosts = [] }) => hosts.map((host) => `host ${host}`)),
      ...RECORDS.flatMap(({ crawlers = [] }) => crawlers.map((each) => `crawler ${each.name}`)),
    ]
    expect(all.filter((each, i) => all.indexOf(each) !== i)).toEqual([])
  })

  it('holds what is said of Googlebot, in one file', () => {
    const naming = files.filter((file) => /googlebot/i.test(JSON.stringify(read(`data/${file}`))))
    // Token families are an excerpt of the records, for the small engine: a test holds it to them.
    const own = Object.keys(LISTS).filter((file) => file !== 'token-families.json')
    const lists = own.filter((file) => /googlebot/i.test(JSON.stringify(read(`lists/${file}`))))
    expect([...naming, ...lists]).toEqual(['google.json'])
  })
})

describe('the lists', () => {
  it('have a schema each', () => {
    expect(readdirSync('src/crawlers/lists').sort()).toEqual(Object.keys(LISTS))
  })

  test.each(Object.keys(LISTS))('%s fits its schema', (file) => {
    expect(faults(LISTS[file]!, `lists/${file}`)).toEqual([])
  })

  test.each([
    ['the records', CORRECTED_CRAWLERS],
    ['ai.robots.txt', AI_ROBOTS_LIST.crawlers],
  ])('%s name each crawler once, by a name of its own', (_, crawlers) => {
    const names = crawlers.map((each) => each.name)
    expect(names.filter((each, i) => names.indexOf(each) !== i)).toEqual([])
    expect(names.filter((each) => !isCrawlersName(each))).toEqual([])
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
