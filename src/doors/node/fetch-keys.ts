/**
 * Fetches key directories (Web Bot Auth) over https. The host is a name that a client sent: every
 * address that it resolves to is checked, and the connection goes to one of those and no other, so
 * a name cannot resolve to a public address for the check and to a private one for the connection.
 * No redirect is followed.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { addressTest } from '../../base/files/trusted-proxies.ts'

export type Resolve = (
  host: string,
  options: { readonly all: true },
  done: (fault: Error | null, addresses: LookupAddress[]) => void,
) => void

/** Addresses of no public host (IANA's special-purpose registries, RFC 6890). */
const isOwn = addressTest([
  ...'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24'.split(
    ' ',
  ),
  ...'192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'.split(
    ' ',
  ),
  ...'::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16'.split(
    ' ',
  ),
  ...'fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(' '),
])

export function isPublicAddress(address: string): boolean {
  return !isOwn(address)
}

interface Setting {
  readonly resolve?: Resolve
  readonly isPublic?: (address: string) => boolean
  readonly tls?: RequestOptions
}

/** A `fetch` for key directories. GET only; of `init` it looks at `signal` alone. */
export function keyFetcher({
  resolve = lookup,
  isPublic = isPublicAddress,
  tls = {},
}: Setting = {}): typeof fetch {
  const checked = checkedLookup(resolve, isPublic)
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:') return Promise.reject(new TypeError(`${url.href} is not https`))
    // Of a host that is an address, nothing is looked up.
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isPublic(literal))
      return Promise.reject(new Error(`${literal} is not public`))
    const answered = new Promise<IncomingMessage>((done, fail) => {
      const sent = request(url.href, {
        ...tls,
        lookup: checked as RequestOptions['lookup'],
        agent: false,
        headers: { accept: 'application/http-message-signatures-directory+json, application/json' },
        ...(init?.signal ? { signal: init.signal } : {}),
      })
      sent.on('response', done)
      sent.on('error', fail)
      // Nothing else is heard of a server that switches to another protocol.
      sent.on('close', () => fail(new Error(`${url.href} did not answer`)))
      sent.end()
    })
    return answered.then(responseOf)
  }
}

/**
 * A lookup that gives only addresses that may be connected to, and none where one of them may not.
 */
function checkedLookup(resolve: Resolve, isPublic: (address: string) => boolean) {
  return (host: string, options: LookupOptions, done: (...args: unknown[]) => void): void => {
    resolve(host, { all: true }, (fault, addresses) => {
      if (fault !== null) return done(fault)
      const inside = addresses.find(({ address }) => !isPublic(address))
      if (inside !== undefined)
        return done(new Error(`${host} resolves to ${inside.address}, which is not public`))
      const [first] = addresses
      if (first === undefined) return done(new Error(`${host} has no address`))
      if (options.all === true) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/** @throws RangeError for a status that no Response can have */
function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode!
  if (status < 200 || status > 599) {
    answer.destroy()
    throw new RangeError(`no answer has status ${status}`)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  const isBodiless = [204, 205, 304].includes(status)
  if (isBodiless) answer.resume()
  return new Response(isBodiless ? null : (Readable.toWeb(answer) as unknown as ReadableStream), {
    status,
    headers,
  })
}
