/**
 * Where operators publish their crawlers' addresses, and which names each list proves (I4). Not
 * used by the edge.
 */
import { PUBLISHED_ADDRESSES } from './tables.ts'

/** `source` is the operator's page about the list, `date` the date of this entry. */
export type AddressList = (typeof PUBLISHED_ADDRESSES)[number]

export const ADDRESS_LISTS: readonly AddressList[] = PUBLISHED_ADDRESSES

/** Whether `acap networks` fetches the list of this name by default; letter case does not count. */
export function isOperatorsList(file: string): boolean {
  return ADDRESS_LISTS.some(({ name }) => name === file.toLowerCase())
}

/** The other names that a list proves. */
export function provenBy(file: string): readonly string[] | undefined {
  const proves = ADDRESS_LISTS.find(({ name }) => name === file)?.proves
  return proves === undefined || proves.length === 1 ? undefined : proves
}
