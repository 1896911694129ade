/** Reads the options about logs: format, names, and the proxies in front of the server. */
import { UsageError } from '../../base/faults.ts'
import { trustedProxies } from '../../base/files/trusted-proxies.ts'
import type { IsTrusted } from '../../base/forwarded-address.ts'
import { readMapping } from '../../logs/read/log-parts.ts'
import type { LogReaderOptions } from '../../logs/read/log-reader.ts'

interface LogOptions {
  readonly format: string | null
  readonly map: readonly string[]
  readonly trust: readonly string[]
}

/** @throws UsageError for invalid options */
export function readerOptionsOf({ format, map, trust }: LogOptions): LogReaderOptions {
  return { format, names: new Map(map.map(readMapping)), isTrusted: isTrustedBy(trust) }
}

function isTrustedBy(trust: readonly string[]): IsTrusted {
  try {
    return trustedProxies(trust)
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault
    throw new UsageError(`--trust: ${fault.message}`)
  }
}
