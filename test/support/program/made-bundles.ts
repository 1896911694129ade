/** Bundles of small sites, their sections, and faults in them. */
import { nameTrie } from '../../../src/program/compile/name-trie.ts'
import { encode } from '../../../src/program/encode.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { siteOf } from '../site-of.ts'

const POLICY = `User-agent: *
Disallow: /private/
Visit-time: 0100-0500

ACAP-version: 1.1
ACAP-resource-set: pictures /*.gif$ /*.png$
ACAP-crawler: *
ACAP-disallow-crawl: /private/*/x
ACAP-allow-index: the-acap:resource-set:pictures time-limit=3-days
ACAP-crawler: SearchBot1
ACAP-allow-crawl: /private/
`

export const REGISTRY = {
  crawlers: [{ name: 'SearchBot', category: 'search' as const, operator: null }],
  trie: nameTrie(['searchbot']),
}
export const NETWORK = {
  name: 'search',
  fresh: true,
  v4: Uint32Array.of(1, 2),
  v6: new Uint32Array(),
}

/** A site of these hosts. */
export function siteFor(name: string, hosts: readonly string[], policy = POLICY): SiteProgram {
  const site = siteOf(policy)
  return { ...site, name, config: { ...site.config, hosts } }
}

export async function bundle(
  sites: readonly SiteProgram[] = [siteFor('a', ['a.test']), siteFor('b', ['b.test', '*'])],
) {
  return encode({ sites, registry: REGISTRY, networks: [NETWORK] })
}

/** Where the sections stand. */
export function sectionsOf(bytes: Uint8Array<ArrayBuffer>) {
  const view = new DataView(bytes.buffer)
  return Array.from({ length: view.getUint32(24, true) }, (_, i) => ({
    offset: view.getUint32(64 + i * 16 + 4, true),
    size: view.getUint32(64 + i * 16 + 8, true),
  }))
}

export function changed(bytes: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice()
  copy[at] = copy[at]! ^ 0x55
  return copy
}
