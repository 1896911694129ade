/**
 * Compiles the sites that a command needs: those of a path, which is a folder of policies, a site,
 * a robots.txt or a bundle; a site that was read already; or the text of a robots.txt. It shows the
 * errors of a policy, and then refuses it.
 */

import { statSync } from 'node:fs'
import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
import { UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { shellWord } from '../../base/printable.ts'
import { readText } from '../../language/site/read-site.ts'
import { datesAhead, MOST_DATES } from '../../language/site/routes.ts'
import { foreignPlace } from '../../language/text/source.ts'
import { parse } from '../../language/text/tree.ts'
import { compileAsWritten } from '../../program/compile/compile.ts'
import { decode } from '../../program/decode.ts'
import { LABEL } from '../../program/format.ts'
import type { Bundle, SiteProgram } from '../../program/program.ts'
import { knownCrawlers } from '../../registry.ts'
import { type DisplayName, displayNames } from '../explain/display-names.ts'
import { compileIntervals, intervalsOf } from './intervals.ts'
import { loadSites } from './load-site.ts'
import { crawlersOf, sharedParts } from './policy-lists.ts'
import { type ReadSite, readFiles } from './read-policies.ts'
import { showErrors } from './report-findings.ts'
import { robotsSourceText } from './source-text.ts'

/** A hundred thousand rules make a bundle of a few MiB. */
export const MOST_BUNDLE_BYTES = 256 << 20

export interface LoadedPrograms extends Omit<Bundle, 'hash'> {
  readonly shown: DisplayName
}

/**
 * What is compiled; a policy with errors is refused. `past`: past dates of routes count, too (E7).
 */
export function loadPrograms(path: string, io: Io, { past = false } = {}): LoadedPrograms {
  if (!statSync(path).isDirectory()) return loadFile(path)
  const sites = loadSites(path).map((files) => readFiles(files))
  if (showErrors(sites, io) > 0)
    throw new UsageError(`\`${path}\` has errors`, `npx --no-install acap check ${shellWord(path)}`)
  const shown = displayNames(sites.flatMap(({ reading }) => [...reading.trees.values()]))
  return { sites: sites.map(past ? compileWithPast : compileSite), shown, ...sharedParts(path, io) }
}

function loadFile(path: string): LoadedPrograms {
  const bytes = readNamed(path, MOST_BUNDLE_BYTES)
  if (bytes.toString('latin1', 0, LABEL.length) !== LABEL) {
    const text = robotsSourceText(bytes, path)
    const shown = displayNames([parse(text)])
    return { sites: [textProgram(text)], shown, registry: knownCrawlers(), networks: [] }
  }
  const decoded = decode(new Uint8Array(bytes).buffer)
  if (!decoded.ok) throw new UsageError(`\`${path}\`: ${decoded.error.message}`)
  // A bundle has names in lower case alone.
  return { ...decoded.bundle, shown: displayNames([]) }
}

export function compileSite({
  generated,
  later,
}: Pick<ReadSite, 'generated' | 'later'>): SiteProgram {
  return compileIntervals([{ from: 0, generated }, ...later])
}

/** The site with its dates, also those that have passed; of many the last ones. */
function compileWithPast(site: ReadSite): SiteProgram {
  const dates = [...new Set(datesAhead(site.reading.policy.config.routes, 0).map(({ at }) => at))]
  if (dates.length === site.later.length) return compileSite(site)
  const now = dates.at(-1 - MOST_DATES) ?? 0
  return compileIntervals(
    intervalsOf(site.site, site.files, { now, crawlers: () => crawlersOf(site.folder).crawlers }),
  )
}

const CACHE_BYTES = 256 << 20
/** The memory that one rule of a program takes, as measured, with its part of the tries. */
const RULE_BYTES = 64

/**
 * Compiles texts of robots.txt. The programs that were used last are kept, up to a limit of memory.
 */
export function policyCache(): (text: string) => SiteProgram {
  const programs = new BoundedCache<string, SiteProgram>(CACHE_BYTES)
  return (text) => {
    const known = programs.get(text)
    if (known !== undefined) return known
    const program = textProgram(text)
    programs.set(text, program, textBytes(text) + RULE_BYTES * program.rules.flags.length)
    return program
  }
}

/**
 * Compiles a robots.txt without a site. Nothing is generated from it, and decisions cite its own
 * lines (R11, D).
 */
export function textProgram(text: string): SiteProgram {
  const { policy, trees } = readText(text)
  if (foreignPlace(trees.get('robots.txt')!.source) !== null)
    throw new UsageError('the policy is no text, but UTF-16 or binary')
  return compileAsWritten(policy, trees)
}
