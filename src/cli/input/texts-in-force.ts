/**
 * What a log is judged against: the versions of each site's robots.txt with their times, from
 * options, policies, store and logs; for a replay, the policies of today.
 */
import { existsSync } from 'node:fs'
import { readMoment } from '../../author/files/checked-value.ts'
import { loadPrograms, policyCache, textProgram } from '../../author/files/load-programs.ts'
import { policyPath } from '../../author/files/load-site.ts'
import { robotsSourceText } from '../../author/files/source-text.ts'
import { momentFault } from '../../base/calendar.ts'
import { UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { type SiteContext, siteContextsOf } from '../../decide/judge.ts'
import type { ReplayContext } from '../../logs/judge/judge-entry.ts'
import { sha256 } from '../../logs/letter/evidence-folder.ts'
import { isReadOnce, type LogSource, startOf } from '../../logs/read/read-logs.ts'
import {
  givenTexts,
  joined,
  RobotsTexts,
  type RobotsVersion,
  type SeenText,
  servedTexts,
} from '../../logs/report/robots-texts.ts'
import { datesOf, programAt, robotsFile, type SiteProgram } from '../../program/program.ts'
import type { ServedProgram } from '../store/stored-texts.ts'

type TextProgram = (text: string) => SiteProgram
const ALWAYS = { from: -Infinity, until: Infinity }

/** The texts of a site, by its place among the sites, beside those that the log shows as served. */
export type TextsOfSite = (place: number, served: readonly SeenText[]) => RobotsTexts

/**
 * How texts are found. `robots` are `FILE@TIME`, or a file alone; `stored` is what a store says of
 * a site, if one was named; `saved` is what the desk's versions say of it.
 */
export function textsFor(
  contexts: readonly SiteContext[],
  robots: readonly string[],
  stored: ((site: string, isOnly: boolean) => readonly ServedProgram[]) | null,
  saved: (site: string) => readonly ServedProgram[],
): TextsOfSite {
  const programOf = policyCache()
  const given = robots.map((written) => readGiven(written, programOf))
  return (place, served) => {
    if (given.some(({ from }) => from !== ALWAYS.from)) return givenTexts(given)
    const { site } = contexts[place]!
    const own = textsOf({ name: `${site.name}/robots.txt`, program: site, ...ALWAYS }, programOf)
    const past =
      stored?.(site.name, contexts.length === 1).flatMap((each) => textsOf(each, programOf)) ?? []
    const kept = joined(saved(site.name).flatMap((each) => textsOf(each, programOf)))
    if (served.length > 0) {
      const known = new Map([...past, ...kept, ...own, ...given].map((text) => [text.hash, text]))
      return servedTexts(served, known, past.length > 0 ? past : own)
    }
    if (past.length > 0) return new RobotsTexts('store', past)
    if (given.length > 1)
      throw new UsageError(
        '`--robots` is repeated without times',
        '--robots FILE@2026-01-15T12:00:00Z',
      )
    if (given.length > 0) return new RobotsTexts('assumed', given)
    return new RobotsTexts('assumed', kept.length > 0 ? kept : own)
  }
}

/**
 * What a program serves for some time: one text, or one for each interval between the dates of
 * routes (E7).
 */
function textsOf(
  { name, program, from, until }: ServedProgram,
  programOf: TextProgram,
): readonly RobotsVersion[] {
  if (program === null) return [{ name, hash: '', program, octets: null, from, until }]
  const dates = datesOf(program).filter((date) => date > from && date < until)
  return [from, ...dates].map((start, i) => {
    const { text } = robotsFile(programAt(program, start))
    const end = dates[i] ?? until
    const own = programOf(new TextDecoder().decode(text))
    return { name, hash: sha256(text), program: own, octets: text, from: start, until: end }
  })
}

/** A text, from its time on if it has one. */
function readGiven(written: string, programOf: TextProgram): RobotsVersion {
  const at = written.lastIndexOf('@')
  const time = written.slice(at + 1)
  const isTimed = at > 0 && momentFault(time) === null
  if (at > 0 && !isTimed && !existsSync(written)) readMoment(time)
  const file = isTimed ? written.slice(0, at) : written
  const bytes = readNamed(file)
  return {
    name: file,
    hash: sha256(bytes),
    program: programOf(robotsSourceText(bytes, file)),
    octets: bytes,
    ...ALWAYS,
    ...(isTimed && { from: readMoment(time) }),
  }
}

interface ReplayOptions {
  /** One file says what was in force; several with times are for the report alone. */
  readonly robots: readonly string[]
  readonly against: string | null
}

export function replayContext(
  contexts: readonly SiteContext[],
  { robots, against }: ReplayOptions,
  io: Io,
): ReplayContext {
  const [only, ...others] = robots
  const inForce =
    only === undefined || others.length > 0 || only.includes('@')
      ? null
      : textProgram(robotsSourceText(readNamed(only), only))
  const compared =
    against === null ? [] : siteContextsOf(loadPrograms(policyPath(against), io, { past: true }))
  return {
    contexts,
    robots: inForce,
    now: Date.now(),
    // The site of the same name; a single one on each side, no matter what they are called.
    others: contexts.map(({ site: { name } }) => {
      const isOnly = contexts.length === 1 && compared.length === 1
      return compared.find(({ site }) => isOnly || site.name === name) ?? null
    }),
  }
}

/** The logs by the time of their first line: rates (X3) are counted from request to request. */
export async function inOrderOfTime(
  logs: readonly LogSource[],
  io: Io,
): Promise<readonly LogSource[]> {
  const timed: { log: LogSource; start: number }[] = []
  // One after another: thousands of logs are more than a process may open at once. What can be read
  // only once comes first.
  for (const log of logs) {
    const start = logs.length === 1 || isReadOnce(log.path) ? 0 : await startOf(log.path, io)
    timed.push({ log, start })
  }
  return timed.sort((a, b) => a.start - b.start).map(({ log }) => log)
}
