/**
 * `acap gate`: runs the edge as a server of its own. Starts its parts, and stops them.
 */
import type { Server } from 'node:http'
import type { Writable } from 'node:stream'
import { trustedProxies } from '../../base/files/trusted-proxies.ts'
import { Edge } from '../../edge/edge.ts'
import { sitesIn } from '../../edge/loaded-bundle.ts'
import { logEvent, logWarning } from '../../edge/log.ts'
import type { BundleStore, LogSink } from '../../edge/platform.ts'
import { authorizationServer, SERVERS } from '../authorize/authorize.ts'
import { storeAt } from '../node/bundle-stores.ts'
import { MemoryPaces, type NodeServices, unknownHostLog } from '../node/exchange.ts'
import { keyFetcher } from '../node/fetch-keys.ts'
import { adminServer, type ListenAddress, listenAt } from './admin.ts'
import { type Bounds, boundsFor, OriginPlaces, openFilesLimit, type Seconds } from './limits.ts'
import { LineLog } from './line-log.ts'
import type { Metrics } from './metrics.ts'
import { OriginClient } from './origin-client.ts'
import { sloppyLog } from './origin-connections.ts'
import {
  type BundleBytes,
  keepFresh,
  type PoliciesAt,
  type PolicySource,
  policySource,
  type Refresh,
  SOURCE_PACE,
  type SourcePace,
} from './policy-source.ts'
import { proxyServer } from './proxy-server.ts'
import type { RedisPaces } from './redis-paces.ts'
import { Reloader } from './reloader.ts'
import { checkOrigins, lookInto, reportOf } from './start-report.ts'

export interface GateSettings {
  readonly policies: PoliciesAt
  readonly pace?: SourcePace
  readonly refresh: Refresh | null
  /** The folder or https URL of a store of policies; null: none. */
  readonly store: string | null
  readonly listen: ListenAddress
  readonly admin: ListenAddress | null
  /** The origin of all sites; null: that of each site's site.toml. */
  readonly origin: string | null
  /** Seconds that an origin has until its header is here; null: as long as it likes. */
  readonly originTimeout: number | null
  readonly seconds?: Seconds
  readonly bounds?: Bounds
  readonly trust: readonly string[]
  /** Seconds that requests have to end when the gate stops. */
  readonly grace: number
  /**
   * The server that asks for authorization, by its name in `SERVERS`; null: the gate is a reverse
   * proxy.
   */
  readonly authorize: string | null
  readonly redis: string | null
}

