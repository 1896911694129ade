/** Checks that an address can be listened on, before the work that a server needs. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { UsageError } from '../../base/faults.ts'

const FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'may not be listened at by this user',
}

/**
 * Throws UsageError where the port of an address is taken or not permitted; `help` says what to
 * type instead.
 */
export async function refuseTakenPort(host: string, port: number, help: string): Promise<void> {
  if (port === 0) return
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (fault) {
    const refusal = portFault(fault, port, help)
    if (refusal !== null) throw refusal
    return
  }
  server.close()
  await once(server, 'close')
}

/**
 * Why nothing can listen at a port; null for other faults: a system without IPv6 has no such
 * address.
 */
export function portFault(fault: unknown, port: number, help: string): UsageError | null {
  const cause = FAULTS[(fault as NodeJS.ErrnoException).code ?? '']
  return cause === undefined ? null : new UsageError(`port ${port} ${cause}`, help)
}
