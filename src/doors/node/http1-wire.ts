/**
 * An answer in the place of the one that an app's ServerResponse writes, on the connection of that:
 * its body in chunks or as it is, and its trailers.
 */
import { OUTDATED } from '../../edge/html/apply-notice.ts'
import type { HeldSocket } from './held-socket.ts'
import { linesText } from './http1-answer.ts'
import type { Wire } from './write-response.ts'

interface Replacing {
  readonly hasBody: boolean
  /** Gives whether the body goes in chunks. */
  writeHead(answer: Response, length: number | null): boolean
  /** Those of the app's own body, names and values in turn. */
  trailers(): readonly string[]
  breakOff(): void
}

export function wireOn(held: HeldSocket, replacing: Replacing): Wire {
  const { hasBody } = replacing
  let isChunked = false
  const write = (bytes: Uint8Array): boolean => {
    if (!hasBody || bytes.length === 0) return true
    if (!isChunked) return held.write(bytes)
    held.write(`${bytes.length.toString(16)}\r\n`, 'latin1')
    held.write(bytes)
    return held.write('\r\n', 'latin1')
  }
  return {
    head: (answer, length) => {
      isChunked = replacing.writeHead(answer, length)
    },
    write: (bytes) => {
      let isFree = true
      held.together(() => {
        isFree = write(bytes)
      })
      return isFree
    },
    end: (bytes) => {
      held.together(() => {
        if (bytes !== undefined) write(bytes)
        if (!isChunked || !hasBody) return
        held.write(`0\r\n${linesText(current(replacing.trailers()))}\r\n`, 'latin1')
      })
    },
    drained: () => held.drained(),
    breakOff: () => replacing.breakOff(),
  }
}

/** The trailers that are true of the bytes that are sent. */
function current(trailers: readonly string[]): readonly string[] {
  return trailers.filter((_, i) => !OUTDATED.has(trailers[i - (i % 2)]!.toLowerCase()))
}
