/**
 * The worst shapes for a parser, at one and at five megabytes: the work for five must be about five
 * times that for one. Reading, printing, and checking with all findings. The garbage collector's
 * time is taken out of the comparison: it depends on how full the heap is, and one megabyte often
 * ends before it has run.
 * `node --expose-gc bench/language/worst.ts`
 */
import { GCProfiler } from 'node:v8'
import { readText } from '../../src/language/site/read-site.ts'
import { print } from '../../src/language/text/print.ts'
import { parse } from '../../src/language/text/tree.ts'
import { duration, median, table } from '../measure.ts'
import { worstShapes } from './files.ts'

const MEGABYTE = 1024 * 1024
const ROUNDS = 3
const STEPS: Readonly<Record<string, (text: string) => unknown>> = {
  parse,
  print: (text) => print(parse(text)),
  check: readText,
}

/**
 * One row per shape: the time for 5 MB, and how many times that for 1 MB it is without the garbage
 * collector.
 */
export function worst(): string {
  const large = worstShapes(5 * MEGABYTE)
  const rows = [...worstShapes(MEGABYTE)].map(([name, small]) => [
    name,
    ...Object.values(STEPS).map((step) => compared(step, small, large.get(name)!)),
  ])
  return table(['shape', ...Object.keys(STEPS)], rows)
}

function compared(step: (text: string) => unknown, small: string, large: string): string {
  step(small)
  const runs = Array.from({ length: ROUNDS }, () => ({
    small: timed(step, small),
    large: timed(step, large),
  }))
  const own = (size: 'small' | 'large') => median(runs.map((run) => run[size].own))
  return `${duration(median(runs.map((run) => run.large.all)))} (${(own('large') / own('small')).toFixed(1)}×)`
}

/** Nanoseconds that a step takes, and how many of them are its own. */
function timed(
  step: (text: string) => unknown,
  text: string,
): { readonly all: number; readonly own: number } {
  globalThis.gc?.()
  const profiler = new GCProfiler()
  profiler.start()
  const start = process.hrtime.bigint()
  step(text)
  const all = Number(process.hrtime.bigint() - start)
  const collected = profiler.stop()!.statistics.reduce((sum, { cost }) => sum + cost * 1000, 0)
  return { all, own: all - collected }
}

if (import.meta.main) console.log(worst())
