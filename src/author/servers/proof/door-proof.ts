/**
 * Proves exported files after reading them back: nothing closed is open, plain targets are decided
 * alike, people are not refused, and /robots.txt is open. One shortest target is tried for each
 * reachable state of policy and files.
 */

import { isInternetAddress } from '../../../base/internet-address.ts'
import { READER_HEADERS } from '../../../crawlers/reader-headers.ts'
import type { SiteContext } from '../../../decide/judge.ts'
import { type Finding, finding } from '../../../language/findings/diagnostic.ts'
import { FILE_START } from '../../../language/text/source.ts'
import { SidePatterns } from '../../compare/paths/side-patterns.ts'
import { UNNAMED } from '../../convert/meant-rules.ts'
import { type AddressRow, addressText, blockIn } from '../addresses/address-rows.ts'
import type { Zone } from '../addresses/name-zones.ts'
import type { ReadDoor } from '../interpreters/door-reader.ts'
import { isInAny, prefixIn } from '../interpreters/tables.ts'
import type { DoorGroup, DoorPlan } from '../plan.ts'
import type { CrawlOracle, ProvenName } from '../targets/crawl-oracle.ts'
import { targetsOf } from './target-walk.ts'

const MOST_PLACES = 20_000
/**
 * The limits for all groups together, which share them equally: states, and nodes of expressions.
 */
const ALL_PLACES = 200_000
const ALL_WORK = 30_000_000
const MOST_ADDRESSES = 4000
const UNNAMED_HEADER = 'unnamedbot/1.0'

interface Walked {
  readonly findings: readonly Finding[]
  readonly asked: number
  readonly isComplete: boolean
}

export function doorProof(
  door: ReadDoor,
  plan: DoorPlan,
  context: SiteContext,
): readonly Finding[] {
  const { agents } = context.engine
  const readers = READER_HEADERS.filter((each) => agents.find(each).kind === 'reader')
  const walks = plan.groups.map((group): Walked => {
    const asked = askedOf(group, plan)
    const { header, address } = asked
    // A name that no header shows is refused nothing (I1).
    const isShown = agents.find(header).kind === 'crawler'
    const walked = isShown ? walkTargets(door, plan, asked) : NOTHING
    const target = shortestClosed(group)
    const refused = readers.filter((userAgent) => door.refuses({ target, userAgent, address }))
    const isRobotsRefused = door.refuses({ target: '/robots.txt', userAgent: header, address })
    const faults = [
      ...refused.slice(0, 1).map((each) => leak(target, each)),
      ...(isRobotsRefused ? [leak('/robots.txt', header)] : []),
    ]
    return {
      ...walked,
      findings: [...walked.findings, ...faults],
      asked: walked.asked + readers.length,
    }
  })
  const all = [...walks, ...addressWalks(door, plan)]
  const asked = all.reduce((sum, walk) => sum + walk.asked, 0)
  const isProven = all.every(({ isComplete }) => isComplete)
  return [
    ...all.flatMap(({ findings }) => findings),
    finding(FILE_START, 'export-tried', [asked, isProven]),
  ]
}

/**
 * A crawler of a group, as it asks: with a header that shows its name, from an address of its zone.
 */
interface AskedCrawler {
  readonly named: ProvenName
  readonly header: string
  readonly address: string
}

function askedOf({ names, from }: DoorGroup, { lists, oracle }: DoorPlan): AskedCrawler {
  const isUnnamed = names[0] === '*'
  const name = isUnnamed ? UNNAMED : names[0]!
  const zone = from?.zones.at(-1) ?? 'other'
  const address = from === null ? STRANGER : addressIn(lists[from.list]!, zone)
  return {
    named: { name, proof: oracle.proofAt(name, address) },
    header: isUnnamed ? UNNAMED_HEADER : name,
    address,
  }
}

/**
 * At both ends of each prefix of a list, and beside them: whether the files decide as the policy
 * does.
 */
function addressWalks(door: ReadDoor, plan: DoorPlan): readonly Walked[] {
  const { oracle } = plan
  return plan.lists.map((rows, list) => {
    const groups = plan.groups.filter(({ from }) => from?.list === list)
    const addresses = edgesOf(rows).slice(0, MOST_ADDRESSES)
    const findings: Finding[] = []
    for (const group of groups) {
      const { named, header } = askedOf(group, plan)
      const target = tellingTarget(group, named, oracle)
      for (const address of addresses) {
        const proven = { ...named, proof: oracle.proofAt(named.name, address) }
        const isRefused = door.refuses({ target, userAgent: header, address })
        if (oracle.isClosed(proven, target) && !isRefused)
          findings.push(leak(target, `${header} from ${address}`))
      }
    }
    return {
      findings: findings.slice(0, 1),
      asked: groups.length * addresses.length,
      isComplete: edgesOf(rows).length <= MOST_ADDRESSES,
    }
  })
}

