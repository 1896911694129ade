/**
 * `acap init`: a new site's folder, from a preset or from the robots.txt that the site has already. Asks at a terminal
 * for what it was not told, never writes over anything, and says what it wrote.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { summarise } from '../../language/findings/render.ts'
import { columns, command, type OptionValues } from '../command.ts'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import { draftSite } from '../init/draft-site.ts'
import { fetchRobots } from '../init/fetch-robots.ts'
import { PRESETS, presetFiles, presetFolder } from '../init/presets.ts'
import { EXAMPLE_HOST, hostGiven, hostIn, placeholdersIn } from '../init/with-host.ts'
import type { Io } from '../io.ts'
import { DEFAULT_POLICIES, loadSite } from '../load-site.ts'
import { readFiles } from '../read-policies.ts'

const OPTIONS = {
  from: { type: 'string', value: 'FILE|URL', help: "begin with the site's own robots.txt" },
  preset: { type: 'string', value: 'WORD', help: `begin with ${Object.keys(PRESETS).join(', ')}` },
  host: { type: 'string', value: 'HOST', help: "the site's host name" },
  policies: { type: 'string', value: 'DIR', help: `where sites are kept; default ${DEFAULT_POLICIES}` },
  json: { type: 'boolean', help: 'print what was written as JSON' },
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
  const { host, files } = await begin(name, options, io)
  for (const [path, text] of files) write(join(folder, path), text)
  const site = options.policies === null ? name : folder
  const begun = { site, folder, host, placeholders: placeholdersIn(files.get('site.toml')!) }
  if (options.json) io.json(asJson(begun))
  else io.out(account(begun))
  return EXIT.ok
}

/** What was begun. */
interface Begun {
  /** What the other commands know it by. */
  readonly site: string
  readonly folder: string
  readonly host: string
  readonly placeholders: ReturnType<typeof placeholdersIn>
}

/** The files to write. Nothing is written before all is known. */
async function begin(
  name: string,
  options: Options,
  io: Io,
): Promise<{ readonly host: string; readonly files: ReadonlyMap<string, string> }> {
  const { from, preset } = options
  if (from !== null && preset !== null) throw new UsageError('--from and --preset exclude each other')
  if (from !== null) {
    const found = await fetchRobots(from)
    const host = options.host === null && found.host !== null ? found.host : await hostFor(name, options, io)
    return { host, files: draftSite(found.bytes, host) }
  }
  const chosen = preset ?? (await askForPreset(io))
  presetFolder(chosen)
  const host = await hostFor(name, options, io)
  return { host, files: presetFiles(chosen, host) }
}

async function askForPreset({ ask }: Io): Promise<string> {
  const offered = columns(Object.entries(PRESETS))
  if (ask === null) throw new UsageError('--from or --preset is needed', `presets:\n${offered.trimEnd()}`)
  return ask(`${offered}Which of these is it like? `)
}

/** What was given, else a name that is a host's, else what the person says, else the example's. */
async function hostFor(name: string, { host }: Options, { ask }: Io): Promise<string> {
  if (host !== null) return hostGiven(host)
  const named = name.includes('.') ? hostIn(name) : null
  return named ?? hostGiven((await ask?.(`The site's host name (${EXAMPLE_HOST}): `)) || EXAMPLE_HOST)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { flag: 'wx' })
}

const FILES = [
  ['robots.txt', 'what crawlers may do, in the language of robots.txt and ACAP'],
  ['site.toml', 'hosts, the origin, refusals, routes; it only observes until `mode` says "enforce"'],
  ['cases.toml', 'what you expect of the policy'],
] as const

function account({ site, folder, host, placeholders }: Begun): string {
  const files = FILES.map(([file, what]) => [join(folder, file), what] as const)
  const { findings } = readFiles(loadSite(folder))
  const next = [
    [`acap check ${folder}`, summarise(findings)],
    [`acap test ${folder}`, 'runs the cases'],
    [`acap explain ${site} / --as Googlebot`, 'tells what a crawler gets, and why'],
  ] as const
  return [
    `Wrote${host === EXAMPLE_HOST ? '' : `, for ${host}`}\n${columns(files)}`,
    `Change, in ${join(folder, 'site.toml')}\n${columns(placeholders)}`,
    `Next\n${columns(next)}`,
  ].join('\n')
}

function asJson({ folder, host, placeholders }: Begun) {
  const files = FILES.map(([file]) => join(folder, file))
  return { folder, host, files, placeholders: placeholders.map(([setting]) => setting) }
}
