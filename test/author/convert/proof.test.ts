/**
 * What is converted decides the crawl as the policy does, or it is said where not: over the public vectors of RFC 9309,
 * and over generated policies in both directions. Both texts are read again, and the engine decides by both.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert } from '../../../src/author/convert/convert.ts'
import { decide } from '../../../src/decide/decide.ts'
import { readSite, readText, type SiteReading } from '../../../src/language/site/read-site.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { assertInBlocks } from '../../support/blocks.ts'
import { readExhibits } from '../../support/decide/conformance.ts'
import { cross, type Questions, questions } from '../../support/decide/generate-questions.ts'
import { readVectors, robotsOf, targetOf } from '../../support/decide/vectors.ts'
import { type GeneratedPolicy, NAMES, policies } from '../../support/language/generate-policies.ts'
import { runs } from '../../support/runs.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')
const STRICTNESS = { permitted: 0, deferred: 1, prohibited: 2 }

/** The engine's answer about the crawl, as a number that grows with what is withheld. */
function asking({ policy, trees }: SiteReading) {
  const files = [...trees].map(([path, { source }]) => ({ path, text: source.text }))
  const site = compile(policy, { served: false, files, servedLine: () => undefined })
  return (userAgent: string, target: string, purposes?: readonly string[]) =>
    STRICTNESS[
      decide(site, { userAgent, target, now: NOW, ...(purposes ? { purposes } : {}) }).outcome
    ]
}

/** The vectors know no visiting times: a deferral counts as allowed. */
function isShut(answer: number): boolean {
  return answer === STRICTNESS.prohibited
}

describe.each([
  ['rfc9309.json', 1],
  ['rep-consensus.json', 25],
])('%s as ACAP', (file, count) => {
  const rows = readVectors(file)
  const texts = new Map(
    rows.map((row) => [row.robotsBase64 ?? row.robots, readText(robotsOf(row))]),
  )
  const converted = new Map(
    [...texts].map(([key, reading]) => [key, convert(reading, 'acap', { now: NOW })]),
  )

  /** With the conventional lines beside them, as they are published; and the ACAP records for themselves. */
  it.each([
    ['beside the groups', ''],
    ['alone', 'ACAP-ignore-conventional-records\n'],
  ])('%s decides every row alike, but where letter case is all that differs', (_, alone) => {
    const said = new Map(
      [...converted].map(([key, { text }]) => [key, asking(readText(alone + text))]),
    )
    const meant = new Map([...texts].map(([key, reading]) => [key, asking(reading)]))
    const different = rows.filter(({ robots, robotsBase64, userAgent, url }) => {
      const [key, target] = [robotsBase64 ?? robots, targetOf(url)]
      return (
        isShut(meant.get(key)!(userAgent, target)) !== isShut(said.get(key)!(userAgent, target))
      )
    })
    for (const { robots, userAgent, url } of different) {
      expect(converted.get(robots)!.findings.map(({ code }) => code)).toContain('ACAP113')
      // In one letter case RFC 9309 and ACAP agree.
      const folded = asking(readText(robots.toLowerCase()))(userAgent, targetOf(url).toLowerCase())
      expect(isShut(folded)).toBe(isShut(said.get(robots)!(userAgent, targetOf(url))))
    }
    expect(different.map(({ id }) => id)).toHaveLength(count)
  })
})

/** One name in a header: a crawler that looks for its own group knows one name of its own. */
const AGENTS = [...NAMES.filter((name) => /^\w+$/.test(name)), 'x']

/** More loosely, or in another letter case. */
function isTold(codes: readonly string[]): boolean {
  return codes.includes('ACAP111') || codes.includes('ACAP113')
}

const encoder = new TextEncoder()

function siteOf(files: Readonly<Record<string, string>>): SiteReading {
  const bytes = Object.entries(files).map(([path, text]) => [path, encoder.encode(text)] as const)
  return readSite('test', new Map(bytes), { now: NOW })
}

describe.each(['acap', 'conventional'] as const)('--to %s', (option) => {
  /** Where the decisions differ, over so many policies, and what was said of each. */
  function differences(
    policy: GeneratedPolicy,
    asked: Questions,
    letters: (text: string) => string,
  ) {
    const files = Object.fromEntries(
      Object.entries(policy.files).map(([path, text]) => [path, letters(text)]),
    )
    const reading = siteOf(files)
    const { text, findings } = convert(reading, option, { now: NOW })
    const [meant, said] = [asking(reading), asking(siteOf({ ...files, 'robots.txt': text }))]
    const codes = findings.map(({ code }) => code)
    // Half of a triplet that is encoded once more differs from it by letter case.
    const aims = asked.aims.filter(({ twist }) => twist !== 'encode')
    return [...cross(policy, { ...asked, aims, agents: AGENTS })].flatMap(
      ({ userAgent, target, purposes }) => {
        const by =
          said(userAgent, letters(target), purposes) - meant(userAgent, letters(target), purposes)
        return by === 0
          ? []
          : [
              {
                by,
                codes,
                target,
                what: [userAgent, letters(target), purposes, files['robots.txt'], '--', text].join(
                  '\n',
                ),
              },
            ]
      },
    )
  }

  it('permits nothing that a policy of the conformance cases prohibits without saying so', () => {
    const exhibits = readExhibits('conformance').flatMap((file) => file.exhibits)
    const asked = exhibits.flatMap(({ id, policy, cases }) => {
      const reading = readText(policy, id, { now: NOW })
      const { text, findings } = convert(reading, option, { now: NOW })
      const [meant, said] = [asking(reading), asking(readText(text))]
      const codes = findings.map(({ code }) => code)
      return cases.map(({ userAgent, target, purposes }) => {
        const by = said(userAgent, target, purposes) - meant(userAgent, target, purposes)
        if (by < 0) expect(codes, `${id} ${userAgent} ${target}`).toSatisfy(isTold)
        return by
      })
    })
    expect(asked.length).toBeGreaterThan(500)
    expect(asked.filter((by) => by === 0).length / asked.length).toBeGreaterThan(0.9)
  })

  it('permits nothing that the policy prohibits without saying so, for generated policies', () => {
    assertInBlocks(
      `conversion ${option} permits nothing more`,
      fc.property(policies, questions, (policy, asked) => {
        for (const { by, codes, what } of differences(policy, asked, (text) => text)) {
          if (by < 0) expect(codes, what).toSatisfy(isTold)
        }
      }),
      runs(50, 5_000, 1_000_000),
    )
  })

  it('says of every difference that is more than letter case what it is', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(policies, questions, (policy, asked) => {
        for (const { by, codes, what, target } of differences(policy, asked, (text) =>
          text.toLowerCase(),
        )) {
          // The digits of a triplet are letters in upper case.
          if (/[%*$]|[^\0-\x7f]/.test(target)) continue
          const code = by < 0 ? 'ACAP111' : 'ACAP112'
          expect(codes, what).toContain(code)
          seen.add(code)
        }
      }),
      { numRuns: runs(600, 5_000) },
    )
    expect([...seen].sort()).toEqual(['ACAP111', 'ACAP112'])
  })
})
