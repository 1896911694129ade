/**
 * The files of a site as the author has them in the page (a draft), what they mean to crawlers
 * (their meaning), and the findings that a change of one line removes.
 */

import { type DisplayName, displayNames } from '../author/explain/display-names.ts'
import { compileIntervals, intervalsOf } from '../author/files/intervals.ts'
import { type GeneratedRobots, generateRobots } from '../author/served/generate-robots.ts'
import type { Engine } from '../decide/engine.ts'
import { contextAt, type SiteContext, siteContextOf } from '../decide/judge.ts'
import { type Finding, isActionable } from '../language/findings/diagnostic.ts'
import { editsFor } from '../language/findings/edits.ts'
import { readCases } from '../language/site/cases.ts'
import { readText, type SiteReading } from '../language/site/read-site.ts'
import { formatLine } from '../language/text/format.ts'
import { nameTrie } from '../program/compile/name-trie.ts'
import type { KnownCrawler, Registry, SiteProgram } from '../program/program.ts'

/** A site's files by path: what the author has on disk, or has typed. */
export interface Draft {
  readonly site: string
  readonly files: ReadonlyMap<string, string>
}

export interface Meaning {
  readonly draft: Draft
  readonly reading: SiteReading
  readonly generated: GeneratedRobots
  /** The reading's and those of the author's cases, as far as the author can act on them. */
  readonly findings: readonly Finding[]
  readonly program: SiteProgram
  /** What judges requests: now, and after each date of a route. */
  readonly context: SiteContext
  readonly engine: Engine
  /** A name in lower case, as people are shown it. */
  readonly shown: DisplayName
  /** The crawlers of the registry. */
  readonly known: readonly KnownCrawler[]
  /** What the same files mean at another instant: dates of routes change it (E7). */
  readonly at: (instant: number) => Meaning
}

/** Reads a draft. It never throws, no matter what is typed. */
export function readDraft(draft: Draft, registry: Registry | null, now: number): Meaning {
  const known = registry?.crawlers ?? []
  const intervals = intervalsIn(draft, known, now)
  const [{ reading, generated }] = intervals
  const program = compileIntervals(intervals)
  const all = [...reading.findings, ...readCases(draft.files.get('cases.toml') ?? '').findings]
  const findings = all.filter(isActionable)
  const context = siteContextOf(program, registry, [])
  const first = {
    draft,
    reading,
    generated,
    findings,
    program,
    context,
    engine: context.engine,
    shown: displayNames(reading.trees.values()),
    known,
  }
  const at = (instant: number): Meaning => {
    if (instant < now) return readDraft(draft, registry, instant)
    const served = intervals.findLast(({ from }) => from <= instant)!
    const then = contextAt(context, instant)
    return { ...first, ...served, program: then.site, context: then, engine: then.engine, at }
  }
  return { ...first, at }
}

/** How many errors keep a policy from being built. Those of its cases do not. */
export function errorsOf({ reading }: Meaning): number {
  return reading.findings.filter(({ severity }) => severity === 'error').length
}

type Intervals = ReturnType<typeof intervalsOf>

/**
 * A robots.txt alone is read as a bare text. With any other file beside it, the files are those of
 * a site.
 */
function intervalsIn(
  { site, files }: Draft,
  known: readonly KnownCrawler[],
  now: number,
): Intervals {
  const robots = files.get('robots.txt')
  if (files.size !== 1 || robots === undefined)
    return intervalsOf(site, files, { now, crawlers: () => known })
  const reading = readText(robots, site, { now })
  return [{ from: now, reading, generated: generateRobots(reading) }]
}

/**
 * For each finding that can be fixed, the line that is to take the place of its own; null where the
 * line is to be removed.
 */
export function fixesOf(meaning: Meaning, now: number): ReadonlyMap<Finding, string | null> {
  if (meaning.findings.length === 0) return new Map()
  const proposed = editsFor(meaning.findings, meaning.reading.trees)
  return new Map([
    ...proposed.map(({ finding, after }) => [finding, after] as const),
    ...canonicalLines(meaning, now),
  ])
}

/** The findings that are gone when their line is written canonically. */
function canonicalLines(
  { draft, reading, findings }: Meaning,
  now: number,
): (readonly [Finding, string])[] {
  const written = new Map(
    Array.from(reading.trees, ([path, tree]) => [
      path,
      tree.lines.map((line) => formatLine(tree, line)),
    ]),
  )
  const files = new Map(
    [...draft.files].map(([path, text]) => [path, written.get(path)?.join('\n') ?? text]),
  )
  const left = new Set(readDraft({ ...draft, files }, null, now).findings.map(fixKey))
  const fixable = findings.filter((each) => written.has(each.source) && !left.has(fixKey(each)))
  return fixable.map((each) => [each, written.get(each.source)![each.line - 1] ?? ''])
}

function fixKey({ source, line, code }: Finding): string {
  return `${source}:${line} ${code}`
}

/** The registry, its automaton made in the page. */
export function registryOf(crawlers: readonly KnownCrawler[]): Registry {
  return { crawlers, trie: nameTrie(crawlers.map(({ name }) => name)) }
}
