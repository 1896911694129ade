/**
 * The case files of test/conformance/ → questions, and an answer held against a case → complaints in the user's words.
 * It knows no evaluator.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Assurance, Basis, Dialect, Outcome } from '../../../src/words/decision-words.ts'
import type { MetaTag } from '../../../src/words/meta.ts'
import { readMeta } from '../../../src/words/meta-issues.ts'
import type { Directives, Interprets, Restriction } from '../../../src/words/restriction.ts'
import { readClassToken } from '../../../src/words/usage-name.ts'
import type { Usage } from '../../../src/words/usages.ts'
import type { Answer, Question } from '../../reference/question.ts'

/** A case as test/conformance/README.md describes it; our own may also have the last four members. */
export interface Case {
  readonly userAgent: string
  readonly target: string
  readonly usage?: Usage
  readonly purposes?: readonly string[]
  readonly now?: string
  readonly uri?: string
  readonly meta?: readonly MetaTag[]
  readonly elements?: readonly string[]
  readonly interprets?: Interprets
  readonly dialect?: Dialect
  readonly application?: string
  readonly expect?: Outcome
  readonly basis?: Basis
  readonly lines?: readonly number[]
  readonly restrictions?: readonly Restriction[]
  readonly retryAfter?: number
  readonly directives?: Directives
  readonly assurance?: Assurance
  readonly unlisted?: boolean
  readonly rate?: Answer['rate']
  readonly comments?: readonly string[]
}

/** A policy with its cases. */
export interface Exhibit {
  readonly id: string
  readonly cites: readonly string[]
  readonly note: string
  readonly policy: string
  /** site.toml; of our own cases alone. Lines then are those of the author's robots.txt. */
  readonly site?: string
  readonly cases: readonly Case[]
}

/** All exhibits of a folder under test/, with the name of the file they stand in. */
export function readExhibits(
  folder: string,
): { readonly file: string; readonly exhibits: readonly Exhibit[] }[] {
  const files = readdirSync(join(TEST, folder)).filter((name) => name.endsWith('.json'))
  return files.map((file) => ({ file, exhibits: readFile(join(folder, file)) }))
}

/** The exhibits of one topic of test/conformance/. */
export function exhibitsOf(topic: string): readonly Exhibit[] {
  return readFile(`conformance/${topic}.json`)
}

const TEST = join(import.meta.dirname, '../..')

function readFile(path: string): readonly Exhibit[] {
  return JSON.parse(readFileSync(join(TEST, path), 'utf8')) as readonly Exhibit[]
}

/** What an evaluator is asked by a case, with the README's defaults. */
export function questionOf(one: Case): Question {
  const {
    userAgent,
    target,
    usage,
    purposes,
    interprets,
    dialect,
    application,
    assurance,
    unlisted,
  } = one
  return {
    userAgent,
    target,
    now: Date.parse(one.now ?? '2026-01-15T12:00:00Z'),
    uri: one.uri ?? `https://www.example.com${target}`,
    purposes: purposes ?? [],
    meta: readMeta(one.meta ?? []).fields,
    elements: (one.elements ?? []).flatMap((token) => readClassToken(token) ?? []),
    ...(usage && { usage }),
    ...(interprets && { interprets }),
    ...(dialect && { dialect }),
    ...(application && { application }),
    ...(assurance && { assurance }),
    ...(unlisted && { unlisted }),
  }
}

/** Every member of the case that the answer contradicts, as one sentence each. */
export function complaints(one: Case, answer: Answer): string[] {
  const lines = answer.fields.flatMap((field) => field.line ?? []).sort((a, b) => a - b)
  const wrong: string[] = []
  const hold = (what: string, expected: unknown, got: unknown) => {
    if (expected !== undefined && canonical(expected) !== canonical(got))
      wrong.push(`${what} should be ${canonical(expected)}, but is ${canonical(got)}`)
  }
  hold('the outcome', one.expect, answer.outcome)
  hold('the basis', one.basis, answer.basis)
  hold('the deciding lines', one.lines && [...one.lines].sort((a, b) => a - b), lines)
  hold(
    'the restrictions',
    one.restrictions && inAnyOrder(one.restrictions),
    inAnyOrder(answer.restrictions),
  )
  hold('the seconds to wait', one.retryAfter, answer.retryAfter)
  hold('the directives', one.directives, answer.directives)
  hold('the rate', one.rate, answer.rate)
  hold('the comments', one.comments, answer.comments)
  const who = one.userAgent === '' ? 'a crawler without a name' : one.userAgent
  const asks = `${who} asks to ${one.usage ?? 'crawl'} ${one.target}`
  const decided = answer.fields
    .map((field) => `\n      ${field.line ?? field.source}: ${field.text}`)
    .join('')
  return wrong.map((text) => `${asks}: ${text}; ${answer.outcome} by ${answer.basis}${decided}`)
}

function inAnyOrder(values: readonly unknown[]): unknown[] {
  return values.map(canonical).sort()
}

/** JSON with the members of objects in order of their names. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
