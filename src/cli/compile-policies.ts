/**
 * Sites that were read → their programs; with the registry of known crawlers and the operators' published addresses, the
 * content of one bundle.
 */
import { join } from 'node:path'
import type { Bundle, Network, Registry, SiteProgram } from '../bundle/program.ts'
import { compile } from '../compile/compile.ts'
import { compileNetwork } from '../compile/networks.ts'
import { crawlersOf } from './known-crawlers.ts'
import { listsFolder, loadLists } from './load-site.ts'
import type { ReadSite } from './read-policies.ts'

/** Compiles one site that has no errors. */
export function compileSite({ generated }: Pick<ReadSite, 'generated'>): SiteProgram {
  return compile(generated.policy, generated)
}

/** What goes into a bundle, except for its hash; `warn` receives what could not be read of address lists. */
export function compilePolicies(
  folder: string,
  sites: readonly SiteProgram[],
  warn: (text: string) => void,
  registry: Registry = crawlersOf(folder),
): Omit<Bundle, 'hash'> {
  return { sites, ...sharedParts(folder, warn, registry) }
}

/** What all sites of a folder share; `warn` receives what could not be read of address lists. */
export function sharedParts(
  folder: string,
  warn: (text: string) => void,
  registry: Registry = crawlersOf(folder),
): Pick<Bundle, 'registry' | 'networks'> {
  return { registry, networks: compileNetworks(folder, warn) }
}

/** Every list that is there: an operator's own list proves its names even where no profile names it. */
function compileNetworks(folder: string, warn: (text: string) => void): readonly Network[] {
  return [...loadLists(folder, '.networks')].map(([name, bytes]) => {
    const { network, faults } = compileNetwork(name, new TextDecoder().decode(bytes), Date.now())
    for (const fault of faults) warn(`${join(listsFolder(folder, '.networks'), `${name}.json`)}: ${fault}`)
    return network
  })
}
