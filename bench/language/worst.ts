/**
 * The worst shapes for a parser, at one and at five megabytes: time for five must be about five times that for one.
 * Reading, printing, and checking with all findings.
 */
import { parse } from '../../src/language/parse.ts'
import { print } from '../../src/language/print.ts'
import { readText } from '../../src/language/read-site.ts'
import { duration, interleave, table } from '../measure.ts'
import { worstShapes } from './files.ts'

const MEGABYTE = 1024 * 1024
const STEPS = {
  parse: (text: string) => parse(text),
  print: (text: string) => print(parse(text)),
  check: (text: string) => readText(text),
} as const

/** One row per shape: the time for 5 MB, and how many times that for 1 MB it is. */
export function worst(): string {
  const large = worstShapes(5 * MEGABYTE)
  const rows = [...worstShapes(MEGABYTE)].map(([name, small]) => {
    const cells = Object.values(STEPS).map((step) => {
      const times = interleave({ small: () => step(small), large: () => step(large.get(name)!) }, 1, 3)
      return `${duration(times.large!)} (${(times.large! / times.small!).toFixed(1)}×)`
    })
    return [name, ...cells]
  })
  return table(['shape', ...Object.keys(STEPS)], rows)
}

if (import.meta.main) console.log(worst())
