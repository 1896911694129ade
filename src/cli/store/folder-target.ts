/**
 * A store in a folder: each value is a file by its key. A file is written beside its place and renamed, so that no reader
 * sees half of one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Target } from './target.ts'

export class FolderTarget implements Target {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async get(key: string): Promise<Uint8Array | null> {
    const path = join(this.#folder, key)
    return existsSync(path) ? readFileSync(path) : null
  }

  async put(values: ReadonlyMap<string, Uint8Array>): Promise<void> {
    for (const [key, bytes] of values) {
      const path = join(this.#folder, key)
      const draft = `${path}.${process.pid}.part`
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(draft, bytes, { flush: true })
      renameSync(draft, path)
    }
  }

  async list(prefix: string): Promise<readonly string[]> {
    if (!existsSync(this.#folder)) return []
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true })
    const keys = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(this.#folder, '/').length).replaceAll('\\', '/'))
    return keys.filter((key) => key.startsWith(prefix))
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) rmSync(join(this.#folder, key), { force: true })
  }
}
