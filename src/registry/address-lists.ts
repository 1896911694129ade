/** Where operators publish their crawlers' addresses, and the names each list proves (I4). Offline only. */
import lists from './data/address-lists.json' with { type: 'json' }

export interface AddressList {
  readonly name: string
  readonly operator: string
  readonly url: string
  readonly proves: readonly string[]
  /** The operator's page about it, and the day on which this entry was made. */
  readonly source: string
  readonly date: string
}

export const ADDRESS_LISTS: readonly AddressList[] = lists

/** The names that the list of this file name proves beside its own. */
export function provenBy(file: string): readonly string[] | undefined {
  const proves = ADDRESS_LISTS.find(({ name }) => name === file)?.proves
  return proves === undefined || proves.length === 1 ? undefined : proves
}
