/** A site and its generated files → the policies that must decide alike, for readers with and without ACAP. */
import type { SiteProgram } from '../bundle/program.ts'
import { compile } from '../compile/compile.ts'
import { productToken } from '../grammar/name-token.ts'
import { policyOf } from '../language/policy/check.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { parse } from '../language/text/tree.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import type { GeneratedRobots } from './robots.ts'

interface PolicyPair {
  readonly readers: 'acap' | 'conventional'
  readonly meant: Policy
  readonly served: Policy
}

export interface ProgramPair {
  readonly readers: PolicyPair['readers']
  readonly meant: SiteProgram
  readonly served: SiteProgram
  readonly closed: readonly string[]
}

export function policyPairsOf(reading: SiteReading, generated: GeneratedRobots, now: number): readonly PolicyPair[] {
  const meant = { ...withoutIdleRoutes(crawlRoutesOnly(generated.policy)), config: plainConfig(reading) }
  const served = rereadPolicy(reading, generated.files[0]!.text, now)
  return [
    { readers: 'acap', meant, served },
    { readers: 'conventional', meant: conventionalOnly(meant), served: conventionalOnly(served) },
  ]
}

export function compilePair({ readers, meant, served }: PolicyPair, generated: GeneratedRobots): ProgramPair {
  const asServed = { served: false, files: generated.files, servedLine: () => undefined }
  return {
    readers,
    meant: compile(meant, generated),
    served: compile(served, asServed),
    closed: meant.routes.flatMap(({ match, fields }) => (fields.length > 0 ? match : [])),
  }
}

/** robots.txt can hold a route's crawl prohibitions; the rest is written into pages (E4). */
export function crawlRoutesOnly(policy: Policy): Policy {
  return { ...policy, routes: routesOf(policy, ({ usage, effect }) => usage === 'crawl' && effect === 'disallow') }
}

/** Routes decide nothing where none of them has a field. One that has none still takes its paths from a broader one. */
function withoutIdleRoutes(policy: Policy): Policy {
  return policy.routes.every(({ fields }) => fields.length === 0) ? { ...policy, routes: [] } : policy
}

function routesOf({ routes }: Policy, isWanted: (field: EmbeddedField) => boolean): Policy['routes'] {
  return routes.map((route) => ({ ...route, fields: route.fields.filter(isWanted) }))
}

function conventionalOnly(policy: Policy): Policy {
  const groups = policy.groups.filter(({ scope }) => scope === null)
  const config = { ...policy.config, crawlers: {} }
  // Conventional groups express fields without purposes, for names that are tokens (C1).
  const routes = routesOf(policy, ({ name, purposes }) => purposes.length === 0 && productToken(name) === name)
  return withoutIdleRoutes({ ...policy, config, groups, records: [], ignoresConventional: false, routes })
}

/** Where a page belongs (E3) is no part of robots.txt. */
function plainConfig({ policy }: SiteReading): Policy['config'] {
  return { ...policy.config, routes: [] }
}

export function rereadPolicy(reading: SiteReading, text: string, now: number): Policy {
  const { policy, trees } = reading
  const read = new Map([...trees].map(([path, tree]) => [path, path === 'robots.txt' ? parse(text) : tree]))
  const paths = new Set(trees.keys())
  return policyOf({ site: policy.site, config: plainConfig(reading), trees: read, paths, routes: [], now })
}
