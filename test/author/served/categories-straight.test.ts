/**
 * I5 and I6 read straight: generated rules for everybody, groups of a few crawlers, and tables of `[categories]`; what is served
 * and enforced is what the text says, for names, for nameless crawlers, and for names that failed their check (I4).
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { knownCrawlers } from '../../../src/registry.ts'
import type { Category } from '../../../src/words/decision-words.ts'
import { decideByReference } from '../../reference.ts'
import { categorySite } from '../../support/author/category-site.ts'
import { runs } from '../../support/runs.ts'

const NAMES = [
  'gptbot',
  'ccbot',
  'googlebot',
  'bingbot',
  'oai-searchbot',
  'chatgpt-user',
  'ahrefsbot',
]
const CATEGORIES = new Map(knownCrawlers().crawlers.map(({ name, category }) => [name, category]))
const PATHS = ['/', '/a/', '/a/b/', '/c', '/d/e']
const TARGETS = ['/', '/a/', '/a/b/x', '/c', '/cd', '/d/e', '/d/', '/z']
/** The tables as I6 names them, and the categories for which each stands. */
const TABLES: Readonly<Record<string, readonly Category[]>> = {
  search: ['search', 'ai-search'],
  'ai-search': ['ai-search'],
  training: ['training'],
  assistant: ['assistant'],
  seo: ['seo'],
  ai: ['training', 'assistant', 'agent', 'ai-search'],
}

interface Rule {
  readonly allows: boolean
  readonly path: string
}

const rules = fc.array(fc.record({ allows: fc.boolean(), path: fc.constantFrom(...PATHS) }), {
  minLength: 1,
  maxLength: 4,
})
const closed = fc.oneof(
  fc.constant(['/']),
  fc.uniqueArray(fc.constantFrom('/a/', '/a/b/', '/c', '/d/e'), { minLength: 1, maxLength: 2 }),
)
const policies = fc.record({
  everybody: rules,
  own: fc.dictionary(fc.constantFrom(...NAMES), rules, { maxKeys: 2 }),
  tables: fc.dictionary(
    fc.constantFrom(...Object.keys(TABLES)),
    fc.record({ crawl: closed, index: closed }, { requiredKeys: [] }),
    { minKeys: 1, maxKeys: 3 },
  ),
})
type Generated = typeof policies extends fc.Arbitrary<infer T> ? T : never

function robotsOf({ everybody, own }: Generated): string {
  const group = (name: string, all: readonly Rule[]) =>
    `User-agent: ${name}\n${all.map(({ allows, path }) => `${allows ? 'Allow' : 'Disallow'}: ${path}\n`).join('')}\n`
  const groups = Object.entries(own).map(([name, all]) => group(name, all))
  return group('*', everybody) + groups.join('')
}

function tomlOf({ tables }: Generated): string {
  const value = (paths: readonly string[]) =>
    paths.includes('/') ? 'false' : JSON.stringify(paths)
  return Object.entries(tables)
    .map(([table, uses]) => {
      const keys = Object.entries(uses).map(([use, paths]) => `${use} = ${value(paths)}\n`)
      return `[categories.${table}]\n${keys.join('')}`
    })
    .join('')
}

/** RFC 9309 2.2.2: the longest rule counts, and of two as long the Allow. */
function permits(all: readonly Rule[], target: string): boolean {
  const here = all.filter(({ path }) => target.startsWith(path))
  const longest = Math.max(0, ...here.map(({ path }) => path.length))
  const last = here.filter(({ path }) => path.length === longest)
  return last.length === 0 || last.some(({ allows }) => allows)
}

/** Below which the tables of a category close a use. */
function closedPaths({ tables }: Generated, category: Category | null, use: 'crawl' | 'index') {
  return Object.entries(tables).flatMap(([table, uses]) =>
    category !== null && TABLES[table]!.includes(category) ? (uses[use] ?? []) : [],
  )
}

/** Whether a nameless crawler of a category may: its group leaves out each Allow that overlaps a closed path. */
function namelessMay(
  policy: Generated,
  category: Category | null,
  use: 'crawl' | 'index',
  target: string,
): boolean {
  const [crawl, own] = [
    closedPaths(policy, category, 'crawl'),
    closedPaths(policy, category, use),
  ] as const
  const overlaps = (path: string) =>
    crawl.some((each) => each.startsWith(path) || path.startsWith(each))
  const repeated = policy.everybody.filter(({ allows, path }) => !allows || !overlaps(path))
  const isClosed = [...crawl, ...own].some((path) => target.startsWith(path))
  return permits(repeated, target) && !isClosed
}

function mayBy(policy: Generated, name: string, use: 'crawl' | 'index', target: string): boolean {
  const own = policy.own[name]
  if (own !== undefined) return permits(own, target)
  return namelessMay(policy, CATEGORIES.get(name) ?? null, use, target)
}

it('[I5] [I6] decides as the text reads', () => {
  let asked = 0
  const property = fc.property(policies, (policy) => {
    const { engine, generated } = categorySite(robotsOf(policy), tomlOf(policy))
    for (const name of [...NAMES, 'zzqbot']) {
      for (const target of TARGETS) {
        for (const usage of ['crawl', 'index'] as const) {
          const isSampled = name === NAMES[asked % NAMES.length]
          const facts = { userAgent: `${name}/1.0`, target, usage, now: 0 }
          const may = mayBy(policy, name, usage, target)
          const failed = may && namelessMay(policy, CATEGORIES.get(name) ?? null, usage, target)
          const isAllowed = (outcome: string) => outcome === 'permitted'
          const says = [
            isAllowed(engine.decide(facts).outcome),
            // It looks for each name of each group: that takes long.
            target === '/a/b/x' && isSampled
              ? isAllowed(decideByReference(generated.policy, facts).outcome)
              : may,
            isAllowed(engine.decide({ ...facts, assurance: 'failed' }).outcome),
          ]
          asked++
          expect({ name, target, usage, says }).toEqual({
            name,
            target,
            usage,
            says: [may, may, CATEGORIES.has(name) ? failed : may],
          })
        }
      }
    }
  })
  fc.assert(property, { numRuns: runs(8, 1500) })
  expect(asked).toBeGreaterThan(300)
})
