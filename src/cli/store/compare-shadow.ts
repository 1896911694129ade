/**
 * Log lines of the edge → how the version on trial decides beside the one in force (`acap publish --shadow`).
 */
import { jsonObject } from '../input/lines-of.ts'
import { messagesIn } from '../logs/log-reader.ts'

/** A line that the edge logs for a shadow (src/edge/request-log.ts). */
interface ShadowLine {
  readonly acap: 'shadow'
  readonly version: number
  readonly outcome: string
  readonly instead: string
  readonly url: string
  readonly userAgent: string | null
}

/** Requests that the versions decide differently, in one way. */
interface Difference {
  readonly from: string
  readonly to: string
  count: number
  readonly examples: { readonly url: string; readonly userAgent: string }[]
}

export interface ShadowComparison {
  readonly version: number
  requests: number
  readonly differences: Difference[]
}

const MOST_EXAMPLES = 3

/** Counts lines of any log; those of no shadow are left out. */
export class ShadowTally {
  readonly #comparisons = new Map<number, ShadowComparison>()

  /** Adds a line: the edge's own, or one of `wrangler tail --format json`, which holds several. */
  add(line: string): void {
    if (!line.includes('shadow')) return
    // Logs are read as octets.
    for (const found of shadowsIn(Buffer.from(line, 'latin1').toString())) this.#count(found)
  }

  /** By version. The differences that are most frequent come first. */
  comparisons(): readonly ShadowComparison[] {
    const all = [...this.#comparisons.values()].sort((a, b) => a.version - b.version)
    for (const { differences } of all) differences.sort((a, b) => b.count - a.count)
    return all
  }

  #count({ version, outcome, instead, url, userAgent }: ShadowLine): void {
    const comparison = this.#comparisons.get(version) ?? { version, requests: 0, differences: [] }
    this.#comparisons.set(version, comparison)
    comparison.requests++
    if (outcome === instead) return
    let difference = comparison.differences.find(({ from, to }) => from === instead && to === outcome)
    if (difference === undefined) {
      difference = { from: instead, to: outcome, count: 0, examples: [] }
      comparison.differences.push(difference)
    }
    difference.count++
    if (difference.examples.length < MOST_EXAMPLES) difference.examples.push({ url, userAgent: userAgent ?? '' })
  }
}

function shadowsIn(line: string): readonly ShadowLine[] {
  const value = jsonObject(line)
  if (value === null) return []
  return (messagesIn(value) ?? [value]).filter(({ acap }) => acap === 'shadow') as unknown as readonly ShadowLine[]
}
