/** Lines through a FIFO, without the event loop: a test waits for its command as it does for `spawnSync`. */
import { readSync, writeSync } from 'node:fs'

const CHUNK = 1 << 16

export function writeLine(fifo: number, line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(fifo, bytes, sent)
}

/** The next line; null where the other side has closed. */
export function readLine(fifo: number): string | null {
  const parts: Buffer[] = []
  for (;;) {
    const part = Buffer.alloc(CHUNK)
    const length = readSync(fifo, part)
    if (length === 0) return null
    parts.push(part.subarray(0, length))
    if (part[length - 1] === 0x0a) return Buffer.concat(parts).toString().slice(0, -1)
  }
}
