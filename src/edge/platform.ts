/**
 * What the edge needs of the platform it runs on. Types only: nothing below `src/edge/` imports a platform,
 * and `src/doors/` has an implementation for each. It knows nothing of the code that uses it.
 */
import type { Ruling } from '../decide/ruling.ts'
import type { LogLine } from '../words/log-line.ts'
import type { Zlib } from './html/byte-source.ts'

export type { DecidingField, Decision } from '../decide/decision.ts'
export type { Ruling } from '../decide/ruling.ts'

export interface Platform {
  readonly log: LogSink
  /** Fetches a key directory at an address that a client chose: follows no redirect, reaches no private network. */
  readonly fetchKeys: typeof fetch
}

/** One request, and what its platform provides for it. Members that are null are not available: the edge does without. */
export interface Exchange {
  readonly platform: Platform
  /** As received. One that is no Request of the standard is a `LightRequest`. */
  readonly request: Request
  /** A resolved URL with the scheme that trusted proxies forward. Absent: there are no proxies. */
  withForwardedScheme?(url: string): string
  /** A resolved URL at the host that trusted proxies forward; null where they forward none. */
  atForwardedHost?(url: string): string | null
  /** The client's address as text; null where no trusted source says it. */
  readonly clientAddress: string | null
  readonly botVerdict: BotVerdict | null
  /** The header `cf-pay-per-crawl`, where a source that is trusted says it; null where there is none (M1). */
  readonly pricing: string | null
  /** Newer bundles than the one that the edge was made with. */
  readonly bundles: BundleStore | null
  /** Counts crawlers' documents (X3). Where it is null, rates are published and not enforced. */
  readonly paces: PaceStore | null
  readonly counter: LineCounter | null
  /** The app behind the edge, which is the origin; null where the origin is a server. */
  readonly app: AppBehind | null
  /** How bodies of the origin arrive. */
  readonly bodies: Bodies
  /**
   * Asks the origin; `siteOrigin` is the one that site.toml names. Of requests that count as crawlers', fewer go at once.
   * `ruling`: the one on the crawl; none for readers, and for what every crawler may fetch.
   */
  askOrigin(
    request: Request,
    siteOrigin: string | null,
    countsAsCrawler: boolean,
    ruling: Ruling | undefined,
  ): Promise<Response>
  /** Makes the answer of a refusal without a Response object, where the platform allows it. */
  refuse?(method: string, refusal: Refusal): Response
  /** Takes what logs a request, and calls it when the answer was sent. Absent: the line is written when it is made. */
  whenSent?(write: (sent?: Sent) => void): void
  /** Hears of a host that no site names, whose request is passed on. */
  onUnknownHost?(host: string): void
  /** Milliseconds that a crawler waits at most, where a server before this one gives up soon. It waits for no keys. */
  readonly patience?: number
  keepAlive(work: Promise<unknown>): void
}

/** A request of a platform that has a lighter one than the standard's: it alone knows how to be altered. */
export interface LightRequest extends Request {
  altered(change: {
    readonly method?: string
    readonly headers?: Headers
    readonly url?: string
  }): LightRequest
}

/** How bodies of the origin arrive. */
export interface Bodies {
  /**
   * Whether a body that begins so is still in its coding, though the runtime decodes what it reads: an app may have coded it.
   * Null: all come as the origin sent them, in their content coding.
   */
  readonly isStillCoded: ((first: Uint8Array, coding: string) => boolean) | null
  /** Puts a body into `gzip` or `br`. Null: the runtime codes it when it is sent, as its `content-encoding` says. */
  readonly encode: ((body: BodyInit, coding: string) => Promise<BodyInit>) | null
  /** Loads what decodes; null where the platform has none. */
  readonly loadZlib: () => Promise<Zlib | null>
  /**
   * Puts tags behind the beginning of a page, which ends at their place, by means of the runtime's own; null where it cannot
   * do so for certain. Absent: the edge's own reader alone writes them.
   */
  readonly placeTags?: (before: Uint8Array, tags: string) => Promise<Uint8Array | null>
  /** Gives `over` at the next turn of the event loop, when what is queued in memory has arrived. */
  readonly queued: () => Promise<'over'>
}

export interface Refusal {
  readonly body: string
  readonly bytes: number
  readonly init: { readonly status: number; readonly headers: Headers }
}

/** An app as the origin. It can be asked once, and its answers are made in this process. */
export interface AppBehind {
  /** Path and query by which it finds its handler, where that is not by the resolved URL (P6). */
  readonly routedAs?: string | undefined
  /** Whether a request seems to be for a page, of which the app, which can be asked once, is asked for the whole. */
  seemsForPage?(request: Request, target: string): boolean
  /** Its answer with a body that can be piped, where the runtime does not pipe every stream. */
  pipeable?(response: Response): Response
}

export interface BotVerdict {
  /** The category of the bot that the platform has verified the client to be, in its own words; null where it has not. */
  readonly category: string | null
  readonly asn: number | null
}

/** Values by key. */
export interface BundleStore {
  /** The bytes of a value; null where there is none. */
  get(key: string): Promise<ArrayBuffer | null>
}

export interface PaceStore {
  /** Admits one document per `interval` milliseconds: 0 where this is it, else milliseconds until the next. */
  admit(key: string, interval: number): Promise<number>
}

export type LogSink = Pick<Console, 'log' | 'warn' | 'error'>

/** Receives each line that is logged of a request; must not throw. */
export interface LineCounter {
  count(line: LogLine): void
  /** Hears of each request that no line is logged of. */
  countReader?(site: string): void
}

/** What was sent of an answer; null where that is not known. */
export type Sent = Pick<LogLine, 'status' | 'bytes'>
