/**
 * `acap diff`: compares two versions of policies by their consequences for crawlers, not by lines.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Registries } from '../../author/compare/compared-crawlers.ts'
import { mayLoosen, type SettingsChange } from '../../author/compare/settings-changes.ts'
import {
  type Change,
  type ComparedAnswer,
  compareSites,
  inWholeWords,
  MOST_STATES,
  withNames,
} from '../../author/compare/site-changes.ts'
import { type DisplayName, displayNames } from '../../author/explain/display-names.ts'
import { readMoment } from '../../author/files/checked-value.ts'
import { loadPrograms, MOST_BUNDLE_BYTES, textProgram } from '../../author/files/load-programs.ts'
import { policyPath } from '../../author/files/load-site.ts'
import { policyOfFile } from '../../author/servers/reading/policy-of-file.ts'
import { dateText } from '../../base/calendar.ts'
import { EXIT, UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { printableLine } from '../../base/printable.ts'
import { parse } from '../../language/text/tree.ts'
import { datesOf, type Registry, type SiteProgram } from '../../program/program.ts'
import { knownCrawlers } from '../../registry.ts'
import type { Run } from '../command.ts'
import {
  compareRegistries,
  crawlersMarkdown,
  crawlersText,
  diffMarkdown,
  diffText,
  namesIn,
  type SiteComparison,
} from '../diff/diff-report.ts'
import { fileBeside } from '../init/server-source.ts'

export const diffCommand: Run<'diff'> = ([oldPath, newPath], options, io) => {
  const [old, now] = [sideOf(policyPath(oldPath!), io), sideOf(policyPath(newPath!), io)]
  const crawlers = compareRegistries(old.registry, now.registry)
  const registries = { old: old.registry, now: now.registry, names: namesIn(crawlers) }
  const sites = comparisons(old, now, registries, readMoment(options.at))
  if (options.json) io.json({ sites, crawlers, mostStates: MOST_STATES })
  else {
    const shown = sites.map((each) => named(each, old, now))
    if (options.markdown) io.out(sections(diffMarkdown(shown), crawlersMarkdown(crawlers)))
    else {
      const places = shown.map((each) => placed(each, old, now))
      io.out(sections(diffText(places), crawlersText(crawlers)))
    }
  }
  return sites.some(opens) ? EXIT.findings : EXIT.ok
}

interface Side {
  readonly path: string
  /** What its fields stand in, where that is no file. */
  readonly label?: string
  readonly sites: readonly SiteProgram[]
  readonly registry: Registry
  readonly shown: DisplayName
}

function sideOf(path: string, io: Io): Side {
  const server = serverSide(path, io)
  if (server !== null) return server
  const { sites, registry, shown } = loadPrograms(path, io)
  return { path, sites, registry, shown }
}

/** A server's file is compared by the policy that it comes to. */
function serverSide(path: string, io: Io): Side | null {
  if (!existsSync(path) || statSync(path).isDirectory()) return null
  const bytes = readNamed(path, MOST_BUNDLE_BYTES)
  const file = policyOfFile(bytes.toString(), fileBeside(path))
  if (file === null) return null
  const shown = file.unread.slice(0, MOST_UNREAD)
  const left = file.unread.length - shown.length
  const lines = [
    ...file.notes.map((note) => `${path}: ${note}`),
    ...shown.map(({ line, text }) => `${path}:${line}: not compared: ${text}`),
    ...(left > 0 ? [`${path}: ${left} more lines are not compared`] : []),
  ]
  io.err(lines.map((line) => `${printableLine(line)}\n`).join(''))
  const label = `policy of ${path}`
  const [program, names] = [textProgram(file.text), displayNames([parse(file.text)])]
  return { path, label, sites: [program], registry: knownCrawlers(), shown: names }
}

const MOST_UNREAD = 20

function sections(sites: string, crawlers: string): string {
  return crawlers === '' ? sites : `${sites}\n${crawlers}`
}

