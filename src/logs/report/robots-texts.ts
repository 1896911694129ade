/** Tells which versions of a robots.txt were in force in a period. */
import type { SiteProgram } from '../../program/program.ts'
import { instant } from './counting.ts'
import type { SiteTexts, TextsSource } from './crawl-report.ts'

export interface RobotsVersion {
  readonly name: string
  /** SHA-256 of the text, in hexadecimal; empty where not even that is known. */
  readonly hash: string
  /** From when it was in force, in milliseconds; minus infinity: always. */
  readonly from: number
  readonly until: number
  /** Null where the text of the hash is missing, as are its octets. */
  readonly program: SiteProgram | null
  readonly octets: Uint8Array | null
}

export interface SeenText {
  readonly time: number
  readonly hash: string
}

export class RobotsTexts {
  readonly source: TextsSource
  readonly versions: readonly RobotsVersion[]
  readonly asksForGaps: boolean

  constructor(source: TextsSource, versions: readonly RobotsVersion[]) {
    this.source = source
    this.versions = [...versions].sort((a, b) => a.from - b.from)
    this.asksForGaps = versions.some(
      ({ program }) => program !== null && program.settings.rates.length > 0,
    )
  }

  /** What the report says of them. */
  report(): SiteTexts {
    const versions = this.versions.map(({ name, hash, from, program }) => {
      return { name, hash, from: instant(from), known: program !== null }
    })
    return { source: this.source, versions }
  }

  /**
   * The texts in force at some time of a window, the last one last; null where one of them is
   * unknown.
   */
  between(from: number, to: number): readonly SiteProgram[] | null {
    const found: SiteProgram[] = []
    let isCovered = false
    for (const version of this.versions) {
      if (version.from > to || version.until <= from) continue
      if (version.program === null) return null
      isCovered ||= version.from <= from
      found.push(version.program)
    }
    return isCovered ? found : null
  }
}

/** Texts whose times the author gives: each is in force until the next. */
export function givenTexts(texts: readonly RobotsVersion[]): RobotsTexts {
  const sorted = [...texts].sort((a, b) => a.from - b.from)
  const versions = sorted.map((text, i) => ({
    ...text,
    until: sorted[i + 1]?.from ?? Infinity,
  }))
  return new RobotsTexts('given', versions)
}

/** Neighbours with the same text are one. */
export function joined(versions: readonly RobotsVersion[]): readonly RobotsVersion[] {
  const found: RobotsVersion[] = []
  for (const version of [...versions].sort((a, b) => a.from - b.from)) {
    const same = found.findIndex(
      ({ hash, until }) => hash === version.hash && until >= version.from,
    )
    if (same < 0) found.push(version)
    else found[same] = { ...found[same]!, until: Math.max(found[same]!.until, version.until) }
  }
  return found
}

/**
 * Texts by what was served. Where nothing else is known, either may have been in force between the
 * last sight of one text and the first of the next, so both count: nobody is accused by a text that
 * may not have been there yet. `timed` are texts whose times are known, as those of a store: they
 * say more exactly when one took the place of another.
 */
export function servedTexts(
  served: readonly SeenText[],
  known: ReadonlyMap<string, Pick<RobotsVersion, 'name' | 'hash' | 'program' | 'octets'>>,
  timed: readonly RobotsVersion[] = [],
): RobotsTexts {
  const exact = joined(timed)
  const runs = runsOf(served)
  const versions = runs.map(({ hash, first, last }, i): RobotsVersion => {
    const text = known.get(hash) ?? { name: hash, hash, program: null, octets: null }
    const [before, next] = [runs[i - 1]?.last ?? -Infinity, runs[i + 1]?.first]
    const began = exact.findLast(
      (each) => each.hash === hash && each.from >= before && each.from <= first,
    )
    const ended = exact.find(
      (each) => each.hash === hash && each.from <= last && each.until >= last,
    )
    const from =
      began !== undefined && Number.isFinite(began.from) ? began.from : (runs[i - 1]?.last ?? first)
    const until = next === undefined ? Infinity : Math.min(next, ended?.until ?? next)
    return { ...text, from, until }
  })
  return new RobotsTexts('log', versions)
}

function runsOf(served: readonly SeenText[]) {
  const sorted = [...served].sort((a, b) => a.time - b.time || (a.hash < b.hash ? -1 : 1))
  const runs: { hash: string; first: number; last: number }[] = []
  for (const { time, hash } of sorted) {
    const run = runs.at(-1)
    if (run?.hash === hash) run.last = time
    else runs.push({ hash, first: time, last: time })
  }
  return runs
}
