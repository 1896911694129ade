/**
 * How the benchmarks measure: rounds of all contestants in turn, the median of the rounds, ratios within one run.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Nanoseconds per operation of each contestant: median over `rounds` interleaved rounds of `operations` each. */
export function interleave(
  contestants: Readonly<Record<string, () => void>>,
  operations: number,
  rounds = 9,
  clock: () => bigint = process.hrtime.bigint,
): Record<string, number> {
  const times: Record<string, number[]> = Object.fromEntries(
    Object.keys(contestants).map((name) => [name, []]),
  )
  for (let round = -2; round < rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const start = clock()
      run()
      const taken = Number(clock() - start) / operations
      // Two rounds warm up.
      if (round >= 0) times[name]!.push(taken)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}

/** The same in CPU time of this process, for what lies near the cost of a busy machine's interruptions. */
export function interleaveCpu(
  contestants: Readonly<Record<string, () => void>>,
  operations: number,
  rounds = 9,
): Record<string, number> {
  const clock = () => {
    const { user, system } = process.cpuUsage()
    return BigInt(user + system) * 1000n
  }
  return interleave(contestants, operations, rounds, clock)
}

/** Microseconds that all threads of a process have run. */
export function cpuTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000
}

export function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** A Markdown table. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A duration that people can read. */
export function duration(ns: number): string {
  if (ns < 1000) return `${Math.round(ns)} ns`
  return ns < 1e6 ? `${(ns / 1000).toFixed(1)} µs` : `${(ns / 1e6).toFixed(1)} ms`
}
