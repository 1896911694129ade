/** Reports names that a site opens pages to although no list or signature proves them (I4). */
import { ADDRESS_LISTS, provenBy } from '../../crawlers/address-lists.ts'
import { NAME_PROOFS } from '../../crawlers/shipped-proofs.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import { type OpenedName, unprovenFinding } from '../served/opened-names.ts'

/** By name: the files that would prove it, one of them named like its operator. */
const PROVING_LISTS = new Map<string, readonly string[]>(
  ADDRESS_LISTS.flatMap(({ name, operator, proves }) =>
    proves.map((each) => [each, [name, operator.toLowerCase()]] as const),
  ),
)

const SIGNING = new Set(Object.values(NAME_PROOFS.signers))

/** `lists`: the names of the files in `.networks/`. Names of one group are one finding, or two. */
export function unprovenNames(
  opened: readonly OpenedName[],
  lists: readonly string[],
): readonly Finding[] {
  const proven = new Set(lists.flatMap((list) => [list, ...(provenBy(list) ?? [])]))
  const isProven = ({ name }: OpenedName) =>
    proven.has(name) ||
    SIGNING.has(name) ||
    PROVING_LISTS.get(name)?.some((each) => lists.includes(each)) === true
  const byGroup = new Map<string, [OpenedName, ...OpenedName[]]>()
  for (const each of opened.filter((one) => !isProven(one))) {
    const key = `${each.block} ${PROVING_LISTS.has(each.name)}`
    const others = byGroup.get(key)
    if (others === undefined) byGroup.set(key, [each])
    else others.push(each)
  }
  return [...byGroup.values()].map((names) =>
    unprovenFinding(names, PROVING_LISTS.has(names[0].name)),
  )
}