/** Pairs sites by name. If each side has a single site, their names do not matter. */
function comparisons(
  old: Side,
  now: Side,
  registries: Registries,
  at: number,
): readonly SiteComparison[] {
  const [before, after] = [old.sites, now.sites]
  const compare = (site: string, was: SiteProgram, is: SiteProgram) =>
    compareOverTime(site, was, is, at, registries)
  if (before.length === 1 && after.length === 1) {
    const site = after[0]!.name || before[0]!.name || now.path
    return compare(site, before[0]!, after[0]!)
  }
  const all = [...before, ...after]
  if (before.some(isNameless)) throw oneOfMany(now, old)
  if (after.some(isNameless)) throw oneOfMany(old, now)
  return [...new Set(all.map(({ name }) => name))].flatMap((site): readonly SiteComparison[] => {
    const [was, is] = [before, after].map((sites) => sites.find(({ name }) => name === site))
    if (was === undefined) return [{ site, comparison: 'added' }]
    return is === undefined ? [{ site, comparison: 'removed' }] : compare(site, was, is)
  })
}

/** The consequences at an instant, and those that follow only after a date of a route (E7). */
function compareOverTime(
  site: string,
  was: SiteProgram,
  is: SiteProgram,
  at: number,
  registries: Registries,
) {
  const later = [...datesOf(was), ...datesOf(is)].filter((date) => date > at).sort((a, b) => a - b)
  const seen = new Set<string>()
  const isNew = (change: Change | SettingsChange) => {
    const key = JSON.stringify(change)
    return !seen.has(key) && seen.add(key) !== null
  }
  return [...new Set([at, ...later])].flatMap((from) => {
    const { changes, settings, sampled } = inWholeWords(
      compareSites(was, is, from, MOST_STATES, registries),
      was,
      is,
    )
    const fresh = { changes: changes.filter(isNew), settings: settings.filter(isNew), sampled }
    if (from === at) return [{ site, comparison: fresh }]
    return fresh.changes.length + fresh.settings.length === 0
      ? []
      : [{ site, from: dateText(from), comparison: fresh }]
  })
}

/** Whether the site is a robots.txt alone, which has no name to find its site by. */
function isNameless({ name }: SiteProgram): boolean {
  return name === ''
}

function oneOfMany({ path, sites }: Side, one: Side): UsageError {
  const [first] = sites
  return new UsageError(
    `\`${one.path}\` is one robots.txt, but \`${path}\` has ${first === undefined ? 'no' : sites.length} sites`,
    first === undefined ? null : `choose the site, as ${join(path, first.name)}`,
  )
}

/** A comparison with the names as people are shown them: the newer policy says how. */
function named(given: SiteComparison, old: Side, now: Side): SiteComparison {
  const { comparison } = given
  if (typeof comparison === 'string') return given
  const shown = (name: string) => (now.shown(name) === name ? old.shown(name) : now.shown(name))
  return { ...given, comparison: withNames(comparison, shown) }
}

/**
 * A comparison whose fields stand in the files that were given, which both sides may call
 * `robots.txt`.
 */
function placed(given: SiteComparison, old: Side, now: Side): SiteComparison {
  const { site, comparison } = given
  if (typeof comparison === 'string') return given
  const answer = ({ fields, ...rest }: ComparedAnswer, side: Side): ComparedAnswer => {
    return {
      ...rest,
      fields: fields.map((field) => ({ ...field, source: fileOf(field.source, site, side) })),
    }
  }
  const changes = comparison.changes.map((change) => {
    return { ...change, was: answer(change.was, old), now: answer(change.now, now) }
  })
  return { ...given, comparison: { ...comparison, changes } }
}

function fileOf(source: string, site: string, { path, label, sites }: Side): string {
  if (label !== undefined) return label
  const { name } = sites.find((each) => each.name === site) ?? sites[0]!
  const file = source === 'route' ? 'site.toml' : source
  if (!statSync(path).isDirectory()) return path
  return existsSync(join(path, 'robots.txt')) ? join(path, file) : join(path, name, file)
}

/** Whether the change opens a site. A site that is no longer guarded is open. */
function opens({ comparison }: SiteComparison): boolean {
  if (typeof comparison === 'string') return comparison === 'removed'
  const { changes, settings } = comparison
  return (
    changes.some(({ effect }) => effect === 'opens' || effect === 'loosens') ||
    settings.some(mayLoosen)
  )
}
