/**
 * A request on the wire → what of a Request the edge looks at. A Request of the standard costs more than the decision, and
 * most requests need none: the edge reads method, URL and a few headers, and the origin gets the header as it was written.
 */
import type { LightRequest, RequestChange } from '../../edge/request/altered-request.ts'
import { headersFrom } from './raw-headers.ts'

/** The headers of a request, looked up where they were written. They are read only. */
class WireHeaders {
  readonly #raw: readonly string[]
  #all: Headers | null = null

  constructor(raw: readonly string[]) {
    this.#raw = raw
  }

  get(name: string): string | null {
    if (!PLAIN_NAME.test(name)) return this.#standard().get(name)
    const raw = this.#raw
    let found: string | null = null
    for (let i = 0; i < raw.length; i += 2) {
      if (raw[i]!.length !== name.length || raw[i]!.toLowerCase() !== name) continue
      found = found === null ? raw[i + 1]! : `${found}, ${raw[i + 1]!}`
    }
    return found
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  /** What makes `new Headers` of them: names in lower case, sorted, values joined. */
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#standard()[Symbol.iterator]()
  }

  #standard(): Headers {
    this.#all ??= headersFrom(this.#raw)
    return this.#all
  }
}

/** Names that clients write in signatures can be in other letters, or no names at all. */
const PLAIN_NAME = /^[a-z\d-]+$/

/** A request, read from the wire when it is looked at. */
export class RequestOnWire {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** It is not read here: the origin gets it from the wire. */
  readonly body = null

  private constructor(method: string, url: string, headers: Headers) {
    this.method = method
    this.url = url
    this.headers = headers
  }

  /** The request with this header, as names and values in turn. */
  static of(method: string, url: string, raw: readonly string[]): LightRequest {
    return new RequestOnWire(method, url, new WireHeaders(raw) as unknown as Headers) as unknown as LightRequest
  }

  altered({ method = this.method, headers = this.headers }: RequestChange): LightRequest {
    return new RequestOnWire(method, this.url, headers) as unknown as LightRequest
  }
}
