/**
 * An evidence folder, which is a stranger's → its files, without harm: only regular files, of the names that the folder may
 * have, and of bounded size. No link is followed. Nothing is written, run, or fetched.
 */
import { closeSync, constants, createReadStream, fstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RobotsVersion } from '../../analysis/report/robots-texts.ts'
import { UsageError, withFaultPath } from '../exit-codes.ts'
import { checkedJson } from '../input/checked-value.ts'
import { readLines } from '../input/lines-of.ts'
import { textProgram } from '../input/load-programs.ts'
import { notRegular, readOpened } from '../input/read-file.ts'
import { sourceText } from '../input/source-text.ts'
import {
  EVIDENCE,
  EVIDENCE_FILE,
  type EvidenceManifest,
  LETTER_FILE,
  MOST_ROWS_BYTES,
  MOST_TEXT_BYTES,
  MOST_TEXTS,
  ROWS_FILE,
  sha256,
  textFile,
} from './evidence-shape.ts'

export class EvidenceFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  names(): readonly string[] {
    return withFaultPath(this.#folder, () => readdirSync(this.#folder))
  }

  /** What is said of all other files, and the hash of that. @throws UsageError for what has another shape */
  evidence(): { readonly evidence: EvidenceManifest; readonly hash: string } {
    const bytes = this.#read(EVIDENCE_FILE)
    const evidence = checkedJson(EVIDENCE, bytes.toString(), EVIDENCE_FILE)
    const { [ROWS_FILE]: rows, ...texts } = evidence.files
    const wrong = Object.entries(texts).find(([name, hash]) => name !== textFile(hash))
    if (wrong !== undefined) throw new UsageError(`\`${EVIDENCE_FILE}\` names a file \`${wrong[0]}\``)
    if (rows === undefined) throw new UsageError(`\`${EVIDENCE_FILE}\` does not name \`${ROWS_FILE}\``)
    if (Object.keys(texts).length > MOST_TEXTS)
      throw new UsageError(`\`${EVIDENCE_FILE}\` names more than ${MOST_TEXTS} texts`)
    return { evidence, hash: sha256(bytes) }
  }

  letter(): string {
    return this.#read(LETTER_FILE).toString()
  }

  /** The text of a hash; null where the file has another. */
  text(hash: string): RobotsVersion['program'] {
    const bytes = this.#read(textFile(hash))
    return sha256(bytes) === hash ? textProgram(sourceText(bytes, null).text) : null
  }

  /** The lines of the rows, a block at a time; `see` gets the octets. */
  async *rows(see: (octets: Uint8Array) => void): AsyncGenerator<readonly string[]> {
    const file = this.#open(ROWS_FILE, MOST_ROWS_BYTES)
    try {
      yield* readLines(seen(createReadStream('', { fd: file, autoClose: false }), see))
    } finally {
      closeSync(file)
    }
  }

  #read(name: string): Buffer {
    const file = this.#open(name, MOST_TEXT_BYTES)
    try {
      return readOpened(file, name, MOST_TEXT_BYTES)
    } finally {
      closeSync(file)
    }
  }

  /** Without O_NONBLOCK, opening a pipe waits for a writer. */
  #open(name: string, most: number): number {
    const path = join(this.#folder, name)
    const file = openedHere(path)
    const stats = fstatSync(file)
    const fault = !stats.isFile()
      ? notRegular(path)
      : stats.size > most
        ? new UsageError(`\`${path}\` is larger than ${most >> 20} MiB`)
        : null
    if (fault === null) return file
    closeSync(file)
    throw fault
  }
}

function openedHere(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    // A link, and a socket.
    if (code === 'ELOOP' || code === 'ENXIO') throw notRegular(path)
    throw fault
  }
}

async function* seen(chunks: AsyncIterable<Uint8Array>, see: (octets: Uint8Array) => void) {
  for await (const chunk of chunks) {
    see(chunk)
    yield chunk
  }
}
