/** The names that logs use for the parts of a request. */

import { UsageError } from '../../base/faults.ts'
import data from './log-names.json' with { type: 'json' }

/**
 * By part, lower case; the first that a line has counts. Members of an object have its name before
 * them. A name with capitals is meant as it is spelled: Traefik's `Duration` is in nanoseconds, and
 * Envoy's `duration` in milliseconds.
 */
const NAMES = data.parts

export type LogPart = keyof typeof NAMES
const LOG_PARTS = Object.keys(NAMES) as readonly LogPart[]

/** The cells of a line, as text; null for what it does not have. */
export type LogCells = Record<LogPart, string | null>

const NO_CELLS = Object.fromEntries(LOG_PARTS.map((part) => [part, null])) as LogCells

export function emptyCells(): LogCells {
  return { ...NO_CELLS }
}

interface PartName {
  readonly part: LogPart
  readonly rank: number
}

/** The author's own names come first. */
export const OWN = -1

/** What the names of a log mean: those of the table, after those that the author gives. */
export class PartNames {
  readonly #known = new Map<string, PartName>()
  readonly #spelled = new Map<string, PartName | null>()
  /** The beginnings of names with dots: objects with other names hold no parts. */
  readonly #objects = new Set<string>()

  constructor(own: ReadonlyMap<string, LogPart> = new Map()) {
    for (const part of LOG_PARTS)
      for (const [rank, name] of NAMES[part].entries()) this.#add(name, { part, rank })
    for (const [name, part] of own) this.#add(name.toLowerCase(), { part, rank: OWN })
  }

  partOf(name: string): PartName | null {
    let found = this.#spelled.get(name)
    if (found === undefined) {
      const known = this.#known.get(name.toLowerCase()) ?? null
      found = known?.rank === OWN ? known : (this.#known.get(name) ?? known)
      if (this.#spelled.size < MOST_NAMES) this.#spelled.set(name, found)
    }
    return found
  }

  /**
   * The parts of columns, by their order; null for other names, and where another column says the
   * same better.
   */
  bestOf(columns: readonly string[]): readonly (LogPart | null)[] {
    const found = columns.map((name) => this.partOf(name))
    const isBest = ({ part, rank }: PartName) =>
      found.every((each) => each?.part !== part || each.rank >= rank)
    return found.map((each) => (each !== null && isBest(each) ? each.part : null))
  }

  isObject(name: string): boolean {
    return this.#objects.has(name.toLowerCase())
  }

  #add(name: string, part: PartName): void {
    this.#known.set(name, part)
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1))
      this.#objects.add(name.slice(0, dot))
  }
}

/** A log that invents member names does not fill the memory. */
const MOST_NAMES = 10_000

export const PARTS_TEXT = LOG_PARTS.join(', ')

/**
 * `field=name` of `--map`: the name that a log has, and the part. @throws UsageError for an unknown
 * part
 */
export function readMapping(written: string): readonly [name: string, part: LogPart] {
  const at = written.indexOf('=')
  const part = LOG_PARTS.find(
    (each) => each.toLowerCase() === written.slice(0, Math.max(0, at)).toLowerCase(),
  )
  if (part === undefined || at === written.length - 1)
    throw new UsageError(
      `\`--map ${written}\` names no field`,
      `FIELD=NAME; fields are ${PARTS_TEXT}`,
    )
  return [written.slice(at + 1), part]
}
