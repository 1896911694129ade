/**
 * A conformance case as JSON → the engine's Facts. What a case has for its checker (`expect`, `lines`, …) is passed over;
 * a member that is of the wrong shape, or that nobody knows, throws a UsageError that names it.
 */
import * as v from 'valibot'
import type { Facts } from '../../engine/facts.ts'
import { readMeta } from '../../grammar/meta.ts'
import { readClassToken } from '../../grammar/usage-name.ts'
import { nearest } from '../../language/findings/suggest.ts'
import { issuesOf, keysAt, misshapen, type SchemaIssue } from '../../language/site/schema-issues.ts'
import { UsageError } from '../exit-codes.ts'
import { CASE_SCHEMA, DEFAULT_NOW, DEFAULT_ORIGIN, FACT_NAMES, OTHER_NAMES } from './case-schema.ts'
import { readMoment } from './read-moment.ts'

/** Reads one case; `whole` is what the case is called. */
export function readCase(value: unknown, whole = 'case'): Facts {
  const read = v.safeParse(CASE_SCHEMA, value)
  if (!read.success) {
    const unknown = misshapen(CASE_SCHEMA, value).filter(({ kind }) => kind === 'unknown-key')
    throw new UsageError(describe([...unknown, ...issuesOf(read.issues)][0]!, value, whole))
  }
  const { userAgent, target, usage, purposes, now, uri, meta, elements, interprets, application, dialect, assurance } =
    read.output
  return {
    userAgent,
    target,
    now: readMoment(now ?? DEFAULT_NOW),
    uri: uri ?? DEFAULT_ORIGIN + target,
    ...(usage && { usage }),
    ...(purposes && { purposes }),
    ...(meta && { meta: readMeta(meta).fields }),
    ...(elements && { elements: elements.map(readClassToken).filter((field) => field !== null) }),
    ...(interprets && { interprets }),
    ...(application !== undefined && { application }),
    ...(dialect && { dialect }),
    ...(assurance && { assurance }),
  }
}

/** `case.usage`: what was found and what is known, in one line. */
function describe({ kind, path, expected }: SchemaIssue, value: unknown, whole: string): string {
  const key = String(path.at(-1) ?? whole)
  const name = `\`${path.reduce<string>(dotted, whole)}\``
  if (kind === 'missing-key') return `${name} is missing`
  if (kind === 'unknown-key') {
    const known = path.length === 1 ? FACT_NAMES : keysAt(CASE_SCHEMA, path.slice(0, -1))
    const meant = (path.length === 1 ? OTHER_NAMES.get(key) : undefined) ?? nearest(key, known)
    return `${name} is not known: ${meant === null ? `known are ${known.join(', ')}` : `did you mean \`${meant}\`?`}`
  }
  const { words, options } = expected
  const found = at(value, path)
  const meant = typeof found === 'string' ? nearest(found, options) : null
  // What is a table in TOML is an object here.
  const wanted =
    meant === null ? `it should be ${words.replaceAll('a table', 'an object')}` : `did you mean \`${meant}\`?`
  return `${name} is ${shown(found)}: ${wanted}`
}

function dotted(name: string, step: string | number): string {
  if (typeof step === 'number') return `${name}[${step}]`
  return name === '' ? step : `${name}.${step}`
}

function at(value: unknown, path: SchemaIssue['path']): unknown {
  return path.reduce((inside: unknown, step) => (inside as Readonly<Record<string | number, unknown>>)?.[step], value)
}

const MOST_SHOWN = 60

/** A value as the line has it, cut where it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return `\`${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}\``
}
