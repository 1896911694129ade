/**
 * Parses IP addresses into 32-bit words (I4), and checks host and port (RFC 9110 4.2, RFC 3986
 * 3.2).
 */

const V6_WORDS = 4

/**
 * An address as 32-bit words, most significant first: one for IPv4 and IPv4-mapped IPv6, four for
 * other IPv6.
 */
export function parseAddress(text: string): Uint32Array | null {
  if (!text.includes(':')) return parseV4(text)
  const words = parseV6(text)
  const isMapped = words?.[0] === 0 && words[1] === 0 && words[2] === 0xffff
  return isMapped ? words.slice(3) : words
}

/** An octet with a leading zero. It is ambiguous: some programs read it as octal. */
const PADDED_OCTET = /(?:^|:)0\d+\.|\.0\d/

/** 4 or 6 for an address of that family without leading zeros; else 0. */
export function addressFamily(text: string): 0 | 4 | 6 {
  if (PADDED_OCTET.test(text) || parseAddress(text) === null) return 0
  return text.includes(':') ? 6 : 4
}

/** The /24 or /48 of an address as text; null for an address that cannot be read. */
export function networkOf(address: string | null): string | null {
  const words = address === null ? null : parseAddress(address)
  if (words === null) return null
  const [first, second = 0] = words as unknown as [number, number?]
  if (words.length === 1)
    return `${first >>> 24}.${(first >>> 16) & 0xff}.${(first >>> 8) & 0xff}.0/24`
  const groups = [first >>> 16, first & 0xffff, second >>> 16]
    .map((group) => group.toString(16))
    .join(':')
  return `${groups.replace(/(?::0)+$/, '')}::/48`
}

function parseV4(text: string): Uint32Array | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return null
  return Uint32Array.of(parts.reduce((word, part) => word * 256 + Number(part), 0))
}

/** The platform's URL parser normalises IPv6 to eight groups, or `::` for a run of zeros. */
function parseV6(text: string): Uint32Array | null {
  const url = `http://[${text}]`
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(url)) return null
  const halves = new URL(url).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = halves.map((half) =>
    half.split(':').filter((group) => group !== ''),
  )
  const zeros = new Array<string>(8 - head.length - tail.length).fill('0')
  const shorts = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
  return Uint32Array.from(
    { length: V6_WORDS },
    (_, i) => shorts[2 * i]! * 0x10000 + shorts[2 * i + 1]!,
  )
}

/**
 * A host in brackets, or a name of unreserved characters, sub-delimiters and percent triples; then
 * a port.
 */
const AUTHORITY = /^(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::(\d*))?$/i
const LATER_ADDRESS = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i
const LAST_PORT = 65_535

/** Whether a text is a host, with or without a port. User information is refused. */
export function isAuthority(text: string): boolean {
  const found = AUTHORITY.exec(text)
  if (found === null) return false
  const [, literal, port = ''] = found
  if (Number(port) > LAST_PORT) return false
  if (literal === undefined || LATER_ADDRESS.test(literal)) return true
  return literal.includes(':') && parseAddress(literal) !== null
}
