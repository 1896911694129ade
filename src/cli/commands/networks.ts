/**
 * `acap networks`: fetches the address lists that operators publish (I4). Which lists, `.networks/sources.toml`
 * says. A list that cannot be fetched or read leaves the one that is there in its place.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compileNetwork } from '../../compile/networks.ts'
import { command } from '../command.ts'
import { JSON_RESULT } from '../common-options.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { DEFAULT_POLICIES, listsBoundary } from '../load-site.ts'
import { fetchList, replaceFile, sourcesIn } from '../published-lists.ts'
import { readInside } from '../read-file.ts'

/** A line of sources.toml. */
const EXAMPLE = 'gptbot = "https://openai.com/gptbot.json"'

export const networksCommand = command({
  name: 'networks',
  summary: 'Update the address lists of crawlers.',
  positionals: ['[DIR]'],
  options: JSON_RESULT,
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
  const results = await Promise.all(sourcesIn(folder, EXAMPLE).map(({ name, url }) => renew(folder, name, url)))
  if (json) io.json(results)
  else io.out(results.map(inWords).join(''))
  return results.every(({ fault }) => fault === null) ? EXIT.ok : EXIT.findings
}

async function renew(folder: string, name: string, url: string): Promise<Renewed> {
  const file = join(folder, `${name}.json`)
  try {
    const text = await fetchList(url)
    const [fault] = compileNetwork(name, text, Date.now()).faults
    if (fault !== undefined) throw new Error(fault)
    const isSame = existsSync(file) && readInside(file, listsBoundary(folder)).toString() === text
    if (!isSame) replaceFile(file, text)
    return { name, url, became: isSame ? 'unchanged' : 'new', fault: null }
  } catch (fault) {
    return { name, url, became: 'kept', fault: (fault as Error).message }
  }
}

function inWords({ name, url, became, fault }: Renewed): string {
  return fault === null ? `${name}: ${became}\n` : `${name}: as it was; ${url}: ${fault}\n`
}
