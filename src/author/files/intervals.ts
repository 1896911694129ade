/** Computes what a site is at an instant and after each date of its routes (E7). */

import { readSite, type SiteReading } from '../../language/site/read-site.ts'
import { datesAhead, MOST_DATES } from '../../language/site/routes.ts'
import { compile } from '../../program/compile/compile.ts'
import type { KnownCrawler, SiteProgram } from '../../program/program.ts'
import { servedDocuments } from '../convert/served-documents.ts'
import { servedForm } from '../convert/served-form.ts'
import { type GeneratedRobots, generateRobots } from '../served/generate-robots.ts'

export interface Interval {
  readonly from: number
  readonly reading: SiteReading
  readonly generated: GeneratedRobots
}

/** `crawlers`: called where a category of the site needs the known crawlers (I6). */
export function intervalsOf(
  site: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  { now, crawlers }: { readonly now: number; readonly crawlers: () => readonly KnownCrawler[] },
): readonly [Interval, ...Interval[]] {
  const from = (instant: number): Interval => {
    const reading = readSite(site, files, { now: instant })
    const options = {
      now: instant,
      get crawlers() {
        return crawlers()
      },
    }
    const robots = servedForm(reading, generateRobots(reading, options), instant)
    const documents = servedDocuments(reading, options)
    const generated = {
      ...robots,
      files: [...robots.files, ...documents.files],
      findings: [...robots.findings, ...documents.findings],
    }
    return { from: instant, reading, generated }
  }
  const first = from(now)
  const dates = new Set(datesAhead(first.reading.policy.config.routes, now).map(({ at }) => at))
  return [first, ...[...dates].slice(0, MOST_DATES).map(from)]
}

/** Compiles a site that has no errors: the program in force first, with those behind it. */
export function compileIntervals(
  intervals: readonly Pick<Interval, 'from' | 'generated'>[],
): SiteProgram {
  const programs = intervals.map(({ from, generated }) => ({
    from,
    program: compile(generated.policy, generated),
  }))
  return programs.reduceRight((next, { from, program }) => ({
    from,
    program: { ...program, next },
  })).program
}
