/** Runs the author's cases against a site: reports failures, and fields that no case exercises. */

import type { DecidingField } from '../../decide/decision.ts'
import { restrictionsBy } from '../../decide/decision-of.ts'
import { type Judgement, judge, type SiteContext } from '../../decide/judge.ts'
import { readPlace } from '../../decide/read-place.ts'
import { allFields, type Origin, type Policy } from '../../language/policy/policy.ts'
import type { PolicyCase } from '../../language/site/cases.ts'
import type { Outcome } from '../../words/decision-words.ts'
import type { Qualifier, Restriction } from '../../words/restriction.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'

/** A case that was run. */
export interface CaseResult {
  readonly case: PolicyCase
  readonly judged: Judgement
  readonly outcome: Outcome
  /** What differs from what the author expects, in words; empty where the case holds. */
  readonly faults: readonly string[]
}

export function titleOf({ name, as, url, usage }: PolicyCase): string {
  return name ?? `${as}: ${usage} ${url}`
}

/** Runs cases; `now` is for those that name no time. */
export function judgeCases(
  context: SiteContext,
  cases: readonly PolicyCase[],
  now: number,
): readonly CaseResult[] {
  return cases.map((each) => {
    const { as, at, usage, purposes, from, url } = each
    const judged = judge(context, {
      ...readPlace(url, context.home),
      userAgent: as,
      now: at ?? now,
      usage,
      from,
      method: 'GET',
      ...(purposes && { purposes }),
    })
    const outcome = outcomeOf(each, judged)
    return { case: each, judged, outcome, faults: faultsOf(each, judged, outcome) }
  })
}

/** How browsers' headers begin. A crawler's bare name never begins so. */
const BROWSER = /^Mozilla\//

/**
 * A case may name an unknown crawler without a full header. It counts as a crawler, unless the
 * header is a browser's (I3).
 */
function outcomeOf({ as }: PolicyCase, { kind, outcome, ruling }: Judgement): Outcome {
  return kind === 'reader' && !BROWSER.test(as) ? ruling.outcome : outcome
}

function faultsOf(
  expected: PolicyCase,
  { ruling, kind }: Judgement,
  outcome: Outcome,
): readonly string[] {
  const faults: string[] = []
  if (outcome !== expected.expect)
    faults.push(
      `expected ${expected.expect}, but it is ${outcome}${because(kind, outcome, ruling.outcome)}`,
    )
  const texts = ruling.fields.map(({ text }) => text)
  if (expected.field !== null && !texts.some((text) => sameField(text, expected.field!))) {
    faults.push(`expected \`${expected.field}\` to decide, but ${decided(ruling.fields)}`)
  }
  if (expected.restrictions !== null)
    faults.push(...restrictionFaults(expected.restrictions, restrictionsBy(ruling)))
  return faults
}

function because(kind: Judgement['kind'], outcome: Outcome, ofCrawler: Outcome): string {
  if (kind === 'exempt') return ': it is served to everybody'
  return kind === 'reader' && outcome !== ofCrawler ? ': readers are never refused' : ''
}

function decided(fields: readonly DecidingField[]): string {
  return fields.length === 0
    ? 'no field does'
    : `${fields.map(({ text }) => `\`${text}\``).join(' and ')} did`
}

/** Field names in any case, spaces in any number: as the language reads them. */
export function sameField(a: string, b: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/[ \t]+/g, ' ')
      .replace(/^([^:]*?) ?: ?/, (_, name: string) => `${name.toLowerCase()}: `)
  return plain(a) === plain(b)
}

function restrictionFaults(
  expected: readonly Qualifier[],
  found: readonly Restriction[],
): readonly string[] {
  const [wanted, given] = [expected, found].map((each) =>
    each.map((one) => writeQualifier(one).join(' ')),
  )
  return [
    ...wanted!
      .filter((each) => !given!.includes(each))
      .map((each) => `expected the restriction \`${each}\``),
    ...given!
      .filter((each) => !wanted!.includes(each))
      .map((each) => `did not expect the restriction \`${each}\``),
  ]
}

export interface Coverage {
  /** How many fields the policy has. */
  readonly fields: number
  /** Those that decide no case, in the order of the files. */
  readonly idle: readonly Origin[]
}

export function coverageOf(policy: Policy, results: readonly CaseResult[]): Coverage {
  const deciding = results.flatMap(({ judged }) => judged.ruling.fields)
  const used = new Set(deciding.map(({ source, line }) => `${source}:${line}`))
  const all = fieldsOf(policy)
  return {
    fields: all.length,
    idle: all.filter(({ source, line }) => !used.has(`${source}:${line}`)),
  }
}

/** Every field that can decide something, once: a composite usage is several fields of one line. */
function fieldsOf({ records, groups }: Pick<Policy, 'records' | 'groups'>) {
  const origins = [
    ...groups.flatMap(({ rules, settings }) => [
      ...rules.map(({ origin }) => origin),
      ...settings.filter(({ value }) => value.kind === 'visit-time').map(({ origin }) => origin),
    ]),
    ...records.flatMap((record) =>
      [...allFields(record), ...record.actions.filter(({ action }) => action === 'take-down')].map(
        ({ origin }) => origin,
      ),
    ),
  ]
  const distinct = new Map(origins.map((origin) => [`${origin.source}:${origin.line}`, origin]))
  return [...distinct.values()].sort((a, b) =>
    a.source === b.source ? a.line - b.line : a.source < b.source ? -1 : 1,
  )
}
