/** `acap networks`: fetches the address lists that operators publish (I4); a doubtful one changes nothing. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileNetwork, rangeCount } from '../../compile/networks.ts'
import { ADDRESS_LISTS } from '../../registry/address-lists.ts'
import type { Run } from '../command.ts'
import { EXIT, UsageError, withFaultPath } from '../exit-codes.ts'
import { DEFAULT_POLICIES, listsBoundary, listsFolder } from '../input/load-site.ts'
import { fetchList, hasSources, type ListSource, sourcesIn } from '../input/policy-lists.ts'
import { readInside } from '../input/read-file.ts'
import { writeFiles } from '../output/write-files.ts'

/** A line of sources.toml. */
const EXAMPLE = 'gptbot = "https://openai.com/gptbot.json"'

/** A list as it is published; null where it cannot be fetched or read, with the reason. */
interface Fetched {
  readonly name: string
  readonly url: string
  readonly text: string | null
  readonly fault: string | null
}

export const networksCommand: Run<'networks'> = async ([policies = DEFAULT_POLICIES], { json }, io) => {
  const folder = listsFolder(policies, '.networks')
  if (!existsSync(dirname(folder))) throw new UsageError(`\`${dirname(folder)}\` does not exist`)
  const sources = hasSources(folder) ? sourcesIn(folder, EXAMPLE) : ADDRESS_LISTS
  withFaultPath(folder, () => mkdirSync(folder, { recursive: true }))
  const boundary = listsBoundary(folder)
  const renewOne = async (source: Pick<ListSource, 'name' | 'url'>) => {
    const path = join(folder, `${source.name}.json`)
    const before = existsSync(path) ? readInside(path, boundary).toString() : null
    const { text, ...list } = await fetchOne(source, before)
    const became = text === null ? 'kept' : text === before ? 'unchanged' : 'new'
    return { result: { ...list, became }, file: { path, content: text ?? '', boundary } }
  }
  const renewed = await Promise.all(sources.map(renewOne))
  // All of them or none.
  writeFiles(renewed.filter(({ result }) => result.became === 'new').map(({ file }) => file))
  const results = renewed.map(({ result }) => result)
  const inWords = ({ name, url, became, fault }: (typeof results)[number]) =>
    fault === null ? `${name}: ${became}\n` : `${name}: as it was; ${url}: ${fault}\n`
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

/** A list that lost half of its ranges is more likely broken than true: it would disprove the operator's own machines. */
function lossFault(name: string, count: number, before: string | null): string | null {
  const had = before === null ? 0 : rangeCount(compileNetwork(name, before, Date.now()).network)
  if (count > had / 2) return null
  return `the list has ${count} of ${had} ranges left; delete \`${name}.json\` to take it`
}
