/**
 * How many calls of our own functions a build of the example policy makes, step by step, by V8's
 * precise coverage. Calls that are compiled away count, too. `node bench/house/build-calls.ts
 * [--list]`
 */
import { Session } from 'node:inspector/promises'
import { loadSite } from '../../src/author/files/load-site.ts'
import { generateRobots } from '../../src/author/served/generate-robots.ts'
import { proveServed } from '../../src/author/served/served-proof.ts'
import { readSite } from '../../src/language/site/read-site.ts'
import { compile } from '../../src/program/compile/compile.ts'
import { encode } from '../../src/program/encode.ts'
import { knownCrawlers } from '../../src/registry.ts'
import type { Row } from './request-path.ts'

const SOURCE = new URL('../../src/', import.meta.url).href
const SITE = 'example-news'
const NOW = Date.parse('2026-11-23')
const MOST_LISTED = 20

/** The calls in one step, by function. */
interface Step {
  readonly name: string
  readonly calls: ReadonlyMap<string, number>
}

/** The row of the table. */
export async function buildCalls(): Promise<Row> {
  const steps = await countedSteps()
  const all = steps.reduce((sum, step) => sum + total(step), 0)
  const parts = steps.map((step) => `${step.name} ${total(step)}`).join(', ')
  return ['calls of a build of the example', `${all} (${parts})`, '150000']
}

async function countedSteps(): Promise<readonly Step[]> {
  const registry = knownCrawlers()
  const { files } = loadSite(`policies/${SITE}`)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const steps: Step[] = []
  const counted = async <T>(name: string, step: () => T): Promise<Awaited<T>> => {
    await session.post('Profiler.takePreciseCoverage')
    const made = await step()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const own = result.filter(({ url }) => url.startsWith(SOURCE))
    const calls = own.flatMap(({ url, functions }) =>
      functions.map(
        (each) =>
          [`${url.slice(SOURCE.length)} ${each.functionName}`, each.ranges[0]!.count] as const,
      ),
    )
    const sums = new Map<string, number>()
    for (const [place, count] of calls) sums.set(place, (sums.get(place) ?? 0) + count)
    steps.push({ name, calls: sums })
    return made
  }
  const reading = await counted('read', () => readSite(SITE, files, { now: NOW }))
  const generated = await counted('generate', () => generateRobots(reading, registry))
  const findings = await counted('prove', () => proveServed(reading, generated, { now: NOW }))
  if (findings.length > 0) throw new Error(findings[0]!.message)
  const site = await counted('compile', () => compile(generated.policy, generated))
  await counted('encode', () => encode({ sites: [site], registry, networks: [] }))
  session.disconnect()
  return steps
}

function total({ calls }: Step): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0)
}

if (import.meta.main) {
  if (process.argv.includes('--list')) {
    for (const { name, calls } of await countedSteps()) {
      const most = [...calls].sort(([, a], [, b]) => b - a).slice(0, MOST_LISTED)
      console.log(
        [name, ...most.map(([place, count]) => `${String(count).padStart(8)}  ${place}`), ''].join(
          '\n',
        ),
      )
    }
  }
  console.log((await buildCalls()).join(': '))
}
