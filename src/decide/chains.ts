/**
 * Builds the chains of the names that match a header: the leading names, and the records and groups
 * for each (I2, C1, R11).
 */
import type { ClassRef, GroupProgram, NameProgram, SiteProgram } from '../program/program.ts'
import type { Dialect } from '../words/decision-words.ts'
import { leadingNames } from './leading-names.ts'

/** The names of one length in a chain, and the records for them. */
export interface Level {
  /** As in META: `robots` for all. */
  readonly names: readonly string[]
  /** As in the policy: `*` for all. */
  readonly addressed: readonly string[]
  readonly classes: readonly number[]
}

/** A leading name with its chain; `*` if no name matches (I2). */
export interface Lead {
  readonly name: string
  readonly levels: readonly Level[]
  /** The conventional groups that C1 selects; several only if names of one length merge. */
  readonly groups: readonly GroupProgram[]
  /** The names of these groups; `*` if no name has one. */
  readonly groupNames: readonly string[]
}

interface Addressed {
  readonly name: string
  readonly classes: readonly number[]
  readonly acap: readonly number[]
  readonly rep: readonly number[]
}

const EVERYBODY: readonly string[] = ['robots']
const ANY: readonly string[] = ['*']
const NOBODY: Omit<NameProgram, 'name'> = { classes: [], groups: [], repGroups: [] }

/** The parts of a site that chains are built from. */
export type NamedSite = Pick<SiteProgram, 'any' | 'groups' | 'routes'>

/** Builds chains for clients of a site, from matching names of the policy and of META tags. */
export function chainsIn(site: NamedSite) {
  const routed = routeNames(site)
  return (
    matched: readonly NameProgram[],
    metaNames: readonly string[],
  ): Record<Dialect, readonly Lead[]> => {
    const embedded = metaNames.length === 0 ? routed : new Set([...routed, ...metaNames])
    const known = new Set(matched.map(nameOf))
    const unknown = metaNames
      .filter((name) => !known.has(name))
      .map((name) => ({ ...NOBODY, name }))
    const all = [...matched, ...unknown].map((each) => addressed(each, known))
    const any = addressed(site.any, known)
    const inAcap = ({ name, classes, acap }: Addressed) =>
      classes.length > 0 || acap.length > 0 || embedded.has(name)
    const inRep = ({ rep }: Addressed) => rep.length > 0
    return new Chains((dialect) =>
      leadsOf(site, all.filter(dialect === 'acap' ? inAcap : inRep), any, dialect),
    )
  }
}

/**
 * Built on demand, because most clients need one dialect. A class, so that all objects share one
 * hidden class.
 */
class Chains implements Record<Dialect, readonly Lead[]> {
  readonly #of: (dialect: Dialect) => readonly Lead[]
  #acap: readonly Lead[] | null = null
  #rep: readonly Lead[] | null = null

  constructor(of: (dialect: Dialect) => readonly Lead[]) {
    this.#of = of
  }

  get acap(): readonly Lead[] {
    this.#acap ??= this.#of('acap')
    return this.#acap
  }

  get rep(): readonly Lead[] {
    this.#rep ??= this.#of('rep')
    return this.#rep
  }
}

/** One chain for each leading name, or that of `*` (I2). */
function leadsOf(
  site: NamedSite,
  pool: readonly Addressed[],
  any: Addressed,
  dialect: Dialect,
): readonly Lead[] {
  const names = leadingNames(pool.map(nameOf))
  return (names.length === 0 ? ['*'] : names).map((name) => leadOf(site, name, pool, any, dialect))
}

function leadOf(
  site: NamedSite,
  name: string,
  pool: readonly Addressed[],
  any: Addressed,
  dialect: Dialect,
): Lead {
  const chain = pool.filter((each) => name.includes(each.name))
  const lengths = [...new Set(chain.map((each) => each.name.length))].sort((a, b) => b - a)
  const steps = lengths.map((length) => chain.filter((each) => each.name.length === length))
  const level = (step: readonly Addressed[]): Level => ({
    // A META tag named `robots` is for all, even if a crawler has that name.
    names: step.map(nameOf).filter((each) => each !== 'robots'),
    addressed: step.map(nameOf),
    classes: dialect === 'acap' ? [...new Set(step.flatMap(({ classes }) => classes))] : [],
  })
  const groups = [...steps, [any]].map((step) =>
    [...new Set(step.flatMap((each) => each[dialect]))]
      .map((id) => site.groups[id]!)
      .filter(({ experimental }) => !experimental),
  )
  const selected = groups.findIndex((list) => list.length > 0)
  return {
    name,
    levels: [...steps.map(level), { ...level([any]), names: EVERYBODY }],
    groups: groups[selected] ?? [],
    groupNames: steps[selected]?.filter((each) => each[dialect].length > 0).map(nameOf) ?? ANY,
  }
}

/** A referenced file counts only for the crawlers of the referring record (R11). */
function addressed(
  { name, classes, groups, repGroups }: NameProgram,
  known: ReadonlySet<string>,
): Addressed {
  const counts = ({ scope }: ClassRef) =>
    scope === null || scope.some((each) => each === '*' || known.has(each))
  const ids = (refs: readonly ClassRef[]) => refs.filter(counts).map(({ id }) => id)
  return { name, classes: ids(classes), acap: ids(groups), rep: ids(repGroups) }
}

export function nameOf({ name }: { readonly name: string }): string {
  return name
}

/** The crawlers that routes name. `robots` in META is not a crawler's name. */
export function routeNames(site: Pick<SiteProgram, 'routes'>): ReadonlySet<string> {
  const names = site.routes.flatMap(({ fields }) => fields.map(({ name }) => name))
  return new Set(names.filter((name) => name !== 'robots'))
}
