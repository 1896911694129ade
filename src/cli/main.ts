/**
 * The process `acap`: calls `run` with its arguments and streams. Warns first if the bundle is
 * older than its sources.
 */
import { fileURLToPath } from 'node:url'
import { newerSource } from '../base/files/package-root.ts'
import { processIo } from './io.ts'
import { run } from './run.ts'

const io = processIo()
const newer = newerSource(fileURLToPath(import.meta.url))
if (newer) io.err(`acap: dist/acap.js is older than ${newer}\nhelp: npm run build:cli\n`)
process.exitCode = await run(process.argv.slice(2), io)
