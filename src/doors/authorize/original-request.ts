/**
 * Reads the original request from an authorization request, each part by its own grammar, so that
 * no other parser's view of host and path matters.
 */
import type { IncomingMessage } from 'node:http'
import type { IsTrusted } from '../../base/forwarded-address.ts'
import { requestUrl } from '../../words/resolved-url.ts'
import { type ForwardedRequest, forwardedBy, legibleHost } from '../node/forwarded.ts'

export interface RequestHeaders {
  /** The headers with target and method; null: those of the request to the gate itself. */
  readonly uri: string | null
  readonly method: string | null
  readonly host: string
  /** The host by which the server has chosen its own configuration; null: it is that of `host`. */
  readonly chosenHost: string | null
}

export interface OriginalRequest {
  readonly method: string
  readonly url: string
  /**
   * Path and query as the server passes them on, `#` encoded: some origins take what stands behind
   * it for the path.
   */
  readonly target: string
  /** Whether it names a host that a site could have. */
  readonly hasHost: boolean
}

/** A host that no site has, for requests that name none, or one that no URL can have. */
const NO_HOST = 'host.invalid'
/** RFC 9110 5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * The original request; null where its method breaks its grammar, there is no path, or it has two
 * hosts. A request for a tunnel has no path: nobody would judge what goes through it. Scheme and
 * host that cannot be read are not sent.
 */
export function originalRequest(
  message: IncomingMessage,
  form: RequestHeaders,
  isTrusted: IsTrusted,
): OriginalRequest | null {
  const header = (name: string) => headerOf(message, name) ?? null
  const forwarded = forwardedBy(message.socket.remoteAddress, header, isTrusted)
  const method = headerOf(message, form.method) ?? message.method!
  const host = hostOf(message, form, forwarded)
  const target = targetOf(headerOf(message, form.uri) ?? message.url!, method)
  if (method === 'CONNECT' || !TOKEN.test(method) || host === null || target === null) return null
  const home = `${forwarded?.scheme ?? 'http'}://`
  const [path] = target.split('#')
  const url = host === '' ? null : requestUrl(home + host + path)
  return {
    method,
    url: url ?? requestUrl(home + NO_HOST + path)!,
    target: target.replaceAll('#', '%23'),
    hasHost: url !== null,
  }
}

/** Whether the server passes the request on as it came, and asks about no other. */
export function isPassedOn({ headers }: IncomingMessage, { uri }: RequestHeaders): boolean {
  return uri !== null && headers[uri] === undefined
}

/**
 * The host, empty where there is none; null where the server has chosen another one (RFC 9112
 * 3.2.2: a client writes the same host into both places).
 */
function hostOf(
  message: IncomingMessage,
  form: RequestHeaders,
  forwarded: ForwardedRequest | null,
): string | null {
  const isForwarded = form.host === 'x-forwarded-host' && !isPassedOn(message, form)
  const written = isForwarded ? forwarded?.host : legibleHost(message.headers.host ?? '')
  const chosen = legibleHost(headerOf(message, form.chosenHost) ?? '')
  if (!written || !chosen) return written ?? chosen ?? ''
  return nameOf(chosen) === nameOf(written) ? written : null
}

/** A host without its port and its last dots. */
function nameOf(host: string): string {
  return host.replace(/(?<!\.)\.*(?::\d*)?$/, '').toLowerCase()
}

/**
 * Path and query in ASCII: Node gives each octet as one character. `*` is about the whole server
 * (RFC 9112 3.2.4).
 */
function targetOf(written: string, method: string): string | null {
  if (written === '*' && method === 'OPTIONS') return '/'
  return written.startsWith('/')
    ? written.replace(/[^!-~]/g, (octet) => ENCODED[octet.charCodeAt(0)]!)
    : null
}

/** Made once: a target may be a megabyte of them. */
const ENCODED = Array.from(
  { length: 256 },
  (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
)

function headerOf({ headers }: IncomingMessage, name: string | null): string | undefined {
  const value = name === null ? undefined : headers[name]
  return Array.isArray(value) ? value[0] : value
}
