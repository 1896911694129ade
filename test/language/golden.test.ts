/**
 * Golden findings: what `acap check` says of a policy, word by word. `ok` holds policies without an error, `err` such
 * with one; a policy is one text, or a folder for what a site has beside its robots.txt. `conformance` holds what is said
 * of every policy of the conformance cases. `UPDATE_GOLDEN=1 npx vitest run test/language/golden.test.ts` writes them again.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../src/language/findings/diagnostic.ts'
import { renderFindings, summarise } from '../../src/language/findings/render.ts'
import { readSite, readText, type SiteReading } from '../../src/language/site/read-site.ts'
import { print } from '../../src/language/text/print.ts'
import { exhibitsOf } from '../support/decide/conformance.ts'

const GOLDEN = `${import.meta.dirname}/../golden`
const NOW = { now: Date.UTC(2026, 0, 15, 12) }
const updates = process.env.UPDATE_GOLDEN === '1'

/** Codes that no golden file shows, and where they are tested. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ACAP002: 'test/language/checks.test.ts: the file would be too long',
  ACAP098: 'test/cli/check.test.ts: there is no text to show',
  ACAP099: 'test/author/served/robots-same.test.ts: reading alone does not generate what is served',
  ACAP100: 'test/cli/check.test.ts: one site is not all',
  ACAP101: 'test/cli/check.test.ts: one site is not all',
  ACAP102: 'test/cli/check.test.ts: the lists lie outside of the site',
  ACAP103: 'test/cli/check.test.ts: the lists lie outside of the site',
  ACAP110: 'test/author/convert/acap.test.ts: reading alone does not convert',
  ACAP111: 'test/author/convert/acap.test.ts: reading alone does not convert',
  ACAP112: 'test/author/convert/acap.test.ts: reading alone does not convert',
  ACAP113: 'test/author/convert/acap.test.ts: reading alone does not convert',
  ACAP114: 'test/author/convert/preferences.test.ts: reading alone does not convert',
  ACAP118: 'test/cli/crawlers.test.ts: the lists lie outside of the site',
  ACAP119: 'test/cli/crawlers.test.ts: the lists lie outside of the site',
  ACAP124: 'test/author/served/categories.test.ts: reading alone does not generate what is served',
  ACAP140: 'test/author/files/unproven-names.test.ts: the lists lie outside of the site',
  ACAP130: 'test/author/served/cost-findings.test.ts: the file would be too long',
  ACAP150: 'test/words/dated-vocabularies.test.ts: it depends on the day',
  ACAP152:
    'test/author/convert/served-form.test.ts: reading alone does not generate what is served',
  ACAP153:
    'test/author/convert/served-form.test.ts: reading alone does not generate what is served',
  ACAP170: 'test/cli/convert-server.test.ts: reading alone does not export',
  ACAP171: 'test/cli/convert-server.test.ts: the lists lie outside of the site',
  ACAP172: 'test/cli/convert-server.test.ts: reading alone does not export',
  ACAP173: 'test/author/servers/export.test.ts: it shows a fault of a printer',
  ACAP174: 'test/cli/convert-server.test.ts: reading alone does not export',
  ACAP175: 'test/cli/convert-server.test.ts: reading alone does not export',
  ACAP178: 'test/cli/convert-server.test.ts: reading alone does not export',
  ACAP179: 'test/cli/convert-server.test.ts: reading alone does not export',
  ACAP190: 'test/cli/convert-server.test.ts: reading alone does not export',
  ACAP131: 'test/author/served/cost-findings.test.ts: the file would be too long',
}

/** The files of a folder by their path inside it. */
function filesOf(folder: string): Map<string, Uint8Array> {
  const paths = readdirSync(folder, { recursive: true }).map(String)
  const files = paths.filter((path) => statSync(`${folder}/${path}`).isFile())
  return new Map(
    files.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(`${folder}/${path}`)]),
  )
}

function render({ trees, findings }: SiteReading, files: ReadonlyMap<string, Uint8Array>): string {
  const texts = new Map([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))
  for (const [path, tree] of trees) texts.set(path, tree.source.text)
  return `${renderFindings(findings, texts)}${findings.length > 0 ? '\n' : ''}${summarise(findings)}\n`
}

function compare(path: string, actual: string): void {
  if (updates) writeFileSync(path, actual)
  expect(actual, `${path}; if this is as it should be, run with UPDATE_GOLDEN=1`).toBe(
    existsSync(path) ? readFileSync(path, 'utf8') : 'no such golden file',
  )
}

const shown = new Set<string>()

/** Lower case, no full stop; the fix is in the help, never in "should". */
function expectHouseStyle(words: string): void {
  expect(words).toMatch(/^[a-z0-9`'"]/)
  expect(words).not.toMatch(/\.$|\b(?:illegal|invalid|should not)\b/)
}

describe.each(['ok', 'err'])('%s', (kind) => {
  const entries = readdirSync(`${GOLDEN}/${kind}`).filter((name) => !name.endsWith('.findings'))
  const names = entries.map((entry) => entry.replace(/\.txt$/, ''))

  it.each(entries)('%s', (entry) => {
    const path = `${GOLDEN}/${kind}/${entry}`
    const isSite = statSync(path).isDirectory()
    const files = isSite
      ? filesOf(path)
      : new Map([['robots.txt', new Uint8Array(readFileSync(path))]])
    const reading = isSite
      ? readSite(entry, files, NOW)
      : readText(files.get('robots.txt')!, entry, NOW)
    for (const { code } of reading.findings) shown.add(code)
    for (const { message, help } of reading.findings)
      for (const words of [message, help ?? 'none']) expectHouseStyle(words)
    for (const [file, tree] of reading.trees)
      expect(print(tree)).toEqual(new Uint8Array(files.get(file) ?? []))
    expect(reading.findings.some(({ severity }) => severity === 'error')).toBe(kind === 'err')
    compare(path.replace(/(?:\.txt)?$/, '.findings'), render(reading, files))
  })

  it('has no golden file without its policy', () => {
    const golden = readdirSync(`${GOLDEN}/${kind}`).filter((name) => name.endsWith('.findings'))
    expect(golden.filter((name) => !names.includes(name.replace('.findings', '')))).toEqual([])
  })
})

it('every code of the catalogue is shown by a golden file', () => {
  const missing = Object.values(CATALOG).filter(
    ({ code }) => !shown.has(code) && !(code in ELSEWHERE),
  )
  expect(missing).toEqual([])
})

const TOPICS = ['guide', 'part1', 'part2', 'extended-1996', 'app-directives', 'rep', 'wild']

describe('what is said of every policy of the conformance cases', () => {
  it.each(TOPICS)('%s', (topic) => {
    const said = new Map<string, string>()
    for (const { id, policy } of exhibitsOf(topic)) {
      const reading = readText(policy, id, NOW)
      const text = render(reading, new Map())
      // Some policies serve several entries.
      const same = [...said].find(([, each]) => each === text && reading.findings.length > 0)
      said.set(id, same === undefined ? text : `as ${same[0]}\n`)
    }
    compare(
      `${GOLDEN}/conformance/${topic}.findings`,
      [...said].map(([id, text]) => `== ${id}\n${text}`).join('\n'),
    )
  })

  it('no topic is left over', () => {
    const golden = readdirSync(`${GOLDEN}/conformance`).map((name) => name.replace('.findings', ''))
    expect(golden.sort()).toEqual([...TOPICS].sort())
  })
})
