/**
 * `acap init`: a new site's folder, from a preset or from the robots.txt that the site has already. Asks at a terminal
 * for what it was not told, never writes over anything, and says what it wrote.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { summarise } from '../../language/render.ts'
import { columns, command, type OptionValues } from '../command.ts'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import { draftSite } from '../init/draft-site.ts'
import { fetchRobots } from '../init/fetch-robots.ts'
import { EXAMPLE_HOST, PRESETS, presetFiles, presetFolder } from '../init/presets.ts'
import type { Io } from '../io.ts'
import { DEFAULT_POLICIES, loadSite } from '../load-site.ts'
import { readFiles } from '../read-policies.ts'

const OPTIONS = {
  from: { type: 'string', value: 'FILE|URL', help: "begin with the site's own robots.txt" },
  preset: { type: 'string', value: 'WORD', help: `begin with ${Object.keys(PRESETS).join(', ')}` },
  host: { type: 'string', value: 'HOST', help: "the site's host name" },
  policies: { type: 'string', value: 'DIR', help: `where sites are kept; default ${DEFAULT_POLICIES}` },
} as const
type Options = OptionValues<typeof OPTIONS>

export const initCommand = command({
  name: 'init',
  summary: 'Begin a policy, from a preset or from a robots.txt.',
  positionals: ['NAME'],
  options: OPTIONS,
  run: ([name], options, io) => init(name!, options, io),
})

async function init(name: string, options: Options, io: Io): Promise<ExitCode> {
  if (!/^[\w-][\w.-]*$/.test(name))
    throw new UsageError(`\`${name}\` cannot name a folder`, 'letters, digits, `.`, `-` and `_`')
  const folder = join(options.policies ?? DEFAULT_POLICIES, name)
  if (existsSync(folder)) throw new UsageError(`\`${folder}\` is there already`, 'choose another name')
  const files = await begin(name, options, io)
  for (const [path, text] of files) write(join(folder, path), text)
  io.out(account(folder, name))
  return EXIT.ok
}

/** The files to write. Nothing is written before all is known. */
async function begin(name: string, options: Options, io: Io): Promise<ReadonlyMap<string, string>> {
  const { from, preset } = options
  if (from !== null && preset !== null) throw new UsageError('--from and --preset exclude each other')
  if (from !== null) {
    const found = await fetchRobots(from)
    return draftSite(found.bytes, found.host ?? (await hostFor(name, options, io)))
  }
  const chosen = preset ?? (await askForPreset(io))
  presetFolder(chosen)
  return presetFiles(chosen, await hostFor(name, options, io))
}

async function askForPreset({ ask }: Io): Promise<string> {
  const offered = columns(Object.entries(PRESETS))
  if (ask === null) throw new UsageError('--from or --preset is needed', `presets:\n${offered.trimEnd()}`)
  return ask(`${offered}Which of these is it like? `)
}

/** What was given, else a name that is a host's, else what the person says, else the example's. */
async function hostFor(name: string, { host }: Options, { ask }: Io): Promise<string> {
  if (host !== null) return host
  if (name.includes('.')) return name
  return (await ask?.(`The site's host name (${EXAMPLE_HOST}): `)) || EXAMPLE_HOST
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { flag: 'wx' })
}

function account(folder: string, name: string): string {
  const { findings } = readFiles(loadSite(folder))
  const files = [
    [join(folder, 'robots.txt'), 'what crawlers may do, in the language of robots.txt and ACAP'],
    [join(folder, 'site.toml'), 'hosts, the origin, refusals, routes; it only observes until `mode` says "enforce"'],
    [join(folder, 'cases.toml'), 'what you expect of the policy'],
  ] as const
  const next = [
    [`acap check ${folder}`, summarise(findings)],
    [`acap test ${folder}`, 'runs the cases'],
    [`acap explain ${name} / --as Googlebot`, 'tells what a crawler gets, and why'],
  ] as const
  return `Wrote\n${columns(files)}\nNext\n${columns(next)}`
}
