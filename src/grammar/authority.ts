/**
 * The host and port of a request (RFC 9110 4.2, 7.2; RFC 3986 3.2): which texts are one. Text in, yes or no out. User
 * information is none: requests carry no credentials there.
 */
import { parseAddress } from './ip-address.ts'

/** A host between brackets, or a name of unreserved characters, sub-delimiters and percent triples; then a port. */
const AUTHORITY = /^(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::(\d*))?$/i
const LATER_ADDRESS = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i
const LAST_PORT = 65_535

/** Whether a text is a host, or host and port. */
export function isAuthority(text: string): boolean {
  const found = AUTHORITY.exec(text)
  if (found === null) return false
  const [, literal, port = ''] = found
  return Number(port) <= LAST_PORT && (literal === undefined || isAddressLiteral(literal))
}

function isAddressLiteral(text: string): boolean {
  return (text.includes(':') && parseAddress(text) !== null) || LATER_ADDRESS.test(text)
}
