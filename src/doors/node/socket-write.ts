/**
 * One call of `write` on a connection, as its arguments say it.
 */

export type Written = (fault?: Error | null) => void

/** The arguments of one call of `write`. */
export interface Write {
  readonly data: string | Uint8Array
  readonly encoding: BufferEncoding | undefined
  readonly callback: Written | undefined
  /** What it counts for in the length of a stream. */
  readonly size: number
}

export function writeOf([data, encoding, callback]: readonly unknown[]): Write {
  const done = typeof encoding === 'function' ? encoding : callback
  return {
    size: (data as Write['data']).length,
    data: data as Write['data'],
    encoding: typeof encoding === 'string' ? (encoding as BufferEncoding) : undefined,
    callback: typeof done === 'function' ? (done as Written) : undefined,
  }
}
