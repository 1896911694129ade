/**
 * The metrics of a gate → a table in Markdown. Those of the process itself are not in it.
 */
import { Metrics } from '../../src/doors/gate/metrics.ts'
import { markdownTable } from './toml-reference.ts'

/** A metric as prom-client has it; its type leaves the labels out. */
interface Described {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** Each metric with its labels and what it counts. */
export function metricTable(): string {
  const all = new Metrics({
    bundle: () => null,
    ratesAreUp: () => true,
  }).described() as unknown as readonly Described[]
  const own = all.filter(({ name }) => name.startsWith('acap_'))
  const rows = own.map(({ name, help, labelNames }) => [
    `\`${name}${labelNames.length === 0 ? '' : `{${labelNames.join(',')}}`}\``,
    help.replace(/\.$/, ''),
  ])
  return markdownTable(['metric', 'counts'], rows)
}
