/** Explains a log without any line for the sites' hosts. A line belongs to the site of its host. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../base/faults.ts'
import type { SiteContext } from '../../decide/judge.ts'

export function misplaced(
  paths: readonly string[],
  { host }: { readonly host: string | null },
  policies: string,
  contexts: readonly SiteContext[],
): UsageError {
  const path = paths.join(' ')
  const folders = contexts
    .map(({ site }) => join(policies, site.name))
    .filter((folder) => existsSync(folder))
  const [only, other] = contexts
  if (other === undefined)
    return new UsageError(
      `no line of \`${path}\` is for a host of the site: the first is for \`${host}\``,
      `\`hosts\` in site.toml has ${only?.site.config.hosts.join(', ')}`,
    )
  const message =
    host === null
      ? `the lines of \`${path}\` name no host, and \`${policies}\` has ${contexts.length} sites`
      : `no line of \`${path}\` is for a host of the ${contexts.length} sites in \`${policies}\`: the first is for \`${host}\``
  return new UsageError(
    message,
    `choose the site: --policies ${folders.join(', or ') || 'with its folder'}`,
  )
}
