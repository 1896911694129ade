/**
 * What conversions write, read back by readers of their own and held against the engine's decisions.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Conversion } from '../../../src/author/convert/conversion.ts'
import { VOCABULARIES, type VocabularyName } from '../../../src/author/convert/convert.ts'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { reservationAt } from '../../../src/author/signals/tdmrep-file.ts'
import { engineOf } from '../../../src/decide/decide.ts'
import type { Decision } from '../../../src/decide/decision.ts'
import { matchesPattern } from '../../../src/decide/globs.ts'
import { patternForm } from '../../../src/words/path-form.ts'
import { converted, siteReading } from '../../support/author/conversions.ts'
import { comparable, ownReading } from '../../support/author/own-licence.ts'
import { readPreferences, readRsl, readTdmrep } from '../../support/author/vocabulary-readers.ts'
import { meaning, RUNS, sites } from '../../support/author/vocabulary-sites.ts'
import { assertInBlocks } from '../../support/blocks.ts'
import { pattern } from '../../support/language/generate-patterns.ts'

/** The same, half of them with everything that a search needs permitted somewhere, and some with a price. */
const searchable = fc
  .tuple(
    sites,
    fc.option(pattern),
    fc.constantFrom('', '[[route]]\nmatch = "/a"\nprice = "USD 0.50"\n'),
  )
  .map(([files, where, priced]) => {
    const { 'robots.txt': robots = '' } = files as Readonly<Record<string, string>>
    const fields = ['allow-index', 'allow-present', 'disallow-other']
    const open = ['ACAP-crawler: *', ...fields.map((field) => `ACAP-${field}: ${where}`)]
    return {
      ...files,
      'robots.txt': where === null ? robots : [robots, '', ...open, ''].join('\n'),
      'site.toml': files['site.toml'] + priced,
    }
  })

/** Whether a decision withholds a usage: altogether, or until terms have been agreed. */
function isWithheld({ outcome, restrictions }: Decision): boolean {
  return outcome === 'prohibited' || restrictions.some(({ type }) => type === 'usage-ref')
}

