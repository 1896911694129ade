/** Finds the addresses at which the result of address lists changes. */
import { isInternetAddress } from '../../../base/internet-address.ts'
import { type AddressRow, addressText, blockIn } from '../addresses/address-rows.ts'
import type { Zone } from '../addresses/name-zones.ts'
import { isInAny, prefixIn } from '../interpreters/tables.ts'

/** An address for documentation, which counts as any stranger's. */
export const STRANGER = '192.0.2.1'

/** Both ends of each prefix, and the addresses beside them. */
export function edgesOf(rows: readonly AddressRow[]): readonly string[] {
  return [...new Set(rows.flatMap(([prefix]) => edgesOfPrefix(prefix)))]
}

function edgesOfPrefix(prefix: string): readonly string[] {
  const { first, last, bits } = blockIn(prefix)
  const end = (1n << BigInt(bits)) - 1n
  return [first - 1n, first, last, last + 1n]
    .filter((address) => address >= 0n && address <= end)
    .map((address) => addressText(address, bits))
}

/** An address of a zone. */
export function addressIn(rows: readonly AddressRow[], zone: Zone): string {
  const own = rows.filter(([, each]) => each === zone).map(([prefix]) => prefix)
  if (zone !== 'other') return own[0]!.split('/')[0]!
  const prefixes = rows.map(([prefix]) => prefixIn(prefix))
  const isOther = (address: string) => isInternetAddress(address) && !isInAny(prefixes, address)
  return [STRANGER, ...edgesOf(rows)].find(isOther)!
}
