/** Where operators publish their crawlers' addresses, and the names each list proves (I4). Offline only. */
import { PUBLISHED_ADDRESSES } from './tables.ts'

/** `source` is the operator's page about it, `date` the day on which this entry was made. */
export type AddressList = (typeof PUBLISHED_ADDRESSES)[number]

export const ADDRESS_LISTS: readonly AddressList[] = PUBLISHED_ADDRESSES

/** Whether `acap networks` fetches a list of this file name where the author names no others. */
export function isOperatorsList(file: string): boolean {
  return ADDRESS_LISTS.some(({ name }) => name === file)
}

/** The names that the list of this file name proves beside its own. */
export function provenBy(file: string): readonly string[] | undefined {
  const proves = ADDRESS_LISTS.find(({ name }) => name === file)?.proves
  return proves === undefined || proves.length === 1 ? undefined : proves
}
