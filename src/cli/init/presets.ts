/**
 * The policies to begin with. They lie in the package as folders like any site's, with `www.example.com` for a host.
 */
import { join } from 'node:path'
import { UsageError } from '../exit-codes.ts'
import { loadSite } from '../input/load-site.ts'
import { PACKAGE_ROOT } from '../package-root.ts'
import { type Hosts, withHosts } from './with-hosts.ts'

/** What each is for, in the order in which they are offered. */
export const PRESETS: Readonly<Record<string, string>> = {
  news: 'search engines index and show short extracts, copies go after a week, no training',
  archive: 'everything may be kept and shown, at a pace that a small server bears',
  'no-training': 'open to search and assistants, closed to crawlers that collect for training',
  shop: 'products are found, with fresh prices; baskets, accounts and filters are not',
}

/** The folder of a preset. */
export function presetFolder(name: string): string {
  if (!Object.hasOwn(PRESETS, name))
    throw new UsageError(`\`${name}\` is not a preset`, Object.keys(PRESETS).join(', '))
  return join(PACKAGE_ROOT, 'src', 'cli', 'presets', name)
}

/** A preset's files, for a site at these hosts. */
export function presetFiles(name: string, hosts: Hosts): ReadonlyMap<string, string> {
  const decoder = new TextDecoder()
  const { files } = loadSite(presetFolder(name))
  return new Map([...files].map(([path, bytes]) => [path, withHosts(decoder.decode(bytes), hosts)]))
}
