/**
 * `acap build`: compiles a folder of policies to one bundle, which the Worker imports. Errors stop
 * it.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_POLICIES } from '../../author/files/load-site.ts'
import { listAges, sharedParts } from '../../author/files/policy-lists.ts'
import { isBuildStopped, mentionFindings, reportFault } from '../../author/files/report-findings.ts'
import { EXIT, type ExitCode } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { decode } from '../../program/decode.ts'
import { encode } from '../../program/encode.ts'
import { buildSites, programsOf } from '../build/built-sites.ts'
import type { CommandIo, Options, Run } from '../command.ts'

const DEFAULT_OUT = join('dist', 'policies.bin')

export const buildCommand: Run<'build'> = async ([folder = DEFAULT_POLICIES], options, io) => {
  const out = options.out ?? DEFAULT_OUT
  const code = await attempt(folder, out, options, io).catch((fault: Error) =>
    reportFault(fault, io),
  )
  if (code === EXIT.ok || !isInService(out, io)) return code
  io.err(`acap: the policies were not built; ${out} stays as it was, and in service\n`)
  return EXIT.ok
}

async function attempt(
  folder: string,
  out: string,
  options: Options<'build'>,
  io: CommandIo,
): Promise<ExitCode> {
  const sites = options['no-sites'] ? [] : await buildSites(folder, io)
  if (isBuildStopped(sites, io)) return EXIT.findings
  const bytes = await encode({ sites: await programsOf(sites), ...sharedParts(folder, io) })
  // Decode the bundle as the Worker will: one that cannot be read back is a bug of this program.
  const decoded = decode(bytes.buffer)
  if (!decoded.ok) throw new Error(decoded.error.message)
  const { bundle } = decoded
  writeFiles([{ path: out, content: bytes }])
  const { hash } = bundle
  const names =
    bundle.sites.length === 0 ? 'no sites' : bundle.sites.map(({ name }) => name).join(', ')
  const list = bundle.sites.map(({ name, config, rules }) => {
    return { name, hosts: config.hosts, rules: rules.flags.length }
  })
  io.answer(
    { out, bytes: bytes.length, hash, sites: list },
    `${out}: ${names}; ${bytes.length} bytes, hash ${hash.slice(0, 12)}\n`,
  )
  mentionFindings(sites, folder, io)
  io.err(listAges(folder))
  return EXIT.ok
}

/**
 * Whether `wrangler dev` serves a good bundle, which then stays in service: a build step that fails
 * would hold every request. wrangler tells its build step which of its commands runs.
 */
function isInService(out: string, io: Io): boolean {
  if (io.env.WRANGLER_COMMAND !== 'dev' || !statSync(out, { throwIfNoEntry: false })?.isFile())
    return false
  return decode(new Uint8Array(readFileSync(out)).buffer).ok
}
