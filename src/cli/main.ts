/**
 * The process `acap`: its arguments and streams → `run`; or one of its threads. A bundle that is older than its sources says so first.
 */
import { fileURLToPath } from 'node:url'
import { processIo } from './io.ts'
import { newerSource } from './package-root.ts'
import { isThread } from './results/threads.ts'
import { run } from './run.ts'

async function main(): Promise<void> {
  const io = processIo()
  const newer = newerSource(fileURLToPath(import.meta.url))
  if (newer) io.err(`acap: dist/acap.js is older than ${newer}\nhelp: npm run build:cli\n`)
  process.exitCode = await run(process.argv.slice(2), io)
}

if (!isThread()) await main()
