/**
 * The texts of one site's robots.txt, with the times from which each was in force → the texts in force in a window of time.
 * Reads no files and no logs.
 */
import type { SiteProgram } from '../../bundle/program.ts'

/** One version of a robots.txt. */
interface RobotsVersion {
  /** What people call it: a file, or the policy's own. */
  readonly name: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string
  /** From when it was in force, in milliseconds; minus infinity: always. */
  readonly from: number
  /** Before this time it was in force. */
  readonly until: number
  /** Null where the text of the hash is missing. */
  readonly program: SiteProgram | null
}

/** What is known of a text. */
export type KnownText = Pick<RobotsVersion, 'name' | 'hash' | 'program'>

/** How the texts and their times are known: the author gave the times, the log has them, or one text stands for all times. */
export const TEXT_SOURCES = ['given', 'log', 'assumed'] as const
export type TextsSource = (typeof TEXT_SOURCES)[number]

/** A fetch of robots.txt that shows which text was served. */
export interface SeenText {
  readonly time: number
  readonly hash: string
}

/** The texts of one site. */
export class RobotsTexts {
  readonly source: TextsSource
  /** In the order of their times. */
  readonly versions: readonly RobotsVersion[]

  constructor(source: TextsSource, versions: readonly RobotsVersion[]) {
    this.source = source
    this.versions = [...versions].sort((a, b) => a.from - b.from)
  }

  /** The texts in force at some time of a window, the last one last; null where one of them is unknown. */
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
export function givenTexts(texts: readonly (KnownText & { readonly from: number })[]): RobotsTexts {
  const sorted = [...texts].sort((a, b) => a.from - b.from)
  const versions = sorted.map((text, i) => ({ ...text, until: sorted[i + 1]?.from ?? Number.POSITIVE_INFINITY }))
  return new RobotsTexts('given', versions)
}

/** One text that is taken to have been in force all the time. */
export function assumedText(text: KnownText): RobotsTexts {
  const always = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  return new RobotsTexts('assumed', [{ ...text, ...always }])
}

/**
 * Texts by what was served. Between the last sight of one text and the first of the next, either may have been in force, so
 * both count: nobody is accused by a text that may not have been there yet.
 */
export function servedTexts(served: readonly SeenText[], known: ReadonlyMap<string, KnownText>): RobotsTexts {
  const sorted = [...served].sort((a, b) => a.time - b.time || (a.hash < b.hash ? -1 : 1))
  const runs: { hash: string; first: number; last: number }[] = []
  for (const { time, hash } of sorted) {
    const run = runs.at(-1)
    if (run?.hash === hash) run.last = time
    else runs.push({ hash, first: time, last: time })
  }
  const versions = runs.map(({ hash, first }, i): RobotsVersion => {
    const { name, program } = known.get(hash) ?? { name: hash, program: null }
    return {
      name,
      hash,
      program,
      from: runs[i - 1]?.last ?? first,
      until: runs[i + 1]?.first ?? Number.POSITIVE_INFINITY,
    }
  })
  return new RobotsTexts('log', versions)
}
