/**
 * The Worker with what it leans on out of order: Pacers that throw or never answer, and key directories that a test
 * plays, under any host.
 */
import { DurableObject, env } from 'cloudflare:workers'
import policies from '../../../dist/policies.bin'
import { WORKERS } from '../../../src/doors/workers/exchange.ts'
import { appOf } from '../../../src/doors/workers/proxy-worker.ts'
import { Edge } from '../../../src/edge/edge.ts'
import { Identifier } from '../../../src/edge/identity/identify.ts'
import { KeyDirectories } from '../../../src/edge/identity/key-directory.ts'

/** It throws for one crawler, and keeps the others waiting for ever. */
export class Pacer extends DurableObject {
  admit(): Promise<number> {
    if (this.ctx.id.name?.includes('throwbot')) throw new Error('out of order')
    return new Promise(() => undefined)
  }
}

/** `https://slow.test/…` is asked of the test's own server, under `/slow.test`. */
const played: typeof fetch = (input, init) => {
  const { DIRECTORIES } = env as unknown as { readonly DIRECTORIES: string }
  return fetch(`${DIRECTORIES}/${new URL(String(input)).host}`, init)
}

export default appOf(
  new Edge(WORKERS, { bundle: policies }, new Identifier(new KeyDirectories(played))),
)
