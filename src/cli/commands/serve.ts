/**
 * `acap serve`: the explorer on this machine, for the author's browser, until it is interrupted.
 */
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { command } from '../command.ts'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import { explorerServer } from '../explorer-server.ts'
import type { Io } from '../io.ts'
import { DEFAULT_POLICIES } from '../load-site.ts'
import { PACKAGE_ROOT } from '../package-root.ts'

const DEFAULT_PORT = 8788

export const serveCommand = command({
  name: 'serve',
  summary: 'Show the policies in the explorer, a page for your browser.',
  positionals: ['[DIR]'],
  options: {
    port: { type: 'string', value: 'PORT', help: `where it listens; default ${DEFAULT_PORT}` },
  },
  run: async ([folder = DEFAULT_POLICIES], { port }, io) => {
    if (folder !== DEFAULT_POLICIES && !existsSync(folder)) throw new UsageError(`\`${folder}\` is not there`)
    const built = join(PACKAGE_ROOT, 'dist', 'explorer')
    if (!existsSync(join(built, 'index.html'))) throw new UsageError('the explorer is not built', 'npm run build')
    return serve(explorerServer(built, folder), portOf(port), io)
  },
})

function portOf(text: string | null): number {
  if (text === null) return DEFAULT_PORT
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new UsageError(`\`${text}\` is no port`, 'a number from 0, for any that is free, to 65535')
}

/** Listens on the loopback interface alone; resolves when the process is told to end. */
function serve(server: Server, port: number, io: Io): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      const isTaken = fault.code === 'EADDRINUSE'
      reject(isTaken ? new UsageError(`port ${port} is taken`, 'acap serve --port PORT') : fault)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      io.out(`acap explorer: http://localhost:${typeof address === 'object' ? address?.port : port}\n`)
    })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        server.close(() => resolve(EXIT.ok))
        server.closeAllConnections()
      })
    }
  })
}
