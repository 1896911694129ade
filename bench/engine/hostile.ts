/**
 * Policies and paths made to be slow. The bound: what a target's index costs, and the text of the
 * patterns that it reaches.
 */
import { engineOf } from '../../src/decide/decide.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { duration, interleave, table } from '../measure.ts'

const LONG = 8_192

const letters = (i: number) =>
  i.toString(36).replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)]!)

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const TRIPLES = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c))).slice(
  0,
  16_000,
)

/** Name → the patterns and the path. */
const CASES: Readonly<Record<string, { patterns: readonly string[]; path: string }>> = {
  'one pattern of 500 stars': { patterns: [`/${'*a'.repeat(500)}b`], path: `/${'a'.repeat(LONG)}` },
  '5,000 stars in one pattern': {
    patterns: [`/${'*a'.repeat(5_000)}b`],
    path: `/${'a'.repeat(LONG)}`,
  },
  'a literal of 4,000 behind a star': {
    patterns: [`/*${'a'.repeat(4_000)}b`],
    path: `/${'a'.repeat(LONG)}`,
  },
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
  '16,000 wildcards with one ending': {
    patterns: TRIPLES.map((each) => `/*${each}*qzq`),
    path: `/${TRIPLES.join('')}`.slice(0, LONG),
  },
  'the same, a path twice as long': {
    patterns: TRIPLES.map((each) => `/*${each}*qzq`),
    path: `/${TRIPLES.join('')}`.slice(0, 2 * LONG),
  },
  'stars behind every length of a run': {
    patterns: Array.from({ length: 700 }, (_, i) => `/*${'a'.repeat(i + 1)}*b$`),
    path: `/${'a'.repeat(LONG)}`,
  },
}

/** How many names of a policy one header holds. */
const NAMES = [30, 300, 3_000]

/** What it costs to read a header that was not seen before, and to decide by it. */
export function hostileHeaders(): string {
  const text = Array.from(
    { length: 3_000 },
    (_, i) => `User-agent: ${nameOf(i)}\nDisallow: /${i}/\n`,
  ).join('\n')
  const engine = engineOf(siteOf(text))
  const rows = NAMES.map((names) => {
    const header = Array.from({ length: names }, (_, i) => nameOf(i)).join(' ')
    let count = 0
    const decide = () =>
      engine.decide({ userAgent: `${count++ % 100} ${header}`, target: '/a', now: 0 })
    return [names.toLocaleString('en'), duration(interleave({ decide }, 1, 20).decide!)]
  })
  return table(['names in one header, of 3,000 in the policy', 'one decision'], rows)
}

function nameOf(i: number): string {
  return `x${i.toString(36)}bot`
}

/** The cost of one decision each. */
export function hostile(): string {
  const rows = Object.entries(CASES).map(([name, { patterns, path }]) => {
    const text = [
      'ACAP-crawler: *',
      ...patterns.map((each) => `ACAP-disallow-crawl: ${each}`),
    ].join('\n')
    const engine = engineOf(siteOf(text))
    // Another path each time: the index of the last one would be used again.
    let count = 0
    const pathOf = () => `${path.slice(0, -1)}${count++ % 10}`
    const { cost } = interleave(
      { cost: () => engine.decide({ userAgent: '', target: pathOf(), now: 0 }) },
      1,
      5,
    )
    return [name, `${(text.length / 1024).toFixed(0)} KiB`, duration(cost!)]
  })
  return table(['hostile policy, path of 8,192 bytes', 'text', 'one decision'], rows)
}

if (import.meta.main) console.log(`${hostile()}\n\n${hostileHeaders()}`)
