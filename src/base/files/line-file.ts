/** Writes values to a file as JSON lines, in blocks, so that memory stays constant. */
import { closeSync, writeFileSync } from 'node:fs'

const BLOCK = 1 << 20

export class LineFile {
  readonly #open: () => number
  readonly #see: (block: Uint8Array) => void
  #file: number | null = null
  #text = ''

  /** `open` is called before the first block is written; `see` receives each block first. */
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
