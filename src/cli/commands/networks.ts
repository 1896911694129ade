/**
 * `acap networks`: fetches the address lists that operators publish (I4). A doubtful list changes
 * nothing.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEFAULT_POLICIES, listsBoundary, listsFolder } from '../../author/files/load-site.ts'
import {
  fetchList,
  hasSources,
  type ListSource,
  sourcesIn,
} from '../../author/files/policy-lists.ts'
import { EXIT, UsageError, withFaultPath } from '../../base/faults.ts'
import { readInside } from '../../base/files/read-file.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import { ADDRESS_LISTS } from '../../crawlers/address-lists.ts'
import { compileNetwork, rangeCount } from '../../program/compile/compile-network.ts'
import type { Run } from '../command.ts'

/** A line of sources.toml. */
const EXAMPLE = 'gptbot = "https://openai.com/gptbot.json"'

export const networksCommand: Run<'networks'> = async ([policies = DEFAULT_POLICIES], _, io) => {
  const folder = listsFolder(policies, '.networks')
  if (!existsSync(dirname(folder))) throw new UsageError(`\`${dirname(folder)}\` does not exist`)
  const sources = hasSources(folder) ? sourcesIn(folder, EXAMPLE) : ADDRESS_LISTS
  withFaultPath(folder, () => mkdirSync(folder, { recursive: true }))
  const boundary = listsBoundary(folder)
  const renewOne = async ({ name, url }: Pick<ListSource, 'name' | 'url'>) => {
    const path = join(folder, `${name}.json`)
    const before = existsSync(path) ? readInside(path, boundary).toString() : null
    const { text, fault } = await fetchList(url)
      .then((text) => ({ text, fault: faultIn(name, text, before) }))
      .catch(({ message }: Error) => ({ text: '', fault: message }))
    const became = fault !== null ? 'kept' : text === before ? 'unchanged' : 'new'
    return { result: { name, url, fault, became }, file: { path, content: text, boundary } }
  }
  const renewed = await Promise.all(sources.map(renewOne))
  // Write all lists at once, or none.
  writeFiles(renewed.filter(({ result }) => result.became === 'new').map(({ file }) => file))
  const results = renewed.map(({ result }) => result)
  const inWords = ({ name, url, became, fault }: (typeof results)[number]) =>
    fault === null ? `${name}: ${became}\n` : `${name}: as it was; ${url}: ${fault}\n`
  const code = results.every(({ fault }) => fault === null) ? EXIT.ok : EXIT.failure
  return io.answer(results, results.map(inWords).join(''), code)
}

/**
 * A list that lost half of its ranges is more likely broken than true: it would disprove the
 * operator's own machines.
 */
function faultIn(name: string, text: string, before: string | null): string | null {
  const { network, faults } = compileNetwork(name, text, Date.now(), true)
  if (faults.length > 0) return faults[0]!
  const had =
    before === null ? 0 : rangeCount(compileNetwork(name, before, Date.now(), true).network)
  const count = rangeCount(network)
  return count > had / 2
    ? null
    : `the list has ${count} of ${had} ranges left; delete \`${name}.json\` to take it`
}
