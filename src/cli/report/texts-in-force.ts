/**
 * The author's word on texts, policies and what logs say was served → the robots.txt versions of each site with their times.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  assumedText,
  givenTexts,
  type KnownText,
  type RobotsTexts,
  type SeenText,
  servedTexts,
} from '../../analysis/report/robots-texts.ts'
import type { SiteContext } from '../../enforce/judge.ts'
import { UsageError } from '../exit-codes.ts'
import { policyCache } from '../input/load-programs.ts'
import { readNamed } from '../input/read-file.ts'
import { isMoment, readMoment } from '../input/read-moment.ts'
import { robotsText } from '../input/robots-text.ts'

/** A text of the command line. */
interface GivenText extends KnownText {
  /** Null where no time was given. */
  readonly from: number | null
}

/** How the texts of a site are found, by its number and what the log says was served there. */
export function textsFor(
  contexts: readonly SiteContext[],
  robots: readonly string[],
): (place: number, served: readonly SeenText[]) => RobotsTexts {
  const programOf = policyCache()
  const given = robots.map((written): GivenText => readGiven(written, programOf))
  const own = contexts.map(({ site }): KnownText => {
    const text = site.files[0]!.text
    return { name: `${site.name}/robots.txt`, hash: hashOf(text), program: programOf(new TextDecoder().decode(text)) }
  })
  return (place, served) => {
    const timed = given.filter((text) => text.from !== null)
    if (timed.length > 0)
      return givenTexts(given.map((text) => ({ ...text, from: text.from ?? Number.NEGATIVE_INFINITY })))
    const known = [own[place]!, ...given]
    if (served.length > 0) return servedTexts(served, new Map(known.map((text) => [text.hash, text])))
    if (given.length > 1)
      throw new UsageError('`--robots` is repeated without times', '--robots FILE@2026-01-15T12:00:00Z')
    return assumedText(given[0] ?? own[place]!)
  }
}

/** `FILE@TIME`, or a file alone. */
function readGiven(written: string, programOf: ReturnType<typeof policyCache>): GivenText {
  const at = written.lastIndexOf('@')
  const time = written.slice(at + 1)
  const isTimed = at > 0 && isMoment(time)
  if (at > 0 && !isTimed && !existsSync(written)) readMoment(time)
  const file = isTimed ? written.slice(0, at) : written
  const bytes = readNamed(file)
  return {
    name: file,
    hash: hashOf(bytes),
    program: programOf(robotsText(bytes, file)),
    from: isTimed ? readMoment(time) : null,
  }
}

function hashOf(text: Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