/** Whether a finding stands at one of the fields that decided at a path; that on letter case is one for all fields, and routes have no line. */
function isReported({ findings }: Conversion, { fields }: Decision, path: string): boolean {
  const plain = path.replace('~w', '')
  const isOtherCase = ({ text }: Decision['fields'][number]) => {
    const [, start = '', rest = ''] = /^[\w-]+\s*:?\s*([/*]?)(\S+)/.exec(text) ?? []
    // P4: the slash that it lacks.
    const written = patternForm((start || '/') + rest)
    const isWritten = text.includes(plain) || matchesPattern(written, path)
    const isFolded =
      text.toLowerCase().includes(plain.toLowerCase()) ||
      matchesPattern(written.toLowerCase(), path.toLowerCase())
    return !isWritten && isFolded
  }
  return findings.some(({ source, line, code }) =>
    fields.some((field) =>
      field.source === 'route'
        ? source === 'site.toml' || code === 'ACAP113'
        : (source === field.source && line === field.line) ||
          (code === 'ACAP113' && isOtherCase(field)),
    ),
  )
}

const NAMES = Object.keys(VOCABULARIES) as VocabularyName[]
const ABOUT_PAGES = NAMES.filter((name) => name !== 'acap' && name !== 'conventional')

describe.each([
  {
    name: 'content-usage',
    field: 'Content-Usage',
    keys: { 'train-ai': 'other', 'ai-use': 'other', search: 'index' },
  },
  {
    name: 'content-signal',
    field: 'Content-Signal',
    keys: { 'ai-train': 'other', 'ai-input': 'other', search: 'index' },
  },
] as const)('$name', ({ name, field, keys }) => {
  it('grants nothing, and says of each path what the policy says, or reports it', () => {
    assertInBlocks(
      `${name} by path`,
      fc.property(sites, (files) => {
        const reading = siteReading(files)
        const conversion = converted(name, files)
        const { ask, paths, agents } = meaning(reading)
        for (const agent of ['*', ...agents]) {
          const read = readPreferences(conversion.text, field, agent)
          const userAgent = agent === '*' ? 'somebody' : agent
          for (const path of paths) {
            const values = read(path)
            expect([...values.values()].filter((value) => !value.startsWith('n'))).toEqual([])
            if (ask(userAgent, path, 'crawl').outcome === 'prohibited') continue
            for (const [key, usage] of Object.entries(keys)) {
              const decision = ask(userAgent, path, usage)
              if (values.has(key) === isWithheld(decision)) continue
              // Readers are denied more than the policy denies: somewhere it is reported.
              const isWider =
                values.has(key) && conversion.findings.some(({ code }) => code === 'ACAP112')
              expect(
                isWider || isReported(conversion, decision, path),
                `${key} for ${agent} at ${path}`,
              ).toBe(true)
            }
          }
        }
      }),
      RUNS,
    )
  })

  it('leaves every crawl as it is by what is served', () => {
    assertInBlocks(
      `${name} and the crawl`,
      fc.property(sites, (files) => {
        const served = generateRobots(siteReading(files)).files[0]!.text
        const { ask, crawlPaths, agents } = meaning(siteReading({ ...files, 'robots.txt': served }))
        const after = meaning(siteReading({ ...files, 'robots.txt': converted(name, files).text }))
        for (const agent of [...agents, 'somebody']) {
          for (const path of crawlPaths) {
            expect(after.ask(agent, path, 'crawl').outcome).toBe(ask(agent, path, 'crawl').outcome)
          }
        }
      }),
      RUNS,
    )
  })
})

describe('tdmrep and rsl', () => {
  it('grant nothing, and reserve what the policy reserves from everybody', () => {
    assertInBlocks(
      'tdmrep and rsl',
      fc.property(searchable, (files) => {
        const reading = siteReading(files)
        const { ask, agents, crawlPaths, paths, program } = meaning(reading)
        const [json, xml] = [converted('tdmrep', files), converted('rsl', files)]
        const [reserved, licences] = [readTdmrep(json.text), readRsl(xml.text)]
        for (const path of [...paths, ...crawlPaths]) {
          const [licence] = licences(path)
          expect(ownReading(xml.text, path)).toEqual(licence && comparable(licence))
          if (licence === undefined || licence.permits.length === 0) continue
          expect(licence).toMatchObject({ permits: ['search'], prohibits: ['ai-all'] })
          for (const agent of ['somebody', ...agents]) {
            for (const usage of ['index', 'present-link', 'present-snippet'] as const) {
              const decision = ask(agent, path, usage)
              const isGranted =
                decision.outcome === 'permitted' && decision.restrictions.length === 0
              expect(
                isGranted || isReported(xml, decision, path),
                `${usage} ${agent} ${path}`,
              ).toBe(true)
            }
          }
          const price = engineOf(program).routes.find(path)?.price
          const isSpelled = xml.findings.some(
            ({ code, source }) => code === 'ACAP113' && source === 'site.toml',
          )
          expect(!price || licence.price === price || isSpelled, `${price} ${path}`).toBe(true)
        }
        for (const path of paths) {
          const entries = [reserved.first(path), reserved.longest(path)]
          for (const entry of entries) expect(entry?.['tdm-reservation'] ?? 1).toBe(1)
          expect(reservationAt(json.text, path)).toBe(entries[0] === null ? undefined : '1')
          const applying = licences(path)
          for (const { permits, prohibits } of applying)
            if (permits.length === 0) expect(prohibits).toEqual(['all'])
          if (ask('somebody', path, 'crawl').outcome === 'prohibited') continue
          const decision = ask('somebody', path, 'other')
          const isReserved = isWithheld(decision)
          for (const [conversion, isRead] of [
            [json, entries[0] !== null],
            [xml, applying.length > 0],
          ] as const) {
            if (isRead === isReserved) continue
            const isWider = isRead && conversion.findings.some(({ code }) => code === 'ACAP112')
            expect(isWider || isReported(conversion, decision, path), path).toBe(true)
          }
        }
      }),
      RUNS,
    )
  })
})

describe('every vocabulary', () => {
  it.each(ABOUT_PAGES)('%s has nothing to say of a policy that says nothing', (name) => {
    const { text, findings } = converted(name, 'User-agent: *\nDisallow: /private/\n')
    expect(findings).toEqual([])
    expect(text).not.toMatch(/Content-|=n|reserv|rsl|noindex/)
  })
})
