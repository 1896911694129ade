/**
 * Shows which status and headers the edge would send for a request. It runs the real edge, in front
 * of a made-up origin with one page.
 */
import { cached } from '../base/cached.ts'
import { Edge } from '../edge/edge.ts'
import { byAddress, Identifier } from '../edge/identity/identify.ts'
import type { Exchange, LightRequest } from '../edge/platform.ts'
import { encode } from '../program/encode.ts'
import type { Registry } from '../program/program.ts'
import type { Meaning } from './draft.ts'
import type { CellAnswer } from './shown-crawlers.ts'
import type { CellQuestion } from './what-if.ts'

/** Whom a cell is about: `standing` tells a reader. */
type AskedBy = Pick<CellAnswer, 'standing'> & { readonly crawler: { readonly userAgent: string } }

/**
 * One line each, the status first. Last are those that are sent only with files that are not HTML.
 */
export async function edgeHeaders(
  meaning: Meaning,
  registry: Registry,
  { crawler, standing }: AskedBy,
  question: CellQuestion,
): Promise<readonly string[]> {
  const bundle = await bundleOf(meaning, registry)
  const names = standing === 'reader' ? {} : { 'signature-input': 'supposed' }
  const headers = new Headers({ ...names, 'user-agent': crawler.userAgent })
  const linesFor = async (type: string) => {
    let isOrigins = false
    const origin = async () => {
      isOrigins = true
      return new Response('<!doctype html><title></title>', { headers: { 'content-type': type } })
    }
    const edge = new Edge(PLATFORM, { bundle }, new Supposed(question.isSigned === true))
    const request = requestOf('GET', question.uri, headers)
    const answer = await edge.answer(exchangeOf(request, origin), question.now)
    await answer.body?.cancel()
    const own = [...answer.headers].filter(([name, value]) => value !== type && name !== 'etag')
    const status = isOrigins && answer.status === 200 ? 'as the origin answers' : answer.status
    return [`status: ${status}`, ...own.map(([name, value]) => `${name}: ${value}`)]
  }
  const [page, file] = await Promise.all(['text/html', 'application/pdf'].map(linesFor))
  const others = file!.filter((line) => !page!.includes(line))
  return [...page!, ...others.map((line) => `${line} (where it is not HTML)`)]
}

const bundles = new WeakMap<Meaning, Promise<Uint8Array>>()

/**
 * A policy that names no host is made to apply to every host, so that it applies to the one in the
 * question.
 */
function bundleOf(meaning: Meaning, registry: Registry): Promise<Uint8Array> {
  const { program } = meaning
  const { config } = program
  const hosts = config.hosts.length === 0 ? ['*'] : config.hosts
  return cached(bundles, meaning, () =>
    encode({ sites: [{ ...program, config: { ...config, hosts } }], registry, networks: [] }),
  )
}

/**
 * Believes the name in the question without a check, as the author supposes; and a signature, where
 * the author supposes one.
 */
class Supposed extends Identifier {
  readonly #isSigned: boolean

  constructor(isSigned: boolean) {
    super({ lookUp: () => NO_KEYS })
    this.#isSigned = isSigned
  }

  override async bySignature(...[visit]: Parameters<Identifier['bySignature']>) {
    const claimed = { ...byAddress(visit, null), isCrawler: true }
    if (!this.#isSigned) return claimed
    return { ...claimed, assurance: 'signed' as const, unlisted: false, fault: null }
  }
}

const NO_KEYS = { keys: null, isCurrent: false, pending: null }
const nothing = () => undefined
const PLATFORM = {
  log: { log: nothing, warn: nothing, error: nothing },
  fetchKeys: () => Promise.reject(new Error('no keys are fetched here')),
}

function exchangeOf(request: Request, askOrigin: () => Promise<Response>): Exchange {
  return {
    ...{ platform: PLATFORM, request, askOrigin, keepAlive: nothing, clientAddress: null },
    ...{ botVerdict: null, pricing: null, bundles: null, paces: null, counter: null, app: null },
    bodies: {
      ...{ isStillCoded: null, encode: null },
      loadZlib: async () => null,
      queued: () => new Promise((done) => setTimeout(done, 0, 'over')),
    },
  }
}

/** Browsers let no page make a request in the name of another client. */
function requestOf(method: string, url: string, headers: Headers): LightRequest {
  const was = { method, url, headers }
  const altered: LightRequest['altered'] = (change) => {
    const is = { ...was, ...change }
    return requestOf(is.method, is.url, is.headers)
  }
  return { ...was, body: null, altered } as LightRequest
}
