/**
 * `acap diff`: two versions of policies → not which lines differ, but what follows for crawlers. Something that opens
 * ends with 1: it is what a reviewer must see.
 */
import type { SiteProgram } from '../../bundle/program.ts'
import { command } from '../command.ts'
import { compareSites } from '../diff/compare-sites.ts'
import { MOST_STATES } from '../diff/crawler-paths.ts'
import { diffMarkdown, diffText, type SiteComparison } from '../diff/diff-report.ts'
import { EXIT } from '../exit-codes.ts'
import { loadPrograms } from '../load-programs.ts'
import { readMoment } from '../read-moment.ts'

export const diffCommand = command({
  name: 'diff',
  summary: 'Say what a change of policy opens and closes, and for whom.',
  positionals: ['OLD', 'NEW'],
  options: {
    at: { type: 'string', value: 'TIME', help: 'when, as 2026-01-15T12:00:00Z; default now' },
    markdown: { type: 'boolean', help: 'as a comment for a pull request' },
    json: { type: 'boolean', help: 'as JSON, all of it' },
  },
  run: ([oldPath, newPath], options, io) => {
    const [old, now] = [loadPrograms(oldPath!, io), loadPrograms(newPath!, io)]
    const sites = comparisons(old.sites, now.sites, readMoment(options.at))
    if (options.json) io.out(`${JSON.stringify({ sites, mostStates: MOST_STATES })}\n`)
    else io.out(options.markdown ? diffMarkdown(sites) : diffText(sites))
    return sites.some(opens) ? EXIT.findings : EXIT.ok
  },
})

/** Sites are compared by name; a single one on each side, whatever they are called. */
function comparisons(old: readonly SiteProgram[], now: readonly SiteProgram[], at: number): readonly SiteComparison[] {
  if (old.length === 1 && now.length === 1) {
    return [{ site: now[0]!.name || old[0]!.name || 'robots.txt', comparison: compareSites(old[0]!, now[0]!, at) }]
  }
  const names = [...new Set([...old, ...now].map(({ name }) => name))]
  return names.map((site): SiteComparison => {
    const [before, after] = [old, now].map((sites) => sites.find(({ name }) => name === site))
    if (before === undefined) return { site, comparison: 'added' }
    return { site, comparison: after === undefined ? 'removed' : compareSites(before, after, at) }
  })
}

/** A site that is no longer guarded is open. */
function opens({ comparison }: SiteComparison): boolean {
  if (typeof comparison === 'string') return comparison === 'removed'
  return comparison.changes.some(({ effect }) => effect === 'opens')
}
