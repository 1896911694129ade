/**
 * Parses a list of trusted proxies into a test for addresses. Clients can send X-Forwarded-For
 * themselves, so it counts only if the peer is trusted.
 */
import { BlockList, isIP } from 'node:net'
import type { IsTrusted } from '../forwarded-address.ts'

/** Names for the address ranges of one machine and of private networks. */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/**
 * A test for a list of trusted proxies: addresses, ranges (`10.0.0.0/8`), `loopback`, `private`.
 * @throws TypeError if it is not a list of these
 */
export function trustedProxies(entries: readonly string[]): IsTrusted {
  if (!Array.isArray(entries) || entries.some((entry) => typeof entry !== 'string'))
    throw new TypeError("`trust` must be a list, such as ['10.0.0.0/8']")
  const ranges = entries.flatMap((entry) => NAMED_RANGES[entry] ?? [entry])
  return ranges.length === 0 ? () => false : addressTest(ranges)
}

/** A test for addresses and ranges. @throws TypeError */
export function addressTest(ranges: readonly string[]): IsTrusted {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', length, ...more] = range.split('/')
    const family = isIP(address)
    const bits = length === undefined ? (family === 4 ? 32 : 128) : Number(length)
    if (
      family === 0 ||
      more.length > 0 ||
      !/^\d{1,3}$/.test(length ?? '0') ||
      bits > (family === 4 ? 32 : 128)
    ) {
      throw new TypeError(
        `\`${range}\` is not an address, range of addresses, \`loopback\` or \`private\``,
      )
    }
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}
