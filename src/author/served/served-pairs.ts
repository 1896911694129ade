/** Pairs of programs that must decide alike: a policy, and the files that are served for it. */
import type { Policy } from '../../language/policy/policy.ts'
import { policyOf } from '../../language/policy/read-policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { parse } from '../../language/text/tree.ts'
import { compile } from '../../program/compile/compile.ts'
import type { SiteProgram } from '../../program/program.ts'
import type { EmbeddedField } from '../../words/embedded.ts'
import { productToken } from '../../words/name-token.ts'
import type { GeneratedRobots } from './generate-robots.ts'
import { publishedRoutes } from './prohibitions.ts'

/** What must decide alike, for readers with ACAP or without. */
export interface Pair<Side> {
  readonly readers: 'acap' | 'conventional'
  readonly meant: Side
  readonly served: Side
}

export interface ProgramPair extends Pair<SiteProgram> {
  /** The patterns of routes that have fields. */
  readonly closed: readonly string[]
}

export function policyPairsOf(
  reading: SiteReading,
  generated: GeneratedRobots,
): readonly Pair<Policy>[] {
  // Nameless crawlers of a category are not compared: no robots.txt can address them (I6).
  const { nameless: _, ...named } = generated.policy
  const meant = { ...withoutIdleRoutes(crawlRoutesOnly(named)), config: plainConfig(reading) }
  const served = rereadPolicy(reading, generated.files[0]!.text)
  return [
    { readers: 'acap', meant, served },
    { readers: 'conventional', meant: conventionalOnly(meant), served: conventionalOnly(served) },
  ]
}

export function compilePair(
  { readers, meant, served }: Pair<Policy>,
  generated: GeneratedRobots,
): ProgramPair {
  const asServed = { served: false, files: generated.files, servedLine: () => undefined }
  const closed = meant.routes.flatMap(({ match, fields }) => (fields.length > 0 ? match : []))
  return { readers, meant: compile(meant, generated), served: compile(served, asServed), closed }
}

/**
 * Keeps only what robots.txt can hold: the published routes' crawl prohibitions. Everything else is
 * written into pages (E4).
 */
export function crawlRoutesOnly(policy: Policy): Policy {
  const routes = publishedRoutes(policy)
  const isClosed = ({ usage, effect }: EmbeddedField) => usage === 'crawl' && effect === 'disallow'
  return { ...policy, routes: routesOf({ ...policy, routes }, isClosed) }
}

/**
 * Routes decide nothing where none of them has a field. One that has none still takes its paths
 * from a broader one.
 */
function withoutIdleRoutes(policy: Policy): Policy {
  return policy.routes.every(({ fields }) => fields.length === 0)
    ? { ...policy, routes: [] }
    : policy
}

function routesOf(
  { routes }: Policy,
  isWanted: (field: EmbeddedField) => boolean,
): Policy['routes'] {
  return routes.map((route) => ({ ...route, fields: route.fields.filter(isWanted) }))
}

function conventionalOnly(policy: Policy): Policy {
  const groups = policy.groups.filter(({ scope }) => scope === null)
  const config = { ...policy.config, crawlers: {} }
  // Conventional groups express fields without purposes, for names that are tokens (C1).
  const routes = routesOf(
    policy,
    ({ name, purposes }) => purposes.length === 0 && productToken(name) === name,
  )
  return withoutIdleRoutes({
    ...policy,
    config,
    groups,
    records: [],
    ignoresConventional: false,
    routes,
  })
}

/** Removes where pages belong (E3), which robots.txt cannot say. */
function plainConfig({ policy }: SiteReading): Policy['config'] {
  return { ...policy.config, routes: [] }
}

export function rereadPolicy(reading: SiteReading, text: string): Policy {
  const { policy, trees } = reading
  const read = new Map(
    [...trees].map(([path, tree]) => [path, path === 'robots.txt' ? parse(text) : tree]),
  )
  const paths = new Set(trees.keys())
  return policyOf({
    site: policy.site,
    config: plainConfig(reading),
    trees: read,
    paths,
    routes: [],
  })
}
