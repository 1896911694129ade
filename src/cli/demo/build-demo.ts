/**
 * The build step of `npm start`: builds the policies for the address of the development server.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_POLICIES, loadSites } from '../../author/files/load-site.ts'
import type { ExitCode } from '../../base/faults.ts'
import { inTemporaryFolder } from '../../base/files/temporary-folder.ts'
import type { Io } from '../../base/io.ts'
import { processIo } from '../io.ts'
import { run } from '../run.ts'

/** The variable that names the port to wrangler's build step; none leaves the policies alone. */
export const DEMO_PORT = 'ACAP_DEMO_PORT'
const OWN_PORT = /(?<=^canonical\s*=\s*"http:\/\/localhost):\d+/m

export async function buildDemo(io: Io): Promise<ExitCode> {
  const port = io.env[DEMO_PORT]
  if (port === undefined) return run(['build'], io)
  return inTemporaryFolder('demo', async (copy) => {
    const named = (text: string) => text.replaceAll(copy, DEFAULT_POLICIES)
    const err: Io['err'] = (text) =>
      io.err(typeof text === 'string' ? named(text) : { painted: named(text.painted) })
    cpSync(DEFAULT_POLICIES, copy, { recursive: true, dereference: true })
    for (const { site } of loadSites(copy)) moveHome(join(copy, site, 'site.toml'), port)
    return run(['build', copy, '--out', join('dist', 'policies.bin')], { ...io, err })
  })
}

function moveHome(path: string, port: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(OWN_PORT, `:${port}`))
}

if (import.meta.main) process.exitCode = await buildDemo(processIo())
