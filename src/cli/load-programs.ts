/**
 * A path from the command line → compiled sites: a folder of policies, one site's folder, a robots.txt, or a bundle.
 */
import { statSync } from 'node:fs'
import { decode } from '../bundle/decode.ts'
import { LABEL } from '../bundle/format.ts'
import type { Bundle } from '../bundle/program.ts'
import { knownCrawlers } from '../registry.ts'
import { compilePolicies, compileSite } from './compile-policies.ts'
import { UsageError } from './exit-codes.ts'
import type { Io } from './io.ts'
import { policyCache } from './policy-cache.ts'
import { readNamed } from './read-file.ts'
import { readPolicies } from './read-policies.ts'
import { showErrors } from './report-findings.ts'
import { robotsText } from './robots-text.ts'
import { shellWord } from './shell-word.ts'

/** A hundred thousand rules make a bundle of a few MiB. */
const MOST_BUNDLE_BYTES = 256 << 20

/** What is compiled; the findings of a policy with errors are shown, and it is refused. */
export function loadPrograms(path: string, io: Io): Omit<Bundle, 'hash'> {
  if (!statSync(path).isDirectory()) return loadFile(path)
  const sites = readPolicies(path)
  if (showErrors(sites, io) > 0) throw new UsageError(`\`${path}\` has errors`, `npx acap check ${shellWord(path)}`)
  return compilePolicies(path, sites.map(compileSite), (text) => io.err(`acap: ${text}\n`))
}

function loadFile(path: string): Omit<Bundle, 'hash'> {
  const bytes = readNamed(path, MOST_BUNDLE_BYTES)
  if (bytes.toString('latin1', 0, LABEL.length) !== LABEL) return bareProgram(robotsText(bytes, path))
  const decoded = decode(new Uint8Array(bytes).buffer)
  if (!decoded.ok) throw new UsageError(`\`${path}\`: ${decoded.error.message}`)
  return decoded.bundle
}

/** A robots.txt alone, as a site without configuration. */
function bareProgram(text: string): Omit<Bundle, 'hash'> {
  return { sites: [policyCache()(text)], registry: knownCrawlers(), networks: [] }
}
