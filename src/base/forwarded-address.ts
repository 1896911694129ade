/**
 * Finds the client's address in a forwarding header, counting only what trusted proxies have added.
 */
import { addressFamily } from './ip-address.ts'

/** Whether an address belongs to a trusted proxy. */
export type IsTrusted = (address: string) => boolean

/**
 * The client's address: the last hop that is not trusted, and its distance from the end of the list
 * (0: the peer). `list` is X-Forwarded-For: each proxy appends the address of its own peer.
 */
export function clientAmong(
  peer: string,
  list: string | null,
  isTrusted: IsTrusted,
): { readonly address: string; readonly depth: number } {
  let address = peer
  const hops = list === null ? [] : list.split(',')
  let depth = 0
  while (depth < hops.length && isTrusted(address)) {
    const hop = plainAddress(hops[hops.length - 1 - depth]!)
    // Earlier entries cannot be trusted.
    if (hop === null) break
    address = hop
    depth++
  }
  return { address, depth }
}

/**
 * The address without port, brackets, zone and IPv4-mapped prefix. Null if the text is not an
 * address.
 */
export function plainAddress(text: string): string | null {
  // The common case.
  if (addressFamily(text) === 4) return text
  const trimmed = text.trim()
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1]
  const address = (bracketed ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1'))
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return addressFamily(address) === 0 ? null : address
}
