/**
 * Sites that were read → their programs; with the registry of known crawlers and the operators' published addresses, the
 * content of one bundle.
 */
import { join } from 'node:path'
import list from 'crawler-user-agents'
import type { Bundle, Network, SiteProgram } from '../bundle/program.ts'
import { compile } from '../compile/compile.ts'
import { compileNetwork } from '../compile/networks.ts'
import { compileRegistry } from '../compile/registry.ts'
import { UsageError } from './exit-codes.ts'
import { loadNetworks } from './load-site.ts'
import type { ReadSite } from './read-policies.ts'

/** Compiles one site that has no errors. */
export function compileSite({ generated }: ReadSite): SiteProgram {
  return compile(generated.policy, generated)
}

/** What goes into a bundle, but for its hash; `warn` is told what could not be read of address lists. */
export function compilePolicies(
  folder: string,
  sites: readonly ReadSite[],
  warn: (text: string) => void,
): Omit<Bundle, 'hash'> {
  return {
    sites: sites.map(compileSite),
    registry: compileRegistry(list),
    networks: compileNetworks(folder, warn),
  }
}

/** A list of addresses that a profile names must be there, or the name would be believed unproven (I4). */
export function checkNetworks(folder: string, sites: readonly ReadSite[]): void {
  const published = loadNetworks(folder)
  for (const { folder: site, reading } of sites) {
    const wanted = Object.values(reading.policy.config.crawlers).flatMap(({ networks }) => networks)
    const missing = wanted.find((name) => !published.has(name))
    if (missing === undefined) continue
    const known = [...published.keys()].join(', ')
    throw new UsageError(
      `${join(site, 'site.toml')} names the network \`${missing}\`, but ${networkPath(folder, missing)} is not there`,
      known === '' ? null : `known networks: ${known}`,
    )
  }
}

/** A host has one policy. A site without hosts answers for nobody, which `warn` is told. */
export function checkHosts(sites: readonly ReadSite[], warn: (text: string) => void): void {
  const owners = new Map<string, string>()
  for (const { folder, reading } of sites) {
    const { hosts } = reading.policy.config
    const file = join(folder, 'site.toml')
    if (hosts.length === 0) warn(`${file} names no hosts, so the edge serves this site to nobody`)
    for (const host of new Set(hosts.map((name) => name.toLowerCase()))) {
      const owner = owners.get(host)
      if (owner !== undefined)
        throw new UsageError(`${owner} and ${file} both name the host \`${host}\``, 'give it to one')
      owners.set(host, file)
    }
  }
}

/** Every list that is there: an operator's own list proves its names even where no profile names it. */
function compileNetworks(folder: string, warn: (text: string) => void): readonly Network[] {
  return [...loadNetworks(folder)].map(([name, bytes]) => {
    const { network, faults } = compileNetwork(name, new TextDecoder().decode(bytes), Date.now())
    for (const fault of faults) warn(`${networkPath(folder, name)}: ${fault}`)
    return network
  })
}

function networkPath(folder: string, name: string): string {
  return join(folder, '.networks', `${name}.json`)
}
