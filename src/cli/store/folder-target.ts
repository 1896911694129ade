/**
 * A store in a folder: each value is a file by its key, and is written whole.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isTemporary, removeLeftovers } from '../output/temporary-files.ts'
import { writeFiles } from '../output/write-files.ts'
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
    for (const folder of [this.#folder, join(this.#folder, 'values')]) removeLeftovers(folder)
    writeFiles([...values].map(([key, content]) => ({ path: join(this.#folder, key), content })))
  }

  async list(prefix: string): Promise<readonly string[]> {
    if (!existsSync(this.#folder)) return []
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true })
    const keys = entries
      .filter((entry) => entry.isFile() && !isTemporary(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(this.#folder, '/').length).replaceAll('\\', '/'))
    return keys.filter((key) => key.startsWith(prefix))
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) rmSync(join(this.#folder, key), { force: true })
  }
}
