/**
 * A site and the files generated for it → where crawlers that read the files would decide otherwise than the edge. Both
 * are compiled and asked the same; who answers is passed in, and what a pattern means is not known here.
 */
import type { SiteProgram } from '../../bundle/program.ts'
import { check } from '../../language/check.ts'
import { type Finding, finding } from '../../language/diagnostic.ts'
import { parse } from '../../language/parse.ts'
import type { Policy } from '../../language/policy.ts'
import type { SiteReading } from '../../language/read-site.ts'
import type { Span } from '../../language/source.ts'
import { spanOf } from '../../language/tree.ts'
import type { Outcome } from '../../vocabulary/decision-words.ts'
import { compile } from '../compile.ts'
import type { GeneratedRobots } from '../robots.ts'
import { type Probe, probesOf, publishedProbes } from './probes.ts'
import { prohibitionsOf } from './prohibitions.ts'

/** What has to be the same, and what says why it is not. */
export interface Answer {
  readonly outcome: Outcome
  readonly basis: string
  readonly restrictions: readonly unknown[]
  readonly retryAfter: number | null
  readonly rate: unknown
  readonly comments: readonly string[]
  readonly fields: readonly { readonly source: string; readonly line?: number; readonly text: string }[]
}

/** What the policy says, and what its served files do. */
interface Answers {
  readonly meant: Answer
  readonly served: Answer
}

/** The engine's `decide`. */
export type Decide = (site: SiteProgram, probe: Probe) => Answer

/** Where the decisions of the policy and of what is served for it differ: one finding for each field that is at fault. */
export function compareServed(
  reading: SiteReading,
  generated: GeneratedRobots,
  decide: Decide,
  now: number = Date.now(),
): Finding[] {
  const meant = compile(crawlRoutesOnly(generated.policy), generated)
  const reread = rereadPolicy(reading, generated.files[0]!.text, now)
  const served = compile(reread, { served: false, files: generated.files, servedLine: () => undefined })
  const found = new Map<string, Finding>()
  const report = (probe: Probe, answers: Answers) => {
    const at = placeOf(reading, generated, answers)
    const key = `${at.source}:${at.line}`
    if (!found.has(key)) found.set(key, difference(at, probe, answers))
  }
  const names = [...meant.names.map(({ name }) => name), 'unnamed-crawler']
  let crawlDiffers = false
  for (const probe of probesOf(reading.policy, names, now)) {
    // L6: what a crawl that differs does to other usages goes without saying.
    if (probe.usage !== 'crawl' && crawlDiffers) continue
    const answers: Answers = { meant: decide(meant, probe), served: decide(served, probe) }
    const differs = !isSame(answers)
    if (probe.usage === 'crawl') crawlDiffers = differs
    if (differs) report(probe, answers)
  }
  for (const probe of publishedProbes(prohibitionsOf(reading.policy), names, now)) {
    const answers: Answers = { meant: decide(meant, { ...probe, dialect: 'acap' }), served: decide(served, probe) }
    const isClosed = answers.meant.fields.some(({ source }) => source === 'route')
    if (isClosed && answers.served.outcome === 'permitted') report(probe, answers)
  }
  return [...found.values()]
}

/** What robots.txt can say of a route is its crawl prohibitions; the rest is told in pages (E4). */
export function crawlRoutesOnly(policy: Policy): Policy {
  const routes = policy.routes.map((route) => ({
    ...route,
    fields: route.fields.filter(({ usage, effect }) => usage === 'crawl' && effect === 'disallow'),
  }))
  return { ...policy, routes }
}

/** Another robots.txt, read by the site's own configuration. */
export function rereadPolicy({ policy, trees }: SiteReading, text: string, now: number): Policy {
  const read = new Map([...trees].map(([path, tree]) => [path, path === 'robots.txt' ? parse(text) : tree]))
  const config = { ...policy.config, routes: [] }
  return check({ site: policy.site, config, trees: read, paths: new Set(trees.keys()), routes: [], now }).policy
}

function isSame({ meant, served }: Answers): boolean {
  return meant.outcome === served.outcome && facetsOf(meant) === facetsOf(served)
}

/** A crawl that is prohibited is not paced, and the order of restrictions means nothing. */
function facetsOf({ outcome, restrictions, retryAfter, rate, comments }: Answer): string {
  const sorted = restrictions.map((each) => JSON.stringify(each)).sort()
  return JSON.stringify(outcome === 'prohibited' ? comments : [sorted, retryAfter, rate, comments])
}

const START: Span = { source: 'robots.txt', line: 1, column: 1, length: 0 }

/** Where the author can mend it: what decided by the served files, else what decided by the policy. */
function placeOf({ trees, routes }: SiteReading, { lines }: GeneratedRobots, { meant, served }: Answers): Span {
  const written = (source: string, number: number | null | undefined): Span[] => {
    const tree = trees.get(source)
    const line = tree?.lines[(number ?? 0) - 1]
    return tree === undefined || line === undefined ? [] : [spanOf(tree, line, line.nameStart, line.valueEnd)]
  }
  const [place] = [
    ...served.fields.flatMap(({ source, line = 0 }) => {
      const from = source === 'robots.txt' ? lines[line - 1] : undefined
      const route = routes.find(({ policy }) => policy.index === from?.route)
      return route === undefined ? written(source, from === undefined ? line : from.line) : [route.at]
    }),
    ...meant.fields.flatMap(({ source, line }) => written(source, line)),
  ]
  return place ?? START
}

function difference(at: Span, { userAgent, target, usage }: Probe, { meant, served }: Answers): Finding {
  const decided = served.fields[0]?.text ?? meant.fields[0]?.text ?? null
  return finding(at, 'served-differs', [userAgent, usage, target, meant.outcome, served.outcome, decided])
}
