/**
 * `acap networks`: fetches the address lists that operators publish (I4). Which lists, `.networks/sources.toml`
 * says. A list that cannot be fetched or read leaves the one that is there in its place.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compileNetwork } from '../../compile/networks.ts'
import { command, JSON_RESULT } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { DEFAULT_POLICIES, listsBoundary } from '../input/load-site.ts'
import { fetchList, type ListSource, sourcesIn } from '../input/published-lists.ts'
import { readInside } from '../input/read-file.ts'
import type { Io } from '../io.ts'
import { writeFiles } from '../output/write-files.ts'

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

/** A list as it is published; null where it cannot be fetched or read, with the reason. */
interface Fetched {
  readonly name: string
  readonly url: string
  readonly text: string | null
  readonly fault: string | null
}

async function renewAll(folder: string, json: boolean, io: Io): Promise<ExitCode> {
  const fetched = await Promise.all(sourcesIn(folder, EXAMPLE).map(fetchOne))
  const results = write(folder, fetched)
  if (json) io.json(results)
  else io.out(results.map(inWords).join(''))
  return results.every(({ fault }) => fault === null) ? EXIT.ok : EXIT.findings
}

async function fetchOne({ name, url }: ListSource): Promise<Fetched> {
  try {
    const text = await fetchList(url)
    const [fault = null] = compileNetwork(name, text, Date.now()).faults
    return { name, url, text: fault === null ? text : null, fault }
  } catch (fault) {
    return { name, url, text: null, fault: (fault as Error).message }
  }
}

/** Writes the lists that changed, all of them or none. */
function write(folder: string, fetched: readonly Fetched[]): readonly Renewed[] {
  const boundary = listsBoundary(folder)
  const pathOf = (name: string) => join(folder, `${name}.json`)
  const results = fetched.map(({ text, ...list }): Renewed => {
    if (text === null) return { ...list, became: 'kept' }
    const path = pathOf(list.name)
    const isSame = existsSync(path) && readInside(path, boundary).toString() === text
    return { ...list, became: isSame ? 'unchanged' : 'new' }
  })
  const changed = fetched.filter((_, i) => results[i]!.became === 'new')
  writeFiles(changed.map(({ name, text }) => ({ path: pathOf(name), content: text!, boundary })))
  return results
}

function inWords({ name, url, became, fault }: Renewed): string {
  return fault === null ? `${name}: ${became}\n` : `${name}: as it was; ${url}: ${fault}\n`
}
