/**
 * The public vectors for conventional robots.txt (test/vectors/) → rows, and what each asks.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of rep-consensus.json or rfc9309.json. */
export interface Vector {
  readonly id: string
  readonly robots: string
  readonly robotsBase64?: string
  readonly userAgent: string
  readonly url: string
  readonly expectAllowed: boolean
  /** Why readers of RFC 9309 dispute it. */
  readonly contested?: string
}

/** The rows of a file. */
export function readVectors<Row = Vector>(file: string): readonly Row[] {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, '../../vectors', file), 'utf8'),
  ) as readonly Row[]
}

/** The robots.txt of a row: text, or octets that are none. */
export function robotsOf({ robots, robotsBase64 }: Vector): string | Uint8Array {
  return robotsBase64 === undefined ? robots : new Uint8Array(Buffer.from(robotsBase64, 'base64'))
}

/** Path and query of an absolute URL or of what is one already. */
export function targetOf(url: string): string {
  const behind = url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, '')
  return behind.startsWith('/') ? behind : `/${behind}`
}
