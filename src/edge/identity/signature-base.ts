/**
 * Builds the signature base of a request, the text that was signed, from the covered components
 * (RFC 9421 2.5).
 */
import {
  type Dictionary,
  type InnerList,
  type Item,
  memberText,
  parseDictionary,
} from '../../words/structured-fields.ts'

interface Signable {
  readonly method: string
  readonly headers: Pick<Headers, 'get'>
  readonly body?: unknown
}

/** Derived components of requests (RFC 9421 2.2). */
const DERIVED: Readonly<Record<string, (request: Signable, url: URL) => string>> = {
  '@method': ({ method }) => method,
  '@target-uri': (_, { href }) => href,
  '@authority': (_, { host }) => host,
  '@scheme': (_, { protocol }) => protocol.slice(0, -1),
  '@request-target': (_, { pathname, search }) => pathname + search,
  '@path': (_, { pathname }) => pathname,
  '@query': (_, { search }) => search || '?',
}

/**
 * The base for a request sent to `url`; null if a component is absent, undefined if one is
 * unsupported.
 */
export function signatureBase(
  request: Signable,
  url: URL,
  inner: InnerList,
  fields = new DictionaryFields(request.headers),
): string | null | undefined {
  const lines: string[] = []
  for (const component of inner.items) {
    const value = componentValue(component, request, url, fields)
    if (typeof value !== 'string') return value
    lines.push(`${memberText(component)}: ${value}`)
  }
  return [...lines, `"@signature-params": ${memberText(inner)}`].join('\n')
}

function componentValue(
  { value: name, parameters }: Item,
  request: Signable,
  url: URL,
  fields: DictionaryFields,
): string | null | undefined {
  if (typeof name !== 'string' || parameters.has('req') || name !== name.toLowerCase()) return null
  if (name.startsWith('@')) {
    if (name === '@query-param') return undefined
    const derive = Object.hasOwn(DERIVED, name) ? DERIVED[name]! : null
    return derive === null || parameters.size > 0 ? null : derive(request, url)
  }
  // It covers the body, which is not read here.
  if (name === 'content-digest' && request.body != null) return undefined
  if (parameters.size === 0) return request.headers.get(name)?.trim() ?? null
  const key = parameters.get('key')
  return parameters.size === 1 && typeof key === 'string' ? fields.member(name, key) : undefined
}

const MAX_FIELD_LENGTH = 8192

/**
 * The Dictionary fields of a request, each parsed once, because a signature may cover hundreds of
 * members.
 */
export class DictionaryFields {
  readonly #headers: Signable['headers']
  readonly #parsed = new Map<string, Dictionary | null | undefined>()

  constructor(headers: Signable['headers']) {
    this.#headers = headers
  }

  /** A member of a field (RFC 9421 2.1.2); null if absent, undefined if the field is too long. */
  member(name: string, key: string): string | null | undefined {
    if (!this.#parsed.has(name)) this.#parsed.set(name, parsed(this.#headers.get(name) ?? ''))
    const dictionary = this.#parsed.get(name)
    const member = dictionary?.get(key)
    if (member === undefined) return dictionary === undefined ? undefined : null
    return memberText(member)
  }
}

function parsed(header: string): Dictionary | null | undefined {
  if (header.length > MAX_FIELD_LENGTH) return undefined
  try {
    return parseDictionary(header)
  } catch {
    // An unparsable field has no members.
    return null
  }
}
