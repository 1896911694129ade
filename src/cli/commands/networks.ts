/**
 * `acap networks`: the address lists that operators publish, fetched anew (I4). Which lists, `.networks/sources.toml`
 * says. A list that cannot be had or read leaves the one that is there in its place.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { compileNetwork } from '../../compile/networks.ts'
import { command } from '../command.ts'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import { fetchPage } from '../fetch-page.ts'
import type { Io } from '../io.ts'
import { DEFAULT_POLICIES, networksBoundary } from '../load-site.ts'
import { readInside } from '../read-file.ts'

const SOURCES = 'sources.toml'
const PATIENCE_MS = 30_000

export const networksCommand = command({
  name: 'networks',
  summary: 'Fetch the address lists of crawlers anew.',
  positionals: ['[DIR]'],
  options: { json: { type: 'boolean', help: 'print the results as JSON' } },
  run: ([policies = DEFAULT_POLICIES], { json }, io) => renewAll(join(policies, '.networks'), json, io),
})

/** What became of one list. */
interface Renewed {
  readonly name: string
  readonly url: string
  /** `kept`: the list that was there stays. */
  readonly became: 'new' | 'unchanged' | 'kept'
  readonly fault: string | null
}

async function renewAll(folder: string, json: boolean, io: Io): Promise<ExitCode> {
  const results = await Promise.all(sourcesIn(folder).map(([name, url]) => renew(folder, name, url)))
  if (json) io.json(results)
  else io.out(results.map(inWords).join(''))
  return results.every(({ fault }) => fault === null) ? EXIT.ok : EXIT.findings
}

/** The lists by name, with the addresses at which they are published. */
function sourcesIn(folder: string): readonly (readonly [name: string, url: string])[] {
  const file = join(folder, SOURCES)
  const help = 'write into it `NAME = "https://…"`, one line for each list'
  if (!existsSync(file)) throw new UsageError(`\`${file}\` is not there`, help)
  return Object.entries(tomlAt(file, networksBoundary(folder))).map(([name, url]) => {
    if (!/^[\w-][\w.-]*$/.test(name)) throw new UsageError(`${file}: \`${name}\` cannot name a file`, help)
    if (typeof url !== 'string' || !URL.canParse(url) || !isTrusted(new URL(url)))
      throw new UsageError(`${file}: \`${name}\` has no https URL`, help)
    return [name, url] as const
  })
}

function tomlAt(file: string, boundary: string): Readonly<Record<string, unknown>> {
  try {
    return parse(readInside(file, boundary).toString())
  } catch (fault) {
    throw new UsageError(`${file} is not TOML: ${(fault as Error).message.split('\n')[0]}`)
  }
}

/** Anyone who could change a list on its way could let anybody in by an operator's name. */
function isTrusted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

async function renew(folder: string, name: string, url: string): Promise<Renewed> {
  const file = join(folder, `${name}.json`)
  try {
    const { bytes } = await fetchPage(url, { patienceMs: PATIENCE_MS, allows: isTrusted })
    const text = new TextDecoder().decode(bytes)
    const [fault] = compileNetwork(name, text, Date.now()).faults
    if (fault !== undefined) throw new Error(fault)
    const isSame = existsSync(file) && readInside(file, networksBoundary(folder)).toString() === text
    if (!isSame) replace(file, text)
    return { name, url, became: isSame ? 'unchanged' : 'new', fault: null }
  } catch (fault) {
    return { name, url, became: 'kept', fault: (fault as Error).message }
  }
}

/** Replaces a file whole, or not at all; of a link, the link and not what it leads to. */
function replace(file: string, text: string): void {
  const draft = `${file}.new`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

function inWords({ name, url, became, fault }: Renewed): string {
  return fault === null ? `${name}: ${became}\n` : `${name}: as it was; ${url}: ${fault}\n`
}
