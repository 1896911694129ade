/**
 * Compares two bundles by host, and finds what the newer one takes away: hosts, rules, origins. A
 * deployment in steps may lack these for a moment.
 */
import { isDeepStrictEqual } from 'node:util'
import { openBundle, siteTable } from '../../program/decode.ts'
import { RULE_CATEGORY, type SiteProgram } from '../../program/program.ts'
import { DEFAULT_SITE } from '../../words/site-config.ts'
import type { BundleBytes } from './policy-source.ts'

export interface HostPolicy {
  /** Equal where a bundle says the same of a host. */
  readonly checksum: number
  /** The site; null where it is damaged. */
  readonly program: () => SiteProgram | null
}

export type HostPolicies = ReadonlyMap<string, HostPolicy>

/** What a bundle says of its hosts; nothing where it cannot be read. */
export function hostPolicies(bytes: BundleBytes): HostPolicies {
  const opened = openBundle(bytes)
  if (!opened.ok) return new Map()
  const { bundle } = opened
  const programs: (SiteProgram | null)[] = []
  const decoded = (number: number) => {
    const site = bundle.site(number)
    return site.ok ? site.program : null
  }
  return new Map(
    siteTable(bytes).map(({ host, site, checksum }) => {
      const program = () => (programs[site] ??= decoded(site))
      return [host, { checksum, program }] as const
    }),
  )
}

/** What a site must not lose by a mistake, in words. */
const PARTS: readonly { readonly what: string; readonly has: (site: SiteProgram) => boolean }[] = [
  { what: 'all rules of robots.txt', has: ({ rules }) => hasOwnRules(rules) },
  { what: 'all of site.toml', has: ({ config }) => !isDefault(config) },
  { what: 'all categories of site.toml', has: ({ rules }) => rules.flags.some(isOfCategory) },
  { what: 'the mode `enforce`', has: ({ config }) => enforces(config) },
  { what: 'the origin', has: ({ config }) => config.origin !== null },
]

/** What the newer policy of a host takes away; null where it takes away nothing as a whole. */
export function lossOf(before: HostPolicy, after: HostPolicy | undefined): string | null {
  if (after === undefined) return 'the host'
  if (after.checksum === before.checksum) return null
  const [old, site] = [before.program(), after.program()]
  // Of a damaged site, crawlers get nothing.
  if (old === null || site === null) return null
  return PARTS.find(({ has }) => has(old) && !has(site))?.what ?? null
}

/** Whether there are rules from a line of robots.txt or a file that it refers to. */
function hasOwnRules({ flags, line }: SiteProgram['rules']): boolean {
  return flags.some((flag, i) => !isOfCategory(flag) && line[i]! > 0)
}

function isOfCategory(flag: number): boolean {
  return (flag & RULE_CATEGORY) !== 0
}

/** Whether a site has the settings of one without a site.toml. */
function isDefault(config: SiteProgram['config']): boolean {
  const { hosts } = config
  return isDeepStrictEqual(config, { ...DEFAULT_SITE, hosts })
}

function enforces({ mode, routes }: SiteProgram['config']): boolean {
  return mode === 'enforce' || routes.some((route) => route.mode === 'enforce')
}

interface HostChanges {
  readonly came: readonly string[]
  readonly went: readonly string[]
  readonly changed: readonly string[]
}

export function changesBetween(before: HostPolicies, after: HostPolicies): HostChanges {
  return {
    came: [...after.keys()].filter((host) => !before.has(host)),
    went: [...before.keys()].filter((host) => !after.has(host)),
    changed: [...after].flatMap(([host, { checksum }]) => {
      const old = before.get(host)
      return old === undefined || old.checksum === checksum ? [] : [host]
    }),
  }
}
