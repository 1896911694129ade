/**
 * The engine held to the reference evaluator on generated sites and questions: every member of the Decision.
 * `npm run test:long` (ACAP_LONG=1) asks millions of questions under a seed of its own; ACAP_SEED repeats a run.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BASES } from '../src/words/decision-words.ts'
import type { Answer, Question } from './reference/question.ts'
import { canonical } from './support/decide/conformance.ts'
import { type Answering, ENGINE, REFERENCE } from './support/decide/evaluators.ts'
import { cross, type Questions, questions } from './support/decide/generate-questions.ts'
import type { GeneratedPolicy } from './support/language/generate-policies.ts'
import { readGenerated, sites } from './support/language/generate-sites.ts'

const long = process.env.ACAP_LONG === '1'
const seed = Number(process.env.ACAP_SEED ?? (long ? Date.now() % 0x7fffffff : 9309))
const leastDecisions = long ? 5_000_000 : 15_000

it(`decides like the reference on ${leastDecisions} generated questions (seed ${seed})`, () => {
  const seen = new Map<string, number>()
  let decisions = 0
  const property = fc.property(sites, questions, (site, asked) => {
    const { different, bases } = compare(site, asked)
    for (const basis of bases) seen.set(basis, (seen.get(basis) ?? 0) + 1)
    decisions += bases.length
    return different === null
  })
  for (let round = 0; decisions < leastDecisions; round++) {
    const { counterexample } = fc.check(property, { numRuns: 100, seed: seed + round })
    if (counterexample !== null) expect.fail(tell(...counterexample, seed + round))
  }
  // Every basis is reached often: none of the ways to decide goes untested.
  // What a page's robots META says is read beside the engine: test/author/signals/ asks for it.
  const engines = BASES.filter((basis) => basis !== 'robots-meta')
  const least = Math.min(...engines.map((basis) => seen.get(basis) ?? 0))
  expect(least, `decisions by basis: ${canonical(Object.fromEntries(seen))}`).toBeGreaterThan(
    decisions / 1000,
  )
})

/** Asks both; gives the first question on which they differ, and the basis of every decision. */
function compare(site: GeneratedPolicy, asked: Questions) {
  const reading = readGenerated(site)
  const reference = REFERENCE.prepare(reading)
  const engine = ENGINE.prepare(reading)
  const bases: string[] = []
  for (const question of cross(site, asked)) {
    const expected = reference(question)
    bases.push(expected.basis)
    if (comparable(expected) !== comparable(engine(question)))
      return { bases, different: { question, reference, engine } as const }
  }
  return { bases, different: null }
}

/** The members that both evaluators have, lists of no order sorted. */
function comparable(answer: Answer): string {
  const { usage, outcome, basis, retryAfter, rate, comments, directives } = answer
  const fields = answer.fields.map(({ source, line, text }) =>
    canonical([source, line ?? null, text]),
  )
  const restrictions = answer.restrictions.map(canonical)
  return canonical([
    usage,
    outcome,
    basis,
    retryAfter,
    rate,
    directives ?? null,
    [...new Set(comments)].sort(),
    [...new Set(fields)].sort(),
    restrictions.sort(),
  ])
}

/** A counterexample as a policy, a question and two answers. */
function tell(site: GeneratedPolicy, asked: Questions, usedSeed: number): string {
  const { different } = compare(site, asked)
  const files = Object.entries(site.files).map(([path, text]) => `--- ${path}\n${text}`)
  return [
    `the engine and the reference differ (ACAP_SEED=${usedSeed} repeats this)`,
    ...files,
    `--- asked\n${canonical(different?.question)}`,
    `--- the reference\n${describe(different?.reference, different?.question)}`,
    `--- the engine\n${describe(different?.engine, different?.question)}`,
  ].join('\n')
}

function describe(answering: Answering | undefined, question: Question | undefined): string {
  if (answering === undefined || question === undefined)
    return 'agrees when asked again: it keeps a state between questions'
  const { outcome, basis, fields, restrictions, retryAfter, rate, comments, directives } =
    answering(question)
  const lines = fields.map(
    ({ source, line, text }) => `  ${source}${line === undefined ? '' : `:${line}`} ${text}`,
  )
  return [
    `${outcome} by ${basis}`,
    ...lines,
    `  ${canonical({ restrictions, retryAfter, rate, comments, directives })}`,
  ].join('\n')
}
