/**
 * Collects the versions of each site's robots.txt with their times, from options, policies, store
 * and logs.
 */
import { existsSync } from 'node:fs'
import { readMoment } from '../../author/files/checked-value.ts'
import { policyCache } from '../../author/files/load-programs.ts'
import { robotsSourceText } from '../../author/files/source-text.ts'
import { momentFault } from '../../base/calendar.ts'
import { UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { SiteContext } from '../../decide/judge.ts'
import { sha256 } from '../../logs/letter/evidence-folder.ts'
import {
  givenTexts,
  RobotsTexts,
  type RobotsVersion,
  type SeenText,
  servedTexts,
} from '../../logs/report/robots-texts.ts'
import { datesOf, programAt, robotsFile, type SiteProgram } from '../../program/program.ts'
import type { ServedProgram } from '../store/stored-texts.ts'

type TextProgram = (text: string) => SiteProgram
const ALWAYS = { from: -Infinity, until: Infinity }

/** How texts are found. `robots` are `FILE@TIME`, or a file alone; `stored` is what a store says of a site, if one was named. */
export function textsFor(
  contexts: readonly SiteContext[],
  robots: readonly string[],
  stored: ((site: string, isOnly: boolean) => readonly ServedProgram[]) | null,
): (place: number, served: readonly SeenText[]) => RobotsTexts {
  const programOf = policyCache()
  const given = robots.map((written) => readGiven(written, programOf))
  return (place, served) => {
    if (given.some(({ from }) => from !== ALWAYS.from)) return givenTexts(given)
    const { site } = contexts[place]!
    const own = textsOf({ name: `${site.name}/robots.txt`, program: site, ...ALWAYS }, programOf)
    const past =
      stored?.(site.name, contexts.length === 1).flatMap((each) => textsOf(each, programOf)) ?? []
    if (served.length > 0) {
      const known = new Map([...past, ...own, ...given].map((text) => [text.hash, text]))
      return servedTexts(served, known, past.length > 0 ? past : own)
    }
    if (past.length > 0) return new RobotsTexts('store', past)
    if (given.length > 1)
      throw new UsageError(
        '`--robots` is repeated without times',
        '--robots FILE@2026-01-15T12:00:00Z',
      )
    return new RobotsTexts('assumed', given.length === 0 ? own : given)
  }
}

/** What a program serves for some time: one text, or one for each interval between the dates of routes (E7). */
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
