/**
 * Tells public addresses from those of one machine, private networks, carriers (100.64.0.0/10) and
 * multicast. In a log, the latter belong to a proxy, not to the client.
 * https://www.iana.org/assignments/iana-ipv4-special-registry,
 * https://www.iana.org/assignments/iana-ipv6-special-registry; addresses for documentation count as
 * public, because only examples use them.
 */
import { parseAddress } from './ip-address.ts'

export const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/3',
  '::/127',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map((range) => {
  const [first, bits] = range.split('/')
  return { words: parseAddress(first!)!, bits: Number(bits) }
})

/** Whether an address is public. @param text an address without port */
export function isInternetAddress(text: string): boolean {
  const words = parseAddress(text)
  return words !== null && !NOT_PUBLIC.some((range) => isWithin(words, range))
}

function isWithin(words: Uint32Array, range: (typeof NOT_PUBLIC)[number]): boolean {
  if (words.length !== range.words.length) return false
  return range.words.every((word, i) => {
    const bits = Math.max(0, Math.min(32, range.bits - 32 * i))
    return bits === 0 || (words[i]! ^ word) >>> (32 - bits) === 0
  })
}
