/**
 * A TOML document with faulty parts → the same without them, so that one fault does not hide the next. Lists close their
 * gaps; it knows which place in the document every place in the rest was.
 */
import type { TomlPath } from './toml-places.ts'

/** What is left of a document when parts of it are taken out. Paths are those of the rest, as `value` last gave it. */
export class TomlRemainder {
  readonly #document: unknown
  readonly #removed = new Set<string>()
  /** The numbers of the items that are left, by the path of their list in the document. */
  readonly #remaining = new Map<string, readonly number[]>()

  constructor(document: unknown) {
    this.#document = document
  }

  /** Takes out what is at a path. */
  remove(path: TomlPath): void {
    this.#removed.add(JSON.stringify(this.original(path)))
  }

  /** Whether what was at a path has been taken out. */
  lacks(path: TomlPath): boolean {
    return this.#isRemoved(this.original(path))
  }

  /** Whether nothing of what is at a path has been taken out. */
  isWhole(path: TomlPath): boolean {
    const prefix = JSON.stringify(this.original(path)).slice(0, -1)
    return ![...this.#removed].some((removed) => removed.startsWith(prefix))
  }

  /** The rest as it is now; null where nothing is left. */
  value(): unknown {
    return this.#isRemoved([]) ? null : this.#without(this.#document, [])
  }

  /** The path in the document of what is at a path in the rest. */
  original(path: TomlPath): TomlPath {
    const found: (string | number)[] = []
    for (const step of path) {
      const remaining = typeof step === 'number' ? this.#remaining.get(JSON.stringify(found)) : undefined
      found.push(remaining?.[step as number] ?? step)
    }
    return found
  }

  #isRemoved(path: TomlPath): boolean {
    return this.#removed.has(JSON.stringify(path))
  }

  #without(value: unknown, path: TomlPath): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) {
      const left = Object.entries(value).filter(([key]) => !this.#isRemoved([...path, key]))
      return Object.fromEntries(left.map(([key, member]) => [key, this.#without(member, [...path, key])]))
    }
    const remaining = [...value.keys()].filter((number) => !this.#isRemoved([...path, number]))
    this.#remaining.set(JSON.stringify(path), remaining)
    return remaining.map((number) => this.#without(value[number], [...path, number]))
  }
}
