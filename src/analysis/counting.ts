/** What tallies are made of: sums that may be unknown, times, and the paths seen most. */

/** A sum in which null is what nobody knows. */
export function plus(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more
}

/** ISO 8601 in UTC, to the second; null where there is no time. */
export function instant(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString().replace(/\.\d+Z$/, 'Z') : null
}

const MOST_HELD = 20_000

/** A path and how often it was seen. */
export interface PathCount {
  readonly path: string
  readonly requests: number
}

/** Counts paths in bounded memory: of too many, those seen least are forgotten. Exact as long as none is. */
export class TopPaths {
  readonly #counts = new Map<string, number>()

  /** Counts requests; the query is no part of the path. */
  add(target: string, count = 1): void {
    const query = target.indexOf('?')
    const path = query < 0 ? target : target.slice(0, query)
    this.#counts.set(path, (this.#counts.get(path) ?? 0) + count)
    if (this.#counts.size > MOST_HELD) this.#forget()
  }

  /** The paths seen most, most first. */
  top(most: number): readonly PathCount[] {
    return [...this.#counts]
      .map(([path, requests]) => ({ path, requests }))
      .sort((a, b) => b.requests - a.requests || (a.path < b.path ? -1 : 1))
      .slice(0, most)
  }

  #forget(): void {
    const [, threshold] = [...this.#counts].sort(([, a], [, b]) => b - a)[MOST_HELD / 2]!
    for (const [path, count] of this.#counts) if (count <= threshold) this.#counts.delete(path)
  }
}
