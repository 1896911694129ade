/**
 * What conversions write of whole policies, and what they report, word by word: the example newspaper, a policy with
 * everything in it, and robots.txt files in whose shapes real ones were caught. `UPDATE_GOLDEN=1 npx vitest run --project node test/author/convert/golden.test.ts` writes them again.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'vitest'
import { VOCABULARIES, type VocabularyName } from '../../../src/author/convert/convert.ts'
import { loadSite } from '../../../src/author/files/load-site.ts'
import { converted, findingLines } from '../../support/author/conversions.ts'
import { expectGolden } from '../../support/author/expect-golden.ts'

const GOLDEN = `${import.meta.dirname}/../../golden/convert`
const SITES = { 'example-news': 'policies/example-news', everything: `${GOLDEN}/everything` }
const EXTENSIONS: Readonly<Record<string, string>> = { tdmrep: 'json', rsl: 'xml' }
const NAMES = Object.keys(VOCABULARIES) as VocabularyName[]

describe.each(Object.entries(SITES))('%s', (site, folder) => {
  const decoder = new TextDecoder()
  const files = Object.fromEntries(
    [...loadSite(folder).files].map(([path, bytes]) => [path, decoder.decode(bytes)]),
  )

  it.each(NAMES)('as %s', (name) => {
    const { text, findings } = converted(name, files)
    const path = `${GOLDEN}/${site}.${name}.${EXTENSIONS[name] ?? 'txt'}`
    expectGolden(path, text)
    expectGolden(`${path}.findings`, `${findingLines(findings).join('\n')}\n`)
  })
})

const TRAPS = readdirSync(`${GOLDEN}/traps`).filter((name) => /^[\w-]+\.txt$/.test(name))

describe.each(TRAPS.map((name) => name.replace('.txt', '')))('the trap %s', (trap) => {
  const text = readFileSync(`${GOLDEN}/traps/${trap}.txt`, 'utf8')

  it.each(['acap', 'conventional'] as const)('as %s', (name) => {
    const conversion = converted(name, text)
    expectGolden(`${GOLDEN}/traps/${trap}.${name}.txt`, conversion.text)
    expectGolden(
      `${GOLDEN}/traps/${trap}.${name}.txt.findings`,
      [...findingLines(conversion.findings), ''].join('\n'),
    )
  })
})
