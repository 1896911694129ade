/**
 * Paths that no pattern was written for. What ACAP prohibits there, by the narrowest of the patterns that match (L3), is
 * also prohibited to readers who use the longest match. Policies and paths are in lower case: these readers do not ignore
 * it.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide } from '../../../src/decide/decide.ts'
import type { Finding } from '../../../src/language/findings/diagnostic.ts'
import type { Usage } from '../../../src/words/usages.ts'
import {
  codesOf,
  converted,
  NOW,
  programOf,
  robotsWordsOf,
  siteReading,
} from '../../support/author/conversions.ts'
import {
  readHeaders,
  readMetaList,
  readPreferences,
  readTdmrep,
} from '../../support/author/vocabulary-readers.ts'
import { cross, type Questions, questions } from '../../support/decide/generate-questions.ts'
import { type GeneratedPolicy, policies } from '../../support/language/generate-policies.ts'
import { runs } from '../../support/runs.ts'

/** Targets aimed at a policy, those in the form of P2: the letters of percent triples have their case, too. */
function targetsFor(policy: GeneratedPolicy, asked: Questions): string[] {
  const plain: Questions = {
    ...asked,
    agents: ['x'],
    usages: ['crawl'],
    contexts: asked.contexts.slice(0, 1),
  }
  const targets = [...cross(policy, plain)].map(({ target }) =>
    target.toLowerCase().replace(/#.*/, ''),
  )
  // Where it is taken down, /robots.txt may be crawled and not used: a finding tells that no vocabulary has this.
  const isAsked = (target: string) =>
    /^[a-z0-9/._~?=-]*$/.test(target) && !/^\/robots\.txt(\?|$)/.test(target)
  return [...new Set(targets)].filter(isAsked)
}

/** Whether findings say that a path lost something. */
function isExcused(findings: readonly Finding[], target: string): boolean {
  const isQueryLost =
    target.includes('?') && findings.some(({ message }) => message.includes('`queries`'))
  return isQueryLost || codesOf(findings).includes('ACAP111')
}

it('everything that is prohibited is written or reported', () => {
  let prohibited = 0
  fc.assert(
    fc.property(policies, questions, (policy, asked) => {
      const files = Object.fromEntries(
        Object.entries(policy.files).map(([path, text]) => [path, text.toLowerCase()]),
      )
      const program = programOf(siteReading(files))
      const headers = converted('x-robots-tag', files)
      const read = {
        meta: readMetaList(converted('robots-meta', files).text),
        headers: readHeaders(headers.text).ordered,
        usage: readPreferences(converted('content-usage', files).text, 'Content-Usage', '*'),
        mining: readTdmrep(converted('tdmrep', files).text),
      }
      const ask = (target: string, usage: Usage) =>
        decide(program, { userAgent: 'zz', target, now: NOW, usage }).outcome
      for (const target of targetsFor(policy, asked)) {
        const words = robotsWordsOf(program, target)
        expect(read.meta(target)).toEqual(expect.arrayContaining([...words]))
        if (!isExcused(headers.findings, target)) {
          expect(read.headers(target)).toEqual(expect.arrayContaining([...words]))
        }
        if (ask(target, 'crawl') === 'prohibited') continue
        if (ask(target, 'index') === 'prohibited')
          expect(read.usage(target).get('search'), target).toBe('n')
        if (ask(target, 'other') !== 'prohibited') continue
        prohibited++
        expect(read.usage(target).get('train-ai'), target).toBe('n')
        for (const entry of [read.mining.first(target), read.mining.longest(target)]) {
          expect(entry?.['tdm-reservation'], target).toBe(1)
        }
      }
    }),
    { numRuns: runs(60, 5_000) },
  )
  expect(prohibited).toBeGreaterThan(0)
})
