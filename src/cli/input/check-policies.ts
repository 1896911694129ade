/**
 * A folder of policies → its sites, read, with findings about all of them together: hosts that two sites name, lists of
 * addresses. `acap check` finds here what `acap build` refuses.
 */
import { join } from 'node:path'
import { compileNetwork } from '../../compile/networks.ts'
import { type Finding, finding, inOrder } from '../../language/findings/diagnostic.ts'
import type { PlacedName } from '../../language/site/site.ts'
import type { Span } from '../../language/text/source.ts'
import { listFindings } from './list-ages.ts'
import { listsFolder, loadLists } from './load-site.ts'
import type { ReadSite } from './read-policies.ts'

/** A site with what it shares with others. */
type Sharing = Pick<ReadSite, 'folder' | 'shared' | 'findings'>

/** Sites of a folder of policies, with findings about what they share. */
export function checkedTogether<Site extends Sharing>(sites: readonly Site[], folder: string): readonly Site[] {
  const networks = [...loadLists(folder, '.networks').keys()]
  const owners = new Map<string, Span>()
  return sites.map((site) => {
    const { shared } = site
    if (shared === null) return site
    const found = [...hostFindings(site, shared.hosts, shared.hostsAt, owners)]
    for (const { name, at } of shared.networks) {
      if (!networks.includes(name)) found.push(finding(inFolder(site, at), 'unknown-network', [name, networks]))
    }
    return found.length === 0 ? site : { ...site, findings: inOrder([...site.findings, ...found]) }
  })
}

/** A host has one policy. `owners` has the hosts of the sites before this one, and gets those of this one. */
function* hostFindings(
  site: Sharing,
  hosts: readonly PlacedName[],
  hostsAt: Span | null,
  owners: Map<string, Span>,
): Generator<Finding> {
  if (hosts.length === 0 && hostsAt !== null) yield finding(inFolder(site, hostsAt), 'no-hosts', [])
  const own = new Map(hosts.map(({ name, at }) => [name, inFolder(site, at)]))
  for (const [host, at] of own) {
    const owner = owners.get(host)
    if (owner === undefined) owners.set(host, at)
    else yield finding(at, 'shared-host', [host], [{ ...owner, message: 'the other site' }])
  }
}

function inFolder({ folder }: Sharing, at: Span): Span {
  return { ...at, source: join(folder, at.source) }
}

/** What of the lists beside the sites cannot be read, or is very old. */
export function sharedFindings(folder: string): readonly Finding[] {
  return [...networkFindings(folder), ...listFindings(folder, Date.now())]
}

function networkFindings(folder: string): readonly Finding[] {
  return [...loadLists(folder, '.networks')].flatMap(([name, bytes]) => {
    const { faults } = compileNetwork(name, new TextDecoder().decode(bytes), Date.now())
    const at = { source: join(listsFolder(folder, '.networks'), `${name}.json`), line: 1, column: 1, length: 0 }
    return faults.map((fault) => finding(at, 'faulty-network-list', [fault]))
  })
}
