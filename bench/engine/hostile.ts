/**
 * Policies and paths made to be slow. The bound: (bytes of the target) × (stars reached) × (longest literal behind a
 * star), each star searched once per decision.
 */
import { engineOf } from '../../src/engine/decide.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { duration, interleave, table } from '../measure.ts'

const LONG = 8_000

const letters = (i: number) => i.toString(36).replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)]!)

/** Name → the patterns and the path. */
const CASES: Readonly<Record<string, { patterns: readonly string[]; path: string }>> = {
  'one pattern of 500 stars': { patterns: [`/${'*a'.repeat(500)}b`], path: `/${'a'.repeat(LONG)}` },
  '5,000 stars in one pattern': { patterns: [`/${'*a'.repeat(5_000)}b`], path: `/${'a'.repeat(LONG)}` },
  'a literal of 4,000 behind a star': { patterns: [`/*${'a'.repeat(4_000)}b`], path: `/${'a'.repeat(LONG)}` },
  '3,000 overlapping wildcards, all reached': {
    patterns: Array.from({ length: 3_000 }, (_, i) => `/*${letters(i)}*zz`),
    path: `/${Array.from({ length: 2_000 }, (_, i) => letters(i))
      .join('')
      .slice(0, LONG)}`,
  },
  '3,000 wildcards that all match': {
    patterns: Array.from({ length: 3_000 }, (_, i) => `/*${letters(i)}*`),
    path: `/${Array.from({ length: 3_000 }, (_, i) => letters(i))
      .join('')
      .slice(0, LONG)}`,
  },
  'stars behind every length of a run': {
    patterns: Array.from({ length: 700 }, (_, i) => `/*${'a'.repeat(i + 1)}*b$`),
    path: `/${'a'.repeat(LONG)}`,
  },
}

/** The cost of one decision each. */
export function hostile(): string {
  const rows = Object.entries(CASES).map(([name, { patterns, path }]) => {
    const text = ['ACAP-crawler: *', ...patterns.map((each) => `ACAP-disallow-crawl: ${each}`)].join('\n')
    const engine = engineOf(siteOf(text))
    const { cost } = interleave({ cost: () => engine.decide({ userAgent: '', target: path, now: 0 }) }, 1, 5)
    return [name, `${(text.length / 1024).toFixed(0)} KiB`, duration(cost!)]
  })
  return table(['hostile policy, path of 8,000 bytes', 'text', 'one decision'], rows)
}

if (import.meta.main) console.log(hostile())
