/**
 * The preset policies of the package, written for www.example.com, and the place for a new site.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { hostIn } from '../../language/site/host-name.ts'
import { isSite, loadSite } from './load-site.ts'

/** What each is for, in the order in which they are offered. */
export const PRESETS: Readonly<Record<string, string>> = {
  news: 'search engines index and show short extracts, copies go after a week, no training',
  archive: 'everything may be kept and shown, at a pace that a small server bears',
  'no-training': 'open to search and assistants, closed to crawlers that collect for training',
  shop: 'products are found, with fresh prices; baskets, accounts and filters are not',
}

export function presetFolder(name: string): string {
  if (!Object.hasOwn(PRESETS, name))
    throw new UsageError(`\`${name}\` is not a preset`, Object.keys(PRESETS).join(', '))
  return join(PACKAGE_ROOT, 'src', 'cli', 'presets', name)
}

export function presetFiles(name: string, hosts: Hosts): ReadonlyMap<string, string> {
  const decoder = new TextDecoder()
  const { files } = loadSite(presetFolder(name))
  return new Map([...files].map(([path, bytes]) => [path, withHosts(decoder.decode(bytes), hosts)]))
}

export const EXAMPLE_HOST = 'www.example.com'

const EXAMPLE_MAIL = '@example.com'
const MARK = ' # placeholder: '

/** The hosts of a site, the main one first. */
export type Hosts = readonly [string, ...string[]]

export function withHosts(text: string, hosts: Hosts): string {
  const [host] = hosts
  if (hosts.every((each) => each === EXAMPLE_HOST)) return text
  const settled = text
    .split('\n')
    .map((line) => (line.includes(EXAMPLE_HOST) ? line.split(MARK, 1)[0]! : line))
  const domain = host.replace(/:\d+$/, '').replace(/^www\./, '')
  return settled
    .join('\n')
    .replaceAll(EXAMPLE_HOST, host)
    .replace(`["${host}"]`, `[${hosts.map((each) => `"${each}"`).join(', ')}]`)
    .replaceAll(EXAMPLE_MAIL, `@${domain}`)
}

export function placeholdersIn(
  text: string,
): readonly (readonly [setting: string, meant: string])[] {
  return text.split('\n').flatMap((line) => {
    const [setting = '', meant] = line.split(MARK)
    return meant === undefined ? [] : [[setting, meant] as const]
  })
}

export function hostGiven(text: string): string {
  const host = hostIn(text)
  if (host === null)
    throw new UsageError(`\`${text}\` is not a host name`, `--host ${EXAMPLE_HOST}`)
  return host
}

/** Two sites of one host cannot be built. The example's host is a placeholder. */
export function freeHost(host: string, taken: ReadonlyMap<string, string>): string {
  const site = taken.get(host)
  if (site !== undefined && host !== EXAMPLE_HOST)
    throw new UsageError(`\`${host}\` is a host of the site \`${site}\` already`, '--host HOST')
  return host
}

export function newFolder(policies: string, name: string): string {
  if (!/^[\w-][\w.-]*$/.test(name))
    throw new UsageError(`\`${name}\` cannot name a folder`, 'letters, digits, `.`, `-` and `_`')
  const folder = join(policies, name)
  if (isSite(policies))
    throw new UsageError(`\`${policies}\` is a site itself`, 'give the folder that it is in')
  if (existsSync(folder))
    throw new UsageError(`\`${folder}\` already exists`, 'choose another name')
  return folder
}
