/**
 * A view and a crawler → what beside the path could make a difference to it: purposes, other usages, the hour, applications.
 * What none of its records and groups addresses is left out.
 */
import { type SiteProgram, SLOTS } from '../bundle/program.ts'
import { membersIn, type SettingLists, type SettingRanges } from '../bundle/settings.ts'
import type { Concern } from '../paths/crawler-paths.ts'
import { USAGES, type Usage, usageIndex } from '../vocabulary/usages.ts'
import type { Representative } from './representatives.ts'
import type { View } from './views.ts'

/** What is worth asking. */
export interface Concerns {
  /** One for every pattern of a purpose. */
  readonly purposes: readonly string[]
  /** Usages other than the crawl. */
  readonly usages: readonly Usage[]
  /** X2, X3: the minutes after midnight at which a window opens, and at which it has closed. */
  readonly minutes: readonly number[]
  readonly applications: readonly string[]
}

/** What concerns a crawler in either program. */
export function concernsOf({ meant, served }: View, agent: Representative): Concerns {
  const sides = [
    { site: meant.site, leads: agent.meant },
    { site: served.site, leads: agent.served },
  ]
  const groups = sides.flatMap(({ site, leads }) =>
    leads.flatMap((lead) => lead.groups.map(({ settings }) => ({ lists: site.settings, settings }))),
  )
  const stated = new Set(sides.flatMap(({ site, leads }) => usagesOf(site, leads)))
  const routed = meant.site.routes.flatMap(({ fields }) => fields.flatMap(({ purposes }) => purposes))
  const bound = sides.flatMap(({ site, leads }) => boundOf(site, leads).flatMap(({ purposes }) => purposes))
  const windows = groups.flatMap(windowsOf)
  return {
    purposes: distinct([...bound, ...routed].map((purpose) => purpose.replace(/\$$/, '').replaceAll('*', ''))),
    usages: USAGES.filter(
      (usage) => usage !== 'crawl' && (stated.has(usage) || agent.fallsBack || speaksOfMore(stated)),
    ),
    minutes: distinct(windows.flatMap(({ from, to }) => [from, to + 1])),
    applications: distinct(groups.flatMap(applicationsOf)),
  }
}

/** L2, L4: `present` and `other` decide other usages too. */
function speaksOfMore(stated: ReadonlySet<Usage>): boolean {
  return stated.has('present') || stated.has('other')
}

function classesOf(leads: readonly Concern[]): readonly number[] {
  return leads.flatMap(({ levels }) => levels.flatMap(({ classes }) => classes))
}

function boundOf({ bound }: SiteProgram, leads: readonly Concern[]) {
  return classesOf(leads).flatMap((id) => bound[id]!)
}

function usagesOf(site: SiteProgram, leads: readonly Concern[]): readonly Usage[] {
  const own = classesOf(leads).map((id) => (usage: number) => site.roots[id * SLOTS + usage]!)
  const bound = boundOf(site, leads).map(
    ({ roots }) =>
      (usage: number) =>
        roots[usage]!,
  )
  return USAGES.filter((usage) => [...own, ...bound].some((root) => root(usageIndex(usage)) !== 0))
}

/** The settings of a group, and the lists of its site. */
interface ListedSettings {
  readonly lists: SettingLists
  readonly settings: SettingRanges
}

function windowsOf({ lists, settings }: ListedSettings) {
  const visits = membersIn(lists.visits, settings.visits)
  const rates = membersIn(lists.rates, settings.rates)
  return [...visits.flatMap(({ windows }) => windows), ...rates.flatMap(({ window }) => window ?? [])]
}

function applicationsOf({ lists, settings }: ListedSettings): readonly string[] {
  const directives = membersIn(lists.directives, settings.directives)
  return directives.flatMap(({ applications }) => applications.map(({ token }) => token))
}

function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)]
}
