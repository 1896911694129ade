/**
 * The evaluators that a policy can be put to, all of one shape: policy and text in, something that answers out.
 */

import { decide } from '../../../src/decide/decide.ts'
import type { Policy } from '../../../src/language/policy/policy.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { nameTrie } from '../../../src/program/compile/name-trie.ts'
import type { ServedText } from '../../../src/program/compile/rule-table.ts'
import { decode } from '../../../src/program/decode.ts'
import { encode } from '../../../src/program/encode.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { robots } from '../../../src/robots-full.ts'
import type { Answer, Question } from '../../reference/question.ts'
import { decideByReference } from '../../reference.ts'

/** Answers questions about one policy. */
export type Answering = (question: Question) => Answer

/** A policy as it was read, and the files it was read from. */
export interface Reading {
  readonly policy: Policy
  readonly files: Readonly<Record<string, string>>
}

export const REFERENCE = {
  name: 'the reference',
  prepare:
    ({ policy }: Reading): Answering =>
    (question) =>
      decideByReference(policy, question),
}

export const ENGINE = {
  name: 'the engine',
  prepare: (reading: Reading): Answering => byEngine(compileReading(reading)),
}

export const BUNDLED = {
  name: 'the engine with a program that went through a bundle',
  prepare: async (reading: Reading): Promise<Answering> =>
    byEngine(await bundled(compileReading(reading))),
}

export const ROBOTS = {
  name: '`robots` of the library',
  prepare: ({ files }: Reading): Answering => {
    const text = robots(files['robots.txt'] ?? '')
    return (question) => text.decide(question)
  },
}

function byEngine(program: SiteProgram): Answering {
  return (question) => decide(program, question)
}

/** The compiled form of a reading. */
export function compileReading(reading: Reading): SiteProgram {
  return compile(reading.policy, asWritten(reading))
}

/** The author's own files, so that lines are theirs. */
function asWritten({ files }: Reading): ServedText {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }))
  return { served: false, files: texts, servedLine: () => undefined }
}

/** What comes out of the bytes that go into a Worker. */
async function bundled(site: SiteProgram): Promise<SiteProgram> {
  const registry = { crawlers: [], trie: nameTrie([]) }
  const bytes = await encode({ sites: [site], registry, networks: [] })
  const decoded = decode(bytes.buffer)
  if (!decoded.ok) throw new Error(decoded.error.message)
  return decoded.bundle.sites[0]!
}
