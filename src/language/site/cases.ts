/**
 * Parses cases.toml, the author's expectations, into data with findings. run-cases.ts runs them.
 */
import * as v from 'valibot'
import { addressFamily } from '../../base/ip-address.ts'
import { OUTCOMES, type Outcome } from '../../words/decision-words.ts'
import { readQualifiers } from '../../words/qualifier-issues.ts'
import type { Qualifier } from '../../words/restriction.ts'
import { USAGES, type Usage } from '../../words/usages.ts'
import { type Finding, inOrder, type Report, reporterInto } from '../findings/diagnostic.ts'
import { applyIgnores } from '../findings/ignores.ts'
import type { Span } from '../text/source.ts'
import { moment, text, textLike, textThat } from './schema-parts.ts'
import { readToml, type TomlReading } from './toml.ts'

const PATH_OR_URL = /^(?:https?:\/\/[^\s/?#]+|\/)\S*$/

const caseSchema = v.strictObject({
  name: v.exactOptional(text),
  as: text,
  url: textLike(PATH_OR_URL, 'a path that begins with `/`, or an http or https URL'),
  expect: v.picklist(OUTCOMES),
  usage: v.optional(v.picklist(USAGES), 'crawl'),
  at: v.exactOptional(moment),
  purposes: v.exactOptional(v.array(text)),
  from: v.exactOptional(textThat((ip) => addressFamily(ip) > 0, 'an IP address')),
  field: v.exactOptional(text),
  with: v.exactOptional(v.string()),
})

export const CASES_SCHEMA = v.strictObject({
  at: v.optional(moment),
  case: v.optional(v.array(caseSchema), []),
})

type CasesToml = v.InferOutput<typeof CASES_SCHEMA>

/** One expectation. Null members are not checked, or default to the site's configuration. */
export interface PolicyCase {
  readonly name: string | null
  /** A User-Agent header or a crawler's name. */
  readonly as: string
  /** A path with its query, or a whole URL. */
  readonly url: string
  readonly usage: Usage
  readonly at: number | null
  readonly purposes: readonly string[] | null
  readonly from: string | null
  readonly expect: Outcome
  /** The text of a field that must be among the deciding ones. */
  readonly field: string | null
  readonly restrictions: readonly Qualifier[] | null
  readonly place: Span
}

/** What `readCases` gives. */
export interface CasesReading {
  readonly cases: readonly PolicyCase[]
  readonly findings: readonly Finding[]
}

/**
 * Reads a cases.toml. Never throws: a file with an error gives its findings and no cases.
 *
 * @param input The file, as text or as its octets.
 * @param file Its name in findings. @default 'cases.toml'
 * @example readCases('[[case]]\nas = "GPTBot"\nurl = "/a"\nexpect = "prohibited"\n').cases
 */
export function readCases(input: string | Uint8Array, file = 'cases.toml'): CasesReading {
  const findings: Finding[] = []
  const report = reporterInto(findings)
  const reading = readToml(input, file, CASES_SCHEMA, report)
  const { value } = reading
  if (value === null) return { cases: [], findings: applyIgnores(findings, reading.comments) }
  const cases = value.case.map((one, number) =>
    caseOf(one, number, value.at ?? null, reading, report),
  )
  return {
    cases: findings.length > 0 ? [] : cases,
    findings: inOrder(applyIgnores(findings, reading.comments)),
  }
}

function caseOf(
  one: CasesToml['case'][number],
  number: number,
  always: number | null,
  reading: TomlReading<CasesToml>,
  report: Report,
): PolicyCase {
  const path = ['case', number]
  const read = one.with === undefined ? null : readQualifiers(one.with, one.usage, '1.1', 'robots')
  if (read?.uninterpretable) {
    const expected = `qualifiers that ${one.usage} can have`
    report(
      reading.at([...path, 'with']),
      'toml-value',
      'with',
      reading.written([...path, 'with']),
      expected,
      [],
    )
  }
  const { with: _, ...checked } = one
  return {
    name: null,
    at: always,
    purposes: null,
    from: null,
    field: null,
    ...checked,
    restrictions: read?.qualifiers ?? null,
    place: reading.key(path),
  }
}
