/** The names that match a header → their chains: which names lead, and what addresses a client (I2, C1, R11). */
import type { ClassRef, GroupProgram, NameProgram, SiteProgram } from '../program/program.ts'
import type { Dialect } from '../words/decision-words.ts'
import { leadingNames } from './leading-names.ts'

/** The names of one length in a chain, and the records that address them. */
export interface Level {
  /** As META calls them: `robots` for the level of `*`. */
  readonly names: readonly string[]
  /** As the policy addresses them: `*` for everybody. */
  readonly addressed: readonly string[]
  readonly classes: readonly number[]
}

/** A leading name, `*` where no name matches, with its chain (I2). */
export interface Lead {
  readonly name: string
  readonly levels: readonly Level[]
  /** The conventional groups that C1 selects: several only where names of one length merge. */
  readonly groups: readonly GroupProgram[]
  /** Whose groups these are: `*` where no name has one. */
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

/** Of a site, what its chains are made of. */
export type NamedSite = Pick<SiteProgram, 'any' | 'groups' | 'routes'>

/** The chains of a site's clients, by their names of the policy and of the page's META tags. */
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

/** Made when they are asked for, most in one dialect. A class: objects with getters of their own have no shape in common. */
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

/** I2: one chain for each leading name, or that of `*`. */
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
    // A META tag named `robots` is for all crawlers, also beside a crawler of that name.
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

/** R11: what a referenced file says counts only for the crawlers of the referring record. */
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

/** The crawlers that routes name; `robots` in a META tag is not a crawler's name. */
export function routeNames(site: Pick<SiteProgram, 'routes'>): ReadonlySet<string> {
  const names = site.routes.flatMap(({ fields }) => fields.map(({ name }) => name))
  return new Set(names.filter((name) => name !== 'robots'))
}
