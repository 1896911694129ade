/**
 * Usages are numbers in compiled programs. These tests hold the numbers to the bundle's format, and what is derived from
 * their count to a table with one usage more.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FORMAT_VERSION } from '../../src/program/format.ts'
import { baseUsage, USAGE_PHRASES, USAGES, type Usage } from '../../src/words/usages.ts'
import { complaints, questionOf, readExhibits } from '../support/decide/conformance.ts'

/** The numbers of the usages by format. A usage that is added, or another order, asks for a new format. */
const NUMBERS: Readonly<Record<number, readonly string[]>> = {
  3: [
    'crawl',
    'follow',
    'index',
    'preserve',
    'present',
    'present-original',
    'present-currentcopy',
    'present-oldcopy',
    'present-snippet',
    'present-thumbnail',
    'present-oldsnippet',
    'present-oldthumbnail',
    'present-link',
    'other',
  ],
}

it('usages have the numbers of the bundle format', () => {
  expect(USAGES).toEqual(NUMBERS[FORMAT_VERSION])
})

it('usages fit into the bits of a capability (F1)', () => {
  expect(USAGES.length).toBeLessThanOrEqual(31)
})

const ADDED = 'quote'

/** Loads the evaluators again, over a copy of the table. */
async function evaluatorsWith(names: readonly string[]) {
  vi.resetModules()
  vi.doMock('../../src/words/usages.ts', () => {
    return {
      USAGES: names,
      USAGE_PHRASES: { ...USAGE_PHRASES, quote: 'quote …' },
      usageIndex: (name: string) => names.indexOf(name),
      isUsage: (name: string) => names.includes(name),
      baseUsage: (usage: string) => baseUsage(usage as Usage),
    }
  })
  const { BUNDLED } = await import('../support/decide/evaluators.ts')
  const { readText } = await import('../../src/language/site/read-site.ts')
  return { BUNDLED, readText }
}

afterEach(() => {
  vi.doUnmock('../../src/words/usages.ts')
  vi.resetModules()
})

describe.each([
  ['at the end', [...USAGES, ADDED]],
  ['in the middle', [...USAGES.slice(0, 4), ADDED, ...USAGES.slice(4)]],
  ['at the beginning', [ADDED, ...USAGES]],
] as const)('a usage that is added %s of the table', (_, names) => {
  it('changes no case', async () => {
    const { BUNDLED, readText } = await evaluatorsWith(names)
    // What is generated for a site is not read here: its text alone says less.
    const exhibits = [...readExhibits('conformance'), ...readExhibits('conformance-ours')]
      .flatMap((file) => file.exhibits)
      .filter(({ site }) => site === undefined)
    const found = exhibits.map(async ({ policy, cases }) => {
      const answer = await BUNDLED.prepare({
        policy: readText(policy).policy,
        files: { 'robots.txt': policy },
      })
      return cases.flatMap((one) => complaints(one, answer(questionOf(one))))
    })
    expect((await Promise.all(found)).flat()).toEqual([])
  })

  it('is prohibited, and takes nothing down', async () => {
    const { BUNDLED, readText } = await evaluatorsWith(names)
    const policy =
      'ACAP-crawler: *\nACAP-disallow-quote: /a\nACAP-disallow-other: /b\nACAP-request-take-down: /c\n'
    const answer = await BUNDLED.prepare({
      policy: readText(policy).policy,
      files: { 'robots.txt': policy },
    })
    const ask = (target: string, usage: string) => {
      const { outcome, basis } = answer({ userAgent: 'Bot', target, usage: usage as never, now: 0 })
      return `${outcome} ${basis}`
    }
    expect(['/a', '/b', '/c', '/d'].map((target) => ask(target, 'quote'))).toEqual([
      'prohibited acap',
      'prohibited acap',
      'prohibited take-down',
      'permitted unspecified',
    ])
    expect(['/a', '/b', '/c', '/d'].map((target) => ask(target, 'index'))).toEqual([
      'permitted unspecified',
      'prohibited acap',
      'prohibited take-down',
      'permitted unspecified',
    ])
  })
})
