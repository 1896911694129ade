/**
 * A file written for www.example.com → the same for the author's hosts. What stands for something that only the author
 * knows is marked in the file as a placeholder, and can be listed.
 */
import { UsageError } from '../exit-codes.ts'

/** The host that stands in presets for the author's own. */
export const EXAMPLE_HOST = 'www.example.com'

const EXAMPLE_MAIL = '@example.com'
const MARK = ' # placeholder: '

/** The hosts of a site, the main one first. */
export type Hosts = readonly [string, ...string[]]

/** The file for other hosts; what these settle is not a placeholder any more. */
export function withHosts(text: string, hosts: Hosts): string {
  const [host] = hosts
  if (hosts.every((each) => each === EXAMPLE_HOST)) return text
  const settled = text.split('\n').map((line) => (line.includes(EXAMPLE_HOST) ? line.split(MARK, 1)[0]! : line))
  const domain = host.replace(/:\d+$/, '').replace(/^www\./, '')
  return settled
    .join('\n')
    .replaceAll(EXAMPLE_HOST, host)
    .replace(`["${host}"]`, `[${hosts.map((each) => `"${each}"`).join(', ')}]`)
    .replaceAll(EXAMPLE_MAIL, `@${domain}`)
}

/** The settings of a file that are placeholders, as written, each with what belongs there. */
export function placeholdersIn(text: string): readonly (readonly [setting: string, meant: string])[] {
  return text.split('\n').flatMap((line) => {
    const [setting = '', meant] = line.split(MARK)
    return meant === undefined ? [] : [[setting, meant] as const]
  })
}

/** The host that an author names by itself or by the address of a page; null where it is none. */
export function hostIn(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { host, pathname, username } = new URL(address)
  return pathname === '/' && username === '' && !host.includes('*') ? host : null
}

/** The same, where it has to be one. */
export function hostGiven(text: string): string {
  const host = hostIn(text)
  if (host === null) throw new UsageError(`\`${text}\` is not a host name`, `--host ${EXAMPLE_HOST}`)
  return host
}
