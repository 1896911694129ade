import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { readSite } from '../../../src/language/site/read-site.ts'
import { decisionCost, MOST_STEPS } from '../../../src/program/compile/policy-limits.ts'

const site = (
  robots: string,
  toml = 'hosts = ["a.test"]\n',
  more: Readonly<Record<string, string>> = {},
) => readSite('a', new Map(Object.entries({ 'robots.txt': robots, 'site.toml': toml, ...more })))

const codesOf = (robots: string, toml?: string, more?: Readonly<Record<string, string>>) =>
  generateRobots(site(robots, toml, more)).findings.map(
    ({ code, source, line }) => `${code} ${source}:${line}`,
  )

const rules = (count: number, field: string, pattern: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${field}: ${pattern(i)}\n`).join('')

describe('[P8] a policy that could take too long to decide is refused', () => {
  it.each([
    ['conventional rules', `User-agent: *\n${rules(12_000, 'Disallow', (i) => `/*a${i}*zz`)}`],
    ['records', `ACAP-crawler: *\n${rules(10_000, 'ACAP-disallow-crawl', (i) => `/*a${i}*zz`)}`],
    ['stars in one pattern', `User-agent: *\nDisallow: /${'*a'.repeat(20_000)}\n`],
    [
      'groups of one token that merge',
      `User-agent: a\n${rules(6_000, 'Disallow', (i) => `/*a${i}*z`)}`.repeat(2),
    ],
    [
      'a resource set in many fields',
      `ACAP-resource-set: s ${Array.from({ length: 500 }, (_, i) => `/*${i}*z`).join(' ')}\nACAP-crawler: *\n${rules(20, 'ACAP-disallow-crawl', () => 'the-acap:resource-set:s')}`,
    ],
    [
      'globs of the 1996 standard',
      `User-agent: *\nRobot-version: 2.0\n${rules(2_000, 'Disallow', (i) => `/*a?${i}*z`)}`,
    ],
  ])('%s', (_name, robots) => {
    expect(codesOf(robots)).toContainEqual(expect.stringMatching(/^ACAP130 robots\.txt:\d+$/))
  })

  it('stands at the field with the greatest share', () => {
    const robots = `User-agent: *\n${rules(12_000, 'Disallow', (i) => `/*a${i}*zz`)}Disallow: /*a*b*c*d*e*f*g\n`
    expect(codesOf(robots)).toContain('ACAP130 robots.txt:12002')
  })

  it('does not count rules without stars, or rules for other crawlers', () => {
    expect(codesOf(`User-agent: *\n${rules(15_000, 'Disallow', (i) => `/section/${i}/`)}`)).toEqual(
      [],
    )
    const groups = Array.from(
      { length: 40 },
      (_, i) => `User-agent: bot${i}x\n${rules(300, 'Disallow', (k) => `/*${i}-${k}`)}`,
    )
    expect(codesOf(groups.join(''))).toEqual([])
  })

  it('is counted in proportion to the text', () => {
    const costOf = (count: number) =>
      decisionCost(
        site(`User-agent: *\n${rules(count, 'Disallow', (i) => `/*a${1000 + i}*zz`)}`).policy,
      ).steps
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (count) => {
        expect(costOf(2 * count)).toBe(2 * costOf(count))
        expect(costOf(count)).toBeLessThanOrEqual(MOST_STEPS)
      }),
      { numRuns: 20 },
    )
  })
})

describe('a policy that asks for too many rules is refused', () => {
  const set = (patterns: number) =>
    `ACAP-resource-set: s ${Array.from({ length: patterns }, (_, i) => `/a/${i}/`).join(' ')}\n`

  it.each([
    [
      '[P5] one set in many fields',
      `${set(1_000)}ACAP-crawler: *\n${rules(600, 'ACAP-disallow-crawl', () => 'the-acap:resource-set:s')}`,
    ],
    [
      '[R7] one record for many names that have records of their own',
      `${Array.from({ length: 800 }, (_, i) => `ACAP-crawler: bot${i}\nACAP-disallow-crawl: /${i}/\n`).join('')}${Array.from({ length: 800 }, (_, i) => `ACAP-crawler: bot${i}\n`).join('')}${rules(800, 'ACAP-disallow-index', (i) => `/x/${i}`)}`,
    ],
    [
      '[C1] one group for many tokens that have groups of their own',
      `${Array.from({ length: 800 }, (_, i) => `User-agent: bot${i}\nDisallow: /${i}/\n`).join('')}${Array.from({ length: 800 }, (_, i) => `User-agent: bot${i}\n`).join('')}${rules(800, 'Disallow', (i) => `/x/${i}`)}`,
    ],
  ])('%s', (_name, robots) => {
    expect(codesOf(robots)).toContainEqual(expect.stringMatching(/^ACAP131 robots\.txt:\d+$/))
  })

  it.each([
    ['records', 'ACAP-crawler', 'ACAP-disallow-crawl'],
    ['groups', 'User-agent', 'Disallow'],
  ])('[R11] %s of many names in a file to which many names refer', (_name, name, field) => {
    const names = (count: number, of: string) => rules(count, of, (i) => `bot${i}`)
    const referring = (count: number) =>
      `${names(count, 'ACAP-crawler')}ACAP-permissions-reference: /p.txt\n`
    const referenced = (count: number) => ({ 'p.txt': `${names(count, name)}${field}: /a/\n` })
    expect(codesOf(referring(800), undefined, referenced(800))).toEqual(['ACAP131 p.txt:801'])
    expect(codesOf(referring(100), undefined, referenced(800))).toEqual([])
  })

  it('is no matter of a set that many fields could use', () => {
    expect(
      codesOf(`${set(1_000)}ACAP-crawler: *\nACAP-disallow-crawl: the-acap:resource-set:s\n`),
    ).toEqual([])
  })
})
