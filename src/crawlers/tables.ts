/**
 * Derives the tables of facts from the operators' records. The library's build replaces this module
 * by its values, so that a program contains only the tables that it uses.
 */
import type { Category } from '../words/decision-words.ts'
import type { OperatorRecord } from './operator-record.ts'
import { RECORDS } from './records.ts'

/** Collects the lists `key` of all records, each member with its operator. */
function membersOf<K extends keyof OperatorRecord, T>(
  key: K,
  make: (member: MemberOf<K>, operator: string | null) => T,
): readonly T[] {
  return RECORDS.flatMap((record) =>
    ((record[key] ?? []) as readonly MemberOf<K>[]).map((member) => make(member, record.operator)),
  )
}

type MemberOf<K extends keyof OperatorRecord> =
  NonNullable<OperatorRecord[K]> extends readonly (infer T)[] ? T : never

/** Crawlers with a stated category, which overrides every list (I5). */
export const CORRECTED_CRAWLERS = membersOf('crawlers', ({ name, category }, operator) =>
  category === undefined ? [] : [{ name, category: category as Category, operator }],
).flat()

/** When a page about a category was last read. */
export const CORRECTIONS_DATE = membersOf('crawlers', ({ date = '' }) => date).reduce((a, b) =>
  a > b ? a : b,
)

/** Crawlers and tokens in their operators' spelling, sorted by name. */
export const WELL_KNOWN = [
  ...membersOf('crawlers', ({ spelling }) => spelling ?? []).flat(),
  ...membersOf('tokens', ({ token, provisional }) => (provisional ? [] : token)).flat(),
].sort(byLetters)

/** By host: the operator. */
export const OPERATORS_BY_HOST = Object.fromEntries(
  membersOf('hosts', (host, operator) => [host, operator ?? ''] as const),
)

/** URLs by which crawlers identify themselves (I3). */
export const SELF_NAMED_ADDRESSES = membersOf('addresses', (address) => address).toSorted()

export const TOKENS = membersOf('tokens', (token, operator) => ({
  ...token,
  category: token.category as Category,
  operator: operator ?? '',
}))

export const FAMILIES = membersOf('families', ({ name, members }) => ({ name, members }))

/** Members of families, each with its operator. */
export const FAMILY_OPERATORS = membersOf('families', ({ members, hyphenated = [] }, operator) =>
  [...members, ...hyphenated].map((name) => [name, operator] as const),
).flat()

export const PUBLISHED_ADDRESSES = membersOf('addressLists', (list, operator) => ({
  ...list,
  operator: operator ?? '',
}))

export const SYSTEMS: Readonly<Record<string, readonly string[]>> = Object.assign(
  {},
  ...RECORDS.map(({ systems }) => systems),
)

/** By the origin of a Signature-Agent: the name that it proves. */
export const SIGNERS = Object.fromEntries(membersOf('signers', ({ agent, name }) => [agent, name]))

export const RATELESS_ENGINES = membersOf('withoutRates', ({ engine, names, others }) => ({
  engine,
  names,
  others,
}))

function byLetters(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1
}
