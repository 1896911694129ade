/**
 * Finds in the versions that the desk keeps what the policy of a site was, and when. A saved text
 * is assumed to have been in force from its Save on; before the first Save, what was found on disk.
 */
import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { compileIntervals, intervalsOf } from '../../author/files/intervals.ts'
import { loadSites, type SiteFiles } from '../../author/files/load-site.ts'
import { crawlersOf } from '../../author/files/policy-lists.ts'
import { keptVersions, textsOnDisk } from '../../explorer/server/save-files.ts'
import { FOUND_ON_DISK } from '../../explorer/site-files.ts'
import type { ServedProgram } from '../store/stored-texts.ts'

/** By the site's name; none where nothing was saved. */
export function savedPrograms(policies: string): (site: string) => readonly ServedProgram[] {
  const sites = statSync(policies).isDirectory() ? loadSites(policies) : []
  return (name) => sites.filter(({ site }) => site === name).flatMap(programsOf)
}

function programsOf(site: SiteFiles): readonly ServedProgram[] {
  const kept = keptVersions(site).toReversed()
  const last = kept.at(-1)
  if (last === undefined) return []
  const onDisk = { time: last.time, effect: FOUND_ON_DISK, files: textsOnDisk(site) }
  const all = isDeepStrictEqual(last.files, onDisk.files) ? kept : [...kept, onDisk]
  const crawlers = () => crawlersOf(site.folder).crawlers
  const valid = all.flatMap(({ time, effect, files }) => {
    const at = Date.parse(time)
    const texts = new Map(Object.entries(files))
    const intervals = intervalsOf(site.site, texts, { now: at, crawlers })
    const { findings } = intervals[0].reading
    // A text with errors is not in force: the one before stays in service.
    if (findings.some(({ severity }) => severity === 'error')) return []
    const isFound = effect === FOUND_ON_DISK
    return [{ at, time, isFound, program: compileIntervals(intervals) }]
  })
  return valid.map(({ at, time, isFound, program }, i) => {
    // What others wrote may have been there since the Save before it: so long both count.
    const from = isFound ? (valid[i - 1]?.at ?? -Infinity) : at
    const until = valid.slice(i + 1).find((next) => !next.isFound)?.at ?? Infinity
    return { name: `${site.site}/robots.txt, ${time}`, program, from, until }
  })
}
