/**
 * Files that were read back → findings: nothing closed is open, plain targets are equal, people are not refused, and /robots.txt is open to
 * all. Each place that a target can reach in the policy and in the files is asked by its shortest target.
 */
import { READER_HEADERS } from '../../../crawlers/reader-headers.ts'
import type { SiteContext } from '../../../decide/judge.ts'
import { type Finding, finding } from '../../../language/findings/diagnostic.ts'
import { FILE_START } from '../../../language/text/source.ts'
import { SidePatterns } from '../../compare/paths/side-patterns.ts'
import { UNNAMED } from '../../convert/meant-rules.ts'
import type { ReadDoor } from '../interpreters/door-reader.ts'
import type { DoorGroup, DoorPlan } from '../plan.ts'
import type { CrawlOracle } from '../targets/crawl-oracle.ts'
import { targetsOf } from './target-walk.ts'

const MOST_PLACES = 20_000
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
  oracle: CrawlOracle,
): readonly Finding[] {
  const { agents } = context.engine
  const readers = READER_HEADERS.filter((each) => agents.find(each).kind === 'reader')
  const walks = plan.groups.map((group): Walked => {
    const [name] = group.names
    const asked = name === '*' ? UNNAMED : name!
    const header = name === '*' ? UNNAMED_HEADER : asked
    // A name that no header shows is refused nothing (I1).
    const isShown = agents.find(header).kind === 'crawler'
    const walked = isShown ? walkTargets(door, plan, oracle, asked, header) : NOTHING
    const refused = readers.filter((each) => door.refuses(shortestClosed(group), each))
    const faults = [
      ...refused.slice(0, 1).map((each) => leak(shortestClosed(group), each)),
      ...(door.refuses('/robots.txt', header) ? [leak('/robots.txt', header)] : []),
    ]
    return {
      ...walked,
      findings: [...walked.findings, ...faults],
      asked: walked.asked + readers.length,
    }
  })
  const asked = walks.reduce((sum, walk) => sum + walk.asked, 0)
  const isProven = walks.every(({ isComplete }) => isComplete)
  return [
    ...walks.flatMap(({ findings }) => findings),
    finding(FILE_START, 'export-tried', [asked, isProven]),
  ]
}

const NOTHING: Walked = { findings: [], asked: 0, isComplete: true }

function walkTargets(
  door: ReadDoor,
  { forms }: DoorPlan,
  oracle: CrawlOracle,
  name: string,
  header: string,
): Walked {
  const collected = new SidePatterns(null, false)
  for (const pattern of ['/robots.txt$', '/robots.txt?']) collected.pin(pattern, false)
  collected.add(oracle.sideOf(name), '0', 'crawl')
  const notPlain = new Set(forms.map(([, each]) => each.replaceAll('#', '\\x23')))
  const targets = targetsOf({
    automaton: collected.automaton,
    // A target of 8,000 bytes is refused for its length.
    expressions: [...new Set(door.targets)].filter((each) => !each.includes('{')),
    isLeftOut: (each) => notPlain.has(each.replaceAll('#', '\\x23')),
    most: MOST_PLACES,
  })
  const strict: Finding[] = []
  let asked = 0
  let next = targets.next()
  for (; next.done !== true; next = targets.next()) {
    const target = next.value
    asked++
    const isClosed = oracle.isClosed(name, target)
    const isRefused = door.refuses(target, header)
    if (isClosed && !isRefused)
      return { findings: [leak(target, header)], asked, isComplete: false }
    if (!isClosed && isRefused && strict.length === 0)
      strict.push(finding(FILE_START, 'export-stricter', [name, target, 'one list of rules']))
  }
  return { findings: strict, asked, isComplete: next.value }
}

function leak(path: string, who: string): Finding {
  return finding(FILE_START, 'export-leak', [path, who])
}

function shortestClosed({ rules }: DoorGroup): string {
  const [first = ''] = rules
    .filter(({ effect }) => effect === 'disallow')
    .map(({ pattern }) => pattern.replace(/[*$]/g, ''))
    .sort((a, b) => a.length - b.length)
  return first.startsWith('/') ? first : `/${first}`
}
