/**
 * A folder as a store behind HTTP, in which a test has things go wrong.
 */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'

/** The store. */
export class FaultyStore {
  readonly folder: string
  state: 'whole' | 'silent' | 'failing' | 'cut off' = 'whole'
  readonly #served = new Set<string>()
  readonly #silenced: ServerResponse[] = []

  constructor(folder: string) {
    this.folder = folder
  }

  answer(key: string, response: ServerResponse): void {
    if (this.state === 'silent') this.#silenced.push(response)
    else if (this.state === 'failing') response.writeHead(500).end()
    else this.#give(key, response)
  }

  /** It gives everything again. */
  return(): void {
    this.state = 'whole'
    for (const response of this.#silenced.splice(0)) response.writeHead(500).end()
  }

  #give(key: string, response: ServerResponse): void {
    let bytes: Buffer
    try {
      bytes = readFileSync(join(this.folder, key))
    } catch {
      response.writeHead(404).end()
      return
    }
    const isNew = key.startsWith('values/') && !this.#served.has(key)
    if (this.state === 'cut off' && isNew) response.end(bytes.subarray(0, bytes.length >> 1))
    else {
      this.#served.add(key)
      response.end(bytes)
    }
  }
}
