/**
 * `acap gate`: the edge as a server of its own. This file puts its parts together and ends them.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Edge } from '../edge/edge.ts'
import { trustedProxies } from '../platforms/node/client-address.ts'
import { keyFetcher } from '../platforms/node/fetch-keys.ts'
import { MemoryPaces } from '../platforms/node/memory-paces.ts'
import { authorizationServer, SERVERS } from './authorize.ts'
import { LineLog } from './line-log.ts'
import { OriginClient } from './origin-client.ts'
import { proxyServer } from './proxy-server.ts'
import { type Build, Reloader } from './reload.ts'

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
}

/** What a gate is made of. */
export interface GateSettings {
  readonly build: Build
  /** The folder or file whose changes are reloaded; null: none. */
  readonly watched: string | null
  readonly listen: ListenAddress
  /** The origin of all sites; null: that of each site's site.toml. */
  readonly origin: string | null
  /** Seconds that an origin has until its header is here; null: as long as it likes. */
  readonly originTimeout: number | null
  /** Proxies whose forwarded headers count. */
  readonly trust: readonly string[]
  /** Seconds that requests have to end when the gate is told to stop. */
  readonly grace: number
  /** The server that asks for authorization, by its name in `SERVERS`; null: the gate is a reverse proxy. */
  readonly authorize: string | null
}

/** A gate that is running. */
export interface Gate {
  /** The address that the public, or the server before it, connects to. */
  readonly url: string
  reload(): Promise<void>
  /** Takes no more connections, lets requests end, and closes. */
  stop(): Promise<void>
}

/**
 * Starts a gate.
 * @throws Error where the policies cannot be built or an address cannot be listened to.
 */
export async function startGate(settings: GateSettings, out: NodeJS.WritableStream = process.stdout): Promise<Gate> {
  const { build, watched, listen, origin, originTimeout, trust, grace, authorize } = settings
  const isTrusted = trustedProxies(trust)
  const form = authorize === null ? null : formOf(authorize, trust)
  const log = new LineLog(out)
  const platform = { log, fetchKeys: keyFetcher() }
  const edge = new Edge(platform, { bundle: await build() })
  const client = new OriginClient(originTimeout)
  const reloader = new Reloader(build, (bytes) => edge.adopt(bytes), log)
  const services = {
    platform,
    isTrusted,
    bundles: null,
    paces: new MemoryPaces(),
    decisions: null,
    client,
    origin,
    ownHost: `${listen.host}:${listen.port}`,
  }
  const server = form === null ? proxyServer(edge, services) : authorizationServer(edge, services, form)
  const url = await listenAt(server, listen)
  const unwatch = watched === null ? () => undefined : reloader.watch(watched)
  log.log(JSON.stringify({ acap: 'gate', state: 'listening', url }))
  return {
    url,
    reload: () => reloader.reload(),
    async stop() {
      unwatch()
      await closed(server, grace)
      client.close()
      log.log(JSON.stringify({ acap: 'gate', state: 'stopped' }))
      log.flush()
    },
  }
}

function formOf(name: string, trust: readonly string[]): (typeof SERVERS)[string] {
  const form = SERVERS[name]
  if (form === undefined) throw new TypeError(`\`${name}\` is none of ${Object.keys(SERVERS).join(', ')}`)
  if (trust.length === 0) throw new TypeError('an authorization service needs --trust: the addresses that may ask it')
  return form
}

async function listenAt(server: Server, { host, port }: ListenAddress): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  const at = server.address() as AddressInfo
  return `http://${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}`
}

/** Closes a server: idle connections at once, the others when their requests are done or their time is over. */
async function closed(server: Server, grace: number): Promise<void> {
  const end = once(server, 'close')
  server.close()
  const timer = setTimeout(() => server.closeAllConnections(), grace * 1000)
  await end
  clearTimeout(timer)
}
