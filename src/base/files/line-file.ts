/** Values → a file with a JSON object a line, written a block at a time, so that any number fits. */
import { closeSync, writeFileSync } from 'node:fs'

const BLOCK = 1 << 20

export class LineFile {
  readonly #open: () => number
  readonly #see: (block: Uint8Array) => void
  #file: number | null = null
  #text = ''

  /** `open` is called with the first block; `see` gets each block before it is written. */
  constructor(open: () => number, see: (block: Uint8Array) => void = () => undefined) {
    this.#open = open
    this.#see = see
  }

  write(line: object): void {
    this.#text += `${JSON.stringify(line)}\n`
    if (this.#text.length >= BLOCK) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file!)
  }

  #flush(): void {
    const block = Buffer.from(this.#text)
    this.#text = ''
    this.#see(block)
    this.#file ??= this.#open()
    writeFileSync(this.#file, block)
  }
}
