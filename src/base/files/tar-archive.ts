/**
 * Writes the files of a folder as one gzipped tar archive (POSIX ustar), as a stream: they may be
 * large.
 */
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

const BLOCK = 512

/** `name` is the folder in the archive; with the name of a file it has at most 100 characters. */
export function tarArchive(folder: string, name: string): Readable {
  const gzip = createGzip()
  // A fault destroys the archive: its reader sees that it breaks off.
  return pipeline(Readable.from(blocksOf(folder, name)), gzip, () => undefined)
}

async function* blocksOf(folder: string, name: string): AsyncGenerator<Uint8Array> {
  for (const file of readdirSync(folder).sort()) {
    const path = join(folder, file)
    const { size, mtimeMs } = statSync(path)
    yield headerOf(`${name}/${file}`, size, Math.floor(mtimeMs / 1000))
    yield* createReadStream(path)
    yield new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)
  }
  yield new Uint8Array(2 * BLOCK)
}

function headerOf(path: string, size: number, seconds: number): Uint8Array {
  const block = Buffer.alloc(BLOCK)
  block.write(path, 0, 100)
  const [mode, owner] = [octal(0o644, 7), octal(0, 7)]
  block.write(
    `${mode}${owner}${owner}${octal(size, 11)}${octal(seconds, 11)}${' '.repeat(8)}0`,
    100,
  )
  block.write('ustar\0' + '00', 257)
  // The sum is taken while its own place holds spaces.
  let sum = 0
  for (const octet of block) sum += octet
  block.write(octal(sum, 6), 148)
  return block
}

function octal(number: number, digits: number): string {
  return `${number.toString(8).padStart(digits, '0')}\0`
}
