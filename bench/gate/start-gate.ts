/**
 * The built gate, and other servers, as processes of their own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundleOf } from '../../test/support/bundle.ts'

/** A crawler that the policy knows. */
export const CRAWLER = 'BenchBot/1.0'

const POLICY = {
  'robots.txt':
    'User-agent: *\nDisallow: /closed/\n\nUser-agent: SlowBot\nCrawl-delay: 60\nAllow: /\n\nACAP-crawler: *\nACAP-disallow-index: /tagged/\n',
  'site.toml': 'hosts = ["127.0.0.1"]\n',
}

/** A server in a process of its own. */
export interface Contestant {
  readonly pid: number
  readonly url: string
  stop(): void
}

/** Starts a program that prints its port. What it logs is read, as a log is. */
export async function started(
  args: readonly string[],
  portIn: (line: string) => string | undefined,
): Promise<Contestant> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    const lines = createInterface(child.stdout!)
    lines.on('line', (line) => {
      const port = portIn(line)
      if (port === undefined) return
      lines.close()
      child.stdout!.resume()
      resolve(port)
    })
  })
  return contestant(child, `http://127.0.0.1:${port}`)
}

export function contestant(child: ChildProcess, url: string): Contestant {
  return { pid: child.pid!, url, stop: () => void child.kill() }
}

/** Starts the built gate in front of an origin; its bundle goes into the folder. */
export async function startGate(
  folder: string,
  origin: string,
  more: readonly string[] = [],
): Promise<Contestant> {
  writeFileSync(join(folder, 'policies.bin'), await policies())
  const args = [
    'dist/acap.js',
    'gate',
    join(folder, 'policies.bin'),
    '--origin',
    origin,
    '--listen',
    '127.0.0.1:0',
  ]
  return started(
    [...args, ...more],
    (line) => /"state":"listening","url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(line)?.[1],
  )
}

async function policies(): Promise<Uint8Array> {
  return new Uint8Array(
    await bundleOf({ site: POLICY }, { known: { BenchBot: 'search', SlowBot: 'search' } }),
  )
}
