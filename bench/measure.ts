/**
 * How the benchmarks measure: CPU time, in many short rounds of all contestants in turn, ratios
 * within a round, their median.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** The commit that is measured, as it was when the run began; marked where files differ from it. */
const COMMIT = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=8'], {
  encoding: 'utf8',
}).trim()

/** When, what and where: `2026-11-28, commit 0123abcd, Node 24.21.0, 2 cores (…)`. */
export function measuredBy(): string {
  const day = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  return `${day}, commit ${COMMIT}, Node ${process.versions.node}, ${machine}`
}

/**
 * Nanoseconds of this process's CPU time per operation of each contestant, over `rounds`
 * interleaved rounds of `operations` each. A busy machine slows whole rounds down, so each round
 * counts by the shares of its contestants: ratios are those of the median round.
 */
export function interleave(
  contestants: Readonly<Record<string, () => void>>,
  operations: number,
  rounds = 9,
): Record<string, number> {
  const names = Object.keys(contestants)
  const times: number[][] = []
  // Two rounds warm up.
  for (let round = -2; round < rounds; round++) {
    const costs = new Map<string, number>()
    // What comes first in one round comes last in the next.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = processTime()
      contestants[name]!()
      costs.set(name, (processTime() - start) / operations)
    }
    if (round >= 0) times.push(names.map((name) => costs.get(name)!))
  }
  const typical = median(times.map(sum))
  return Object.fromEntries(
    names.map((name, i) => [name, typical * median(times.map((costs) => costs[i]! / sum(costs)))]),
  )
}

/** Nanoseconds that this process has run. */
function processTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1000
}

function sum(list: readonly number[]): number {
  return list.reduce((total, each) => total + each, 0)
}

/** Microseconds that all threads of a process have run. */
export function cpuTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return sum(nanoseconds) / 1000
}

/** Microseconds that a process has run outside of the kernel, in hundredths of a second. */
export function userTime(pid: number): number {
  const behindName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!
  return Number(behindName.split(' ')[11]) * 10_000
}

/**
 * Of rounds in which two contestants took turns: the median cost of each, and the median of their
 * ratios.
 */
export function paired(ours: readonly number[], theirs: readonly number[]) {
  const ratio = median(ours.map((cost, round) => cost / theirs[round]!))
  return { ours: median(ours), theirs: median(theirs), ratio }
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
