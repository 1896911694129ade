/**
 * What every reader of one file needs: its tree, where to report, the version and the definitions in force.
 */
import type { VersionReading } from '../../grammar/version.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { Line } from '../text/lines.ts'
import { fieldText, type Tree } from '../text/tree.ts'
import type { Definitions } from './definitions.ts'
import type { Origin } from './policy.ts'

export interface FileReading {
  readonly tree: Tree
  readonly report: Report
  readonly version: VersionReading
  readonly definitions: Definitions
  /** The crawlers for which the file counts; null for all (R11). */
  readonly scope: readonly string[] | null
  readonly originOf: (line: Line) => Origin
}

/** The author's own words for a field. */
export function originIn(tree: Tree): (line: Line) => Origin {
  return (line) => ({ source: tree.source.file, line: line.number, text: fieldText(tree, line) })
}
