/**
 * Two compiled sites → whether their settings of groups are the same for every crawler: hours, rates, comments (X2-X4)
 * and directives (A1). compare-sites.ts compares one instant, and nothing of these.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { membersIn } from '../bundle/settings.ts'
import { crawlersToCompare, type Side } from './compared-crawlers.ts'

/** Whether a crawler has the same settings in both. */
export function haveSameSettings(old: SiteProgram, now: SiteProgram): boolean {
  return crawlersToCompare(old, now, null).every(({ sides }) => {
    const [was, is] = sides.map((side) => JSON.stringify(settingsFor(side)))
    return was === is
  })
}

/** What each chain of the crawler's names has; nothing twice, in no order. */
function settingsFor({ site: { settings: lists }, agent, dialect }: Side): unknown {
  return agent.leads[dialect].map((lead) => {
    const all = lead.groups.flatMap(({ settings }) => [
      ...membersIn(lists.visits, settings.visits).flatMap(({ windows }) => windows.map((each) => ['visit', each])),
      ...membersIn(lists.rates, settings.rates).map(({ seconds, window }) => ['rate', seconds, window]),
      ...membersIn(lists.comments, settings.comments).map((text) => ['comment', text]),
      ...membersIn(lists.directives, settings.directives).map(({ path, applications }) => [path, applications]),
    ])
    return [...new Set(all.map((each) => JSON.stringify(each)))].sort()
  })
}