const NOTHING: Walked = { findings: [], asked: 0, isComplete: true }

function walkTargets(
  door: ReadDoor,
  { forms, groups, oracle }: DoorPlan,
  { named, header, address }: AskedCrawler,
): Walked {
  const collected = new SidePatterns(null, false)
  for (const pattern of ['/robots.txt$', '/robots.txt?']) collected.pin(pattern, false)
  collected.add(oracle.sideOf(named), '0', 'crawl')
  const text = (rows: DoorPlan['forms']) =>
    new Set(rows.map(([each]) => each.replaceAll('#', '\\x23')))
  const isPlain = ([, form]: DoorPlan['forms'][number]) => form === 'plain'
  const exempt = (door.exempt ?? []).map((each) => [each, 'exempt'] as const)
  const notPlain = text([...forms.filter((row) => !isPlain(row)), ...exempt])
  // Of targets that no row leaves out it says nothing that the default does not.
  const usual = text(forms.filter(isPlain))
  const targets = targetsOf({
    automaton: collected.automaton,
    // A target of 8,000 bytes is refused for its length.
    expressions: [...new Set(door.targets)].filter(
      (each) => !each.includes('{') && !usual.has(each),
    ),
    isLeftOut: (each) => notPlain.has(each.replaceAll('#', '\\x23')),
    isFoul: (target) => door.isFoul?.(target) ?? false,
    most: Math.min(MOST_PLACES, ALL_PLACES / groups.length),
    mostWork: ALL_WORK / groups.length,
  })
  const strict: Finding[] = []
  let asked = 0
  let next = targets.next()
  for (; next.done !== true; next = targets.next()) {
    const target = next.value
    asked++
    const isClosed = oracle.isClosed(named, target)
    const isRefused = door.refuses({ target, userAgent: header, address })
    if (isClosed && !isRefused)
      return { findings: [leak(target, header)], asked, isComplete: false }
    if (!isClosed && isRefused && strict.length === 0)
      strict.push(finding(FILE_START, 'export-stricter', [named.name, target, 'one list of rules']))
  }
  return { findings: strict, asked, isComplete: next.value }
}

function leak(path: string, who: string): Finding {
  return finding(FILE_START, 'export-leak', [path, who])
}

function shortestClosed(group: DoorGroup): string {
  return closedTargets(group)[0] ?? '/'
}

/** A target that is closed to a name in one zone and open in another; else a closed one. */
function tellingTarget(group: DoorGroup, named: ProvenName, oracle: CrawlOracle): string {
  const proofs = oracle.zonesOf(named.name).map(({ proof }) => proof)
  const found = closedTargets(group).find((target) => {
    const closed = proofs.map((proof) => oracle.isClosed({ ...named, proof }, target))
    return new Set(closed).size > 1
  })
  return found ?? shortestClosed(group)
}

function closedTargets({ rules }: DoorGroup): readonly string[] {
  return rules
    .filter(({ effect }) => effect === 'disallow')
    .map(({ pattern }) => pattern.replace(/[*$]/g, ''))
    .map((path) => (path.startsWith('/') ? path : `/${path}`))
    .sort((a, b) => a.length - b.length)
}

/** An address for documentation, which counts as any stranger's. */
const STRANGER = '192.0.2.1'

/** Both ends of each prefix, and the addresses beside them. */
function edgesOf(rows: readonly AddressRow[]): readonly string[] {
  return [...new Set(rows.flatMap(([prefix]) => edgesOfPrefix(prefix)))]
}

function edgesOfPrefix(prefix: string): readonly string[] {
  const { first, last, bits } = blockIn(prefix)
  const end = (1n << BigInt(bits)) - 1n
  return [first - 1n, first, last, last + 1n]
    .filter((address) => address >= 0n && address <= end)
    .map((address) => addressText(address, bits))
}

/** An address of a zone. */
function addressIn(rows: readonly AddressRow[], zone: Zone): string {
  const own = rows.filter(([, each]) => each === zone).map(([prefix]) => prefix)
  if (zone !== 'other') return own[0]!.split('/')[0]!
  const prefixes = rows.map(([prefix]) => prefixIn(prefix))
  const isOther = (address: string) => isInternetAddress(address) && !isInAny(prefixes, address)
  return [STRANGER, ...edgesOf(rows)].find(isOther)!
}
