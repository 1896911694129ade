/**
 * What conversions write of whole policies, and what they report, word by word: the example newspaper, a policy with
 * everything in it, and robots.txt files in whose shapes real ones were caught. `UPDATE_GOLDEN=1 npx vitest run --project node test/convert/golden.test.ts` writes them again.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadSite } from '../../src/cli/load-site.ts'
import { toAcap } from '../../src/convert/acap.ts'
import { contentSignal } from '../../src/convert/content-signal.ts'
import { contentUsage } from '../../src/convert/content-usage.ts'
import { toConventional } from '../../src/convert/conventional.ts'
import type { Convert } from '../../src/convert/conversion.ts'
import { robotsMeta } from '../../src/convert/robots-meta.ts'
import { rsl } from '../../src/convert/rsl.ts'
import { tdmrep } from '../../src/convert/tdmrep.ts'
import { xRobotsTag } from '../../src/convert/x-robots-tag.ts'
import { converted, told } from '../support/conversions.ts'

const GOLDEN = `${import.meta.dirname}/../golden/convert`
const SITES = { 'example-news': 'policies/example-news', everything: `${GOLDEN}/everything` }
const VOCABULARIES: Readonly<Record<string, Convert>> = {
  'acap.txt': toAcap,
  'conventional.txt': toConventional,
  'robots-meta.txt': robotsMeta,
  'x-robots-tag.txt': xRobotsTag,
  'content-usage.txt': contentUsage,
  'content-signal.txt': contentSignal,
  'tdmrep.json': tdmrep,
  'rsl.xml': rsl,
}

function expectGolden(path: string, text: string): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text)
  expect(text, `${path}; if this is as it should be, run with UPDATE_GOLDEN=1`).toBe(
    existsSync(path) ? readFileSync(path, 'utf8') : 'no such golden file',
  )
}

describe.each(Object.entries(SITES))('%s', (site, folder) => {
  const decoder = new TextDecoder()
  const files = Object.fromEntries([...loadSite(folder).files].map(([path, bytes]) => [path, decoder.decode(bytes)]))

  it.each(Object.entries(VOCABULARIES))('%s', (name, convert) => {
    const { text, findings } = converted(convert, files)
    expectGolden(`${GOLDEN}/${site}.${name}`, text)
    expectGolden(`${GOLDEN}/${site}.${name}.findings`, `${told(findings).join('\n')}\n`)
  })
})

const TRAPS = readdirSync(`${GOLDEN}/traps`).filter((name) => /^[\w-]+\.txt$/.test(name))

describe.each(TRAPS.map((name) => name.replace('.txt', '')))('the trap %s', (trap) => {
  const text = readFileSync(`${GOLDEN}/traps/${trap}.txt`, 'utf8')

  it.each(['acap.txt', 'conventional.txt'])('%s', (name) => {
    const conversion = converted(VOCABULARIES[name]!, text)
    expectGolden(`${GOLDEN}/traps/${trap}.${name}`, conversion.text)
    expectGolden(`${GOLDEN}/traps/${trap}.${name}.findings`, [...told(conversion.findings), ''].join('\n'))
  })
})
