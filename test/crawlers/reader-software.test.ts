/**
 * I3, I5: software that fetches for readers, and whether a name of the registry stands in a reader's header.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readersNames } from '../../src/cli/commands/crawlers.ts'
import { READER_HEADERS, READER_SOFTWARE } from '../../src/crawlers/reader-headers.ts'
import { Agents } from '../../src/decide/agents.ts'
import { knownCrawlers } from '../../src/registry.ts'
import type { Category } from '../../src/words/decision-words.ts'
import { siteOf } from '../support/site-of.ts'

const agents = new Agents(siteOf('User-agent: *\nDisallow: /\n'), knownCrawlers())
const headers = Object.entries(READER_SOFTWARE).flatMap(([source, list]) =>
  list.map((header) => [header, source]),
)
const browsers = (
  JSON.parse(readFileSync('node_modules/user-agents/dist/user-agents.json', 'utf8')) as {
    userAgent: string
  }[]
).map(({ userAgent }) => userAgent)

describe('[I3, I5] software that fetches for readers', () => {
  test.each(headers)('%s, of %s, is a reader', (header) => {
    expect(agents.find(header).kind).toBe('reader')
  })
})

test('[I3, I5] no name of the registry stands in a header of readers', () => {
  const { crawlers } = knownCrawlers()
  expect(crawlers.length).toBeGreaterThan(1500)
  expect([...readersNames(crawlers)]).toEqual([])
  const all = [...new Set([...browsers, ...READER_HEADERS])]
  expect(all.filter((header) => agents.find(header).kind === 'crawler')).toEqual([])
})

test('[I5] several names in one header of readers are all found', () => {
  const named = (name: string, category: Category) => ({ name, category, operator: null })
  const list = [
    named('discourse', 'training'),
    named('onebox', 'seo'),
    named('antennapod', 'other'),
    named('zork', 'seo'),
  ]
  expect([...readersNames([...list, named('yarr', 'feed')])].sort()).toEqual([
    'antennapod',
    'discourse',
    'onebox',
  ])
})

test('[I3] no browser and no app declares itself a bot', () => {
  const all = [...new Set([...browsers, ...READER_HEADERS])]
  expect(all.length).toBeGreaterThan(1000)
  expect(all.filter((header) => agents.find(header).declared !== null)).toEqual([])
})
