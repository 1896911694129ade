/**
 * `acap networks`: fetches the address lists that operators publish (I4): those that `.networks/sources.toml` names, and
 * without that file all that the registry knows. A list that cannot be fetched or read, is too wide, or has lost half of its
 * ranges leaves the one that is there in its place.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileNetwork, rangeCount } from '../../compile/networks.ts'
import { ADDRESS_LISTS } from '../../registry/address-lists.ts'
import { command, JSON_RESULT } from '../command.ts'
import { EXIT, type ExitCode, UsageError, withFaultPath } from '../exit-codes.ts'
import { DEFAULT_POLICIES, listsBoundary, listsFolder } from '../input/load-site.ts'
import { fetchList, hasSources, type ListSource, sourcesIn } from '../input/published-lists.ts'
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
  run: ([policies = DEFAULT_POLICIES], { json }, io) => renewAll(listsFolder(policies, '.networks'), json, io),
})

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
  if (!existsSync(dirname(folder))) throw new UsageError(`\`${dirname(folder)}\` does not exist`)
  const sources = hasSources(folder) ? sourcesIn(folder, EXAMPLE) : ADDRESS_LISTS
  withFaultPath(folder, () => mkdirSync(folder, { recursive: true }))
  const fetched = await Promise.all(sources.map((source) => fetchOne(source, lastGood(folder, source.name))))
  const results = write(folder, fetched)
  if (json) io.json(results)
  else io.out(results.map(inWords).join(''))
  return results.every(({ fault }) => fault === null) ? EXIT.ok : EXIT.failure
}

async function fetchOne({ name, url }: Pick<ListSource, 'name' | 'url'>, before: string | null): Promise<Fetched> {
  try {
    const text = await fetchList(url)
    const { network, faults } = compileNetwork(name, text, Date.now())
    const fault = faults[0] ?? lossFault(name, rangeCount(network), before)
    return { name, url, text: fault === null ? text : null, fault }
  } catch (fault) {
    return { name, url, text: null, fault: (fault as Error).message }
  }
}

function lastGood(folder: string, name: string): string | null {
  const path = join(folder, `${name}.json`)
  return existsSync(path) ? readInside(path, listsBoundary(folder)).toString() : null
}

/** A list that lost half of its ranges is more likely broken than true: it would disprove the operator's own machines. */
function lossFault(name: string, count: number, before: string | null): string | null {
  const had = before === null ? 0 : rangeCount(compileNetwork(name, before, Date.now()).network)
  if (count > had / 2) return null
  return `the list has ${count} of ${had} ranges left; delete \`${name}.json\` to take it`
}

/** Writes the lists that changed, all of them or none. */
function write(folder: string, fetched: readonly Fetched[]): readonly Renewed[] {
  const boundary = listsBoundary(folder)
  const pathOf = (name: string) => join(folder, `${name}.json`)
  const results = fetched.map(({ text, ...list }): Renewed => {
    if (text === null) return { ...list, became: 'kept' }
    return { ...list, became: lastGood(folder, list.name) === text ? 'unchanged' : 'new' }
  })
  const changed = fetched.filter((_, i) => results[i]!.became === 'new')
  writeFiles(changed.map(({ name, text }) => ({ path: pathOf(name), content: text!, boundary })))
  return results
}

function inWords({ name, url, became, fault }: Renewed): string {
  return fault === null ? `${name}: ${became}\n` : `${name}: as it was; ${url}: ${fault}\n`
}
