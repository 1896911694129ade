/**
 * A stream of paths → the ones seen most, in bounded memory: when too many are held, those seen least are forgotten.
 * Counts are exact as long as a crawler asked for no more distinct paths than are held.
 */
const MOST_HELD = 20_000

/** A path and how often it was seen. */
export interface PathCount {
  readonly path: string
  readonly requests: number
}

/** Counts paths. */
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
