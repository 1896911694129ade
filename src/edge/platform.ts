/**
 * The interface between the edge and its platform. Types only: `src/edge/` imports no platform, and
 * `src/doors/` implements this for each.
 */
import type { Ruling } from '../decide/ruling.ts'
import type { LogLine } from '../words/log-line.ts'
import type { Zlib } from './html/byte-source.ts'

export type { DecidingField, Decision } from '../decide/decision.ts'
export type { Ruling } from '../decide/ruling.ts'

export interface Platform {
  readonly log: LogSink
  /**
   * Fetches a key directory from an address that a client chose: no redirects, no private networks.
   */
  readonly fetchKeys: typeof fetch
}

/** A request, and what its platform provides. Null: not available, so the edge does without. */
export interface Exchange {
  readonly platform: Platform
  /** As received. On some platforms a `LightRequest`. */
  readonly request: Request
  /**
   * Sets the scheme of a resolved URL to the one that trusted proxies forward. Absent without
   * proxies.
   */
  withForwardedScheme?(url: string): string
  /**
   * Sets the host of a resolved URL to the one that trusted proxies forward; null if they forward
   * none.
   */
  atForwardedHost?(url: string): string | null
  /** The client's address; null if no trusted source gives it. */
  readonly clientAddress: string | null
  readonly botVerdict: BotVerdict | null
  /** The header `cf-pay-per-crawl` from a trusted source; null if absent (M1). */
  readonly pricing: string | null
  /** Newer bundles than the edge's first one. */
  readonly bundles: BundleStore | null
  /** Counts crawlers' documents (X3). Null: rates are published but not enforced. */
  readonly paces: PaceStore | null
  readonly counter: LineCounter | null
  /** The app behind the edge; null if the origin is a server. */
  readonly app: AppBehind | null
  /** How the origin's bodies arrive. */
  readonly bodies: Bodies
  /**
   * Requests a page from the origin; `siteOrigin` is the one in site.toml. Fewer crawlers' requests
   * run at once. `ruling`: on the crawl; absent for readers and what every crawler may fetch.
   */
  askOrigin(
    request: Request,
    siteOrigin: string | null,
    countsAsCrawler: boolean,
    ruling: Ruling | undefined,
  ): Promise<Response>
  /** Sends a refusal without a Response object, if the platform can. */
  refuse?(method: string, refusal: Refusal): Response
  /** Calls `write` when the response was sent, to log it. Absent: logged at once. */
  whenSent?(write: (sent?: Sent) => void): void
  /** Called for a host that no site names, whose request passes on. */
  onUnknownHost?(host: string): void
  /**
   * How long a crawler may wait, in milliseconds, if a server in front gives up soon. Then it does
   * not wait for keys.
   */
  readonly patience?: number
  keepAlive(work: Promise<unknown>): void
}

/** A platform's lighter request object. Only the platform can alter it. */
export interface LightRequest extends Request {
  altered(change: {
    readonly method?: string
    readonly headers?: Headers
    readonly url?: string
  }): LightRequest
}

/** How the origin's bodies arrive. */
export interface Bodies {
  /**
   * Whether a body that begins like this is still encoded although the runtime decodes bodies: an
   * app may have encoded it. Null: the runtime decodes nothing, all arrive in their content coding.
   */
  readonly isStillCoded: ((first: Uint8Array, coding: string) => boolean) | null
  /** Encodes a body as `gzip` or `br`. Null: the runtime does, by `content-encoding`. */
  readonly encode: ((body: BodyInit, coding: string) => Promise<BodyInit>) | null
  /** Loads the decoders; null if the platform has none. */
  readonly loadZlib: () => Promise<Zlib | null>
  /**
   * Adds tags at the end of a page's beginning with the runtime's rewriter; null if that is not
   * certain to work. Workers alone have it: elsewhere the edge inserts them itself.
   */
  readonly placeTags?: (before: Uint8Array, tags: string) => Promise<Uint8Array | null>
  /** Resolves with `over` at the next turn of the event loop, after what is queued in memory. */
  readonly queued: () => Promise<'over'>
}

export interface Refusal {
  readonly body: string
  readonly bytes: number
  readonly init: { readonly status: number; readonly headers: Headers }
}

/** An app as the origin. It can be called once, and its responses are made in this process. */
export interface AppBehind {
  /** Path and query by which it routes, if not by the resolved URL (P6). */
  readonly routedAs?: string | undefined
  /**
   * Whether a request seems to be for a page. Then the app, which can be called once, is asked for
   * all of it.
   */
  seemsForPage?(request: Request, target: string): boolean
  /** Makes a response's body pipeable, if the runtime cannot pipe every stream. */
  pipeable?(response: Response): Response
}

export interface BotVerdict {
  /** The platform's category of the verified bot; null if not verified. */
  readonly category: string | null
  readonly asn: number | null
}

/** Values by key. */
export interface BundleStore {
  /** The bytes of a value; null if absent. */
  get(key: string): Promise<ArrayBuffer | null>
}

export interface PaceStore {
  /** Admits one document per `interval` milliseconds: returns 0, or milliseconds until the next. */
  admit(key: string, interval: number): Promise<number>
}

export type LogSink = Pick<Console, 'log' | 'warn' | 'error'>

/** Receives each logged line. Must not throw. */
export interface LineCounter {
  count(line: LogLine): void
  /** Called for each request without a log line. */
  countReader?(site: string): void
}

/** What was sent; null if unknown. */
export type Sent = Pick<LogLine, 'status' | 'bytes'>