export interface Gate {
  readonly url: string
  readonly adminUrl: string | null
  /** Reads the policies at once; what they take away counts at once, too. */
  reload(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a gate.
 * @throws Error where an address cannot be listened to, or no origin is known; TypeError for a
 * setting that makes no sense.
 */
export async function startGate(
  settings: GateSettings,
  out: Writable = process.stdout,
): Promise<Gate> {
  const { listen, origin, trust, grace, authorize, pace = SOURCE_PACE } = settings
  const isTrusted = trustedProxies(trust)
  const form = authorize === null ? null : formOf(authorize, trust)
  const source = policySource(settings.policies, pace)
  const lines = new LineLog(out)
  const first = await firstBundle(source, lines, settings)
  // What is in a store is not known before requests come.
  const sites = first === null || settings.store !== null ? null : sitesIn(first)
  if (form === null && origin === null && sites !== null) checkOrigins(sites, lines)
  const redis = settings.redis === null ? null : await redisPaces(settings.redis, lines)
  const metrics =
    settings.admin === null
      ? null
      : await newMetrics(() => edge.policies.current?.hash ?? null, redis)
  const log = metrics?.counted(lines) ?? lines
  const platform = { log, fetchKeys: keyFetcher() }
  const edge: Edge = new Edge(platform, { bundle: first })
  const reloader = new Reloader({
    source,
    first,
    adopt: (bytes, kept) => edge.policies.adopt(bytes, kept),
    log,
    onReload: (isGood) => metrics?.reloaded(isGood),
    lossAfter: pace.loss,
  })
  const paces = redis ?? new MemoryPaces()
  const bundles = await storeOf(settings, edge).catch((fault) => endedBy(fault, redis))
  const own = { counter: metrics, onUnknownHost: unknownHostLog(log) }
  const services = { platform, isTrusted, bundles, paces, ...own }
  const server =
    form === null ? proxyFor(settings, edge, services) : authorizationServer(edge, services, form)
  const { url, stop } = await listenAt(server, listen)
  const admin = await startAdmin(settings.admin, metrics, edge, server)
  const unwatch = source.watch(() => void reloader.reload(), log)
  const unrefresh = settings.refresh === null ? null : keepFresh(settings.refresh, log)
  logEvent(log, 'gate', {
    state: 'listening',
    url,
    admin: admin?.url,
    ...(sites && reportOf(sites)),
  })
  return {
    url,
    adminUrl: admin?.url ?? null,
    reload: () => reloader.reload(true),
    async stop() {
      unwatch()
      reloader.stop()
      unrefresh?.()
      await stop(grace)
      await admin?.stop(0)
      redis?.close()
      logEvent(log, 'gate', { state: 'stopped' })
      lines.flush()
    },
  }
}

function proxyFor(settings: GateSettings, edge: Edge, services: NodeServices): Server {
  const { listen, origin, originTimeout, seconds, bounds = boundsFor(openFilesLimit()) } = settings
  const report = sloppyLog(services.platform.log)
  const client = new OriginClient(originTimeout, bounds.requests, seconds, report)
  const own = {
    client,
    places: new OriginPlaces(bounds),
    origin: origin === null ? null : new URL(origin),
    ownHost: `${listen.host}:${listen.port}`,
  }
  const server = proxyServer(edge, { ...services, ...own }, { clients: bounds.clients, seconds })
  return server.once('close', () => client.close())
}

/**
 * The bundle to start with. Null where there is none: readers must reach the site, and policies may
 * come later.
 * @throws Error where only the sites would say what the origin is: no reader would get a page.
 */
async function firstBundle(
  source: PolicySource,
  log: LogSink,
  { authorize, origin, store }: GateSettings,
): Promise<BundleBytes | null> {
  try {
    return await source.read()
  } catch (fault) {
    const onlySitesKnow = authorize === null && origin === null && store === null
    if (onlySitesKnow) throw new Error(`${NO_START}\n${(fault as Error).message}\n${STARTS_WITH}`)
    logWarning(log, 'policies', { state: 'there are none so far: crawlers get 503', fault })
    return null
  }
}

/**
 * The longest that the gate waits for a store before it listens, in milliseconds: where it must
 * know it, and else.
 */
const PATIENCE_MS = 10_000
const SHORT_PATIENCE_MS = 1000

/**
 * The store, with its version in force; null where there is none.
 * @throws Error where only the sites would say what the origin is, and it has no version.
 */
async function storeOf(
  { store, authorize, origin }: GateSettings,
  edge: Edge,
): Promise<BundleStore | null> {
  if (store === null) return null
  const bundles = storeAt(store)
  const needsVersion = authorize === null && origin === null
  const hasVersion = await lookInto(bundles, edge, needsVersion ? PATIENCE_MS : SHORT_PATIENCE_MS)
  if (hasVersion || !needsVersion) return bundles
  throw new Error(`${NO_VERSION} \`${store}\`\n${STARTS_WITHOUT}`)
}

/** A connection that is left open would keep the process alive. */
function endedBy(fault: Error, redis: RedisPaces | null): never {
  redis?.close()
  throw fault
}

const NO_START =
  'the gate does not start: it cannot read its policies, and without them it knows no origin'
const NO_VERSION =
  'the gate does not start: it knows no origin, because it finds no version in the store'
const STARTS_WITHOUT =
  'help: fill the store with acap publish, or name the origin of every site by --origin URL'
const STARTS_WITH =
  'help: with --origin URL it starts without them: readers get every page, and crawlers get 503'

// What few gates need is loaded where it is needed.

async function redisPaces(url: string, log: LogSink): Promise<RedisPaces> {
  const { RedisPaces } = await import('./redis-paces.ts').catch((fault: Error) => {
    if (!fault.message.includes('@redis/client')) throw fault
    throw new TypeError(
      'rates in Redis need a package that is not installed: npm install @redis/client',
    )
  })
  return RedisPaces.connect(url, log)
}

async function newMetrics(bundle: () => string | null, redis: RedisPaces | null): Promise<Metrics> {
  const { Metrics } = await import('./metrics.ts')
  return new Metrics({ bundle, ratesAreUp: redis === null ? null : () => redis.isUp })
}

async function startAdmin(
  at: ListenAddress | null,
  metrics: Metrics | null,
  edge: Edge,
  server: Server,
) {
  if (at === null || metrics === null) return null
  metrics.observe(server)
  const notReady = () => {
    if (!server.listening) return 'stopping'
    return edge.policies.current === null ? 'no policies' : null
  }
  return listenAt(adminServer({ metrics, notReady }), at)
}

function formOf(name: string, trust: readonly string[]): (typeof SERVERS)[string] {
  const form = SERVERS[name]
  if (form === undefined)
    throw new TypeError(`\`${name}\` is not one of ${Object.keys(SERVERS).join(', ')}`)
  if (trust.length === 0)
    throw new TypeError('an authorization service needs --trust: the addresses that may ask it')
  return form
}
