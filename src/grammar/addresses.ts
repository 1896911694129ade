/**
 * Internet addresses, domains and countries as `target-condition` lists them (Q4): which texts are well formed.
 */

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const GROUP = /^[0-9a-f]{1,4}$/i
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const COUNTRY = /^[a-z]{2}$/i

/** 4 or 6 for a well-formed address of that family, else 0. */
export function addressFamily(text: string): 0 | 4 | 6 {
  if (IPV4.test(text)) return 4
  return isIpv6(text) ? 6 : 0
}

/** Labels of letters, digits and hyphens, joined by dots. */
export function isDomain(text: string): boolean {
  return DOMAIN.test(text)
}

/** Two letters. */
export function isCountry(text: string): boolean {
  return COUNTRY.test(text)
}

/** RFC 4291 2.2: eight groups. `::` may replace one run of them, and an IPv4 address the last two. */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const endsInIpv4 = IPV4.test(last) && text.endsWith(last)
  const count = groups.length + (endsInIpv4 ? 1 : 0)
  if (halves.length === 2 ? count > 7 : count !== 8) return false
  return groups.every((group, at) => GROUP.test(group) || (endsInIpv4 && at === groups.length - 1))
}
