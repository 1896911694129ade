/** The addresses that proxies have noted of a request → the client's. A header that a client can send proves nothing. */
import { addressFamily } from './ip-address.ts'

/** Whether an address is of a proxy whose word counts. */
export type IsTrusted = (address: string) => boolean

/**
 * The client's address: the last hop that is not trusted, and how far it is from the end of the list; 0: it is the peer.
 * `list` is as X-Forwarded-For has it: each proxy has appended the address of its own peer.
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
    // Nothing vouches for what stands before it.
    if (hop === null) break
    address = hop
    depth++
  }
  return { address, depth }
}

/** An address without port, brackets, zone and the prefix of an IPv4 address in IPv6; null where the text is no address. */
export function plainAddress(text: string): string | null {
  // Nearly all are.
  if (addressFamily(text) === 4) return text
  const trimmed = text.trim()
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1]
  const address = (bracketed ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1'))
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return addressFamily(address) === 0 ? null : address
}
