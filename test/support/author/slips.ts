/**
 * Faults in a robots.txt that was generated, as fast-check arbitraries: a line that is lost, moved, or says something else.
 */
import fc from 'fast-check'
import type { GeneratedRobots } from '../../../src/author/served/generate-robots.ts'
import type { ServedLine } from '../../../src/author/served/served-line.ts'
import { pattern } from '../language/generate-patterns.ts'
import { NAMES } from '../language/generate-policies.ts'

/** Faults; `line` and `to` count from the first line on, and begin again behind the last. */
export const slips = fc.record({
  line: fc.nat({ max: 60 }),
  to: fc.nat({ max: 60 }),
  kind: fc.constantFrom('lost', 'moved', 'turned', 'other value' as const),
  value: fc.oneof(
    { weight: 3, arbitrary: pattern },
    { weight: 1, arbitrary: fc.constantFrom(...NAMES, '*') },
  ),
})
export type Slip = typeof slips extends fc.Arbitrary<infer T> ? T : never

/** The same with a fault in one of the wanted lines; null where there is none of them. */
export function withSlip(
  generated: GeneratedRobots,
  { line, to, kind, value }: Slip,
  isWanted: (line: ServedLine) => boolean = () => true,
): GeneratedRobots | null {
  const places = generated.lines.flatMap((each, i) =>
    each.text !== '' && isWanted(each) ? [i] : [],
  )
  if (places.length === 0) return null
  const lines = generated.files[0]!.text.split('\n').slice(0, -1)
  const at = places[line % places.length]!
  const [text = ''] = lines.splice(at, 1)
  if (kind === 'moved') lines.splice(to % (lines.length + 1), 0, text)
  if (kind === 'other value') lines.splice(at, 0, text.replace(/:.*/, `: ${value}`))
  if (kind === 'turned') lines.splice(at, 0, turned(text))
  const served = lines.map((each) => `${each}\n`).join('')
  return {
    ...generated,
    files: [{ path: 'robots.txt', text: served }, ...generated.files.slice(1)],
  }
}

function turned(text: string): string {
  if (/^(ACAP-)?disallow/i.test(text)) return text.replace(/disallow/i, 'Allow')
  return text.replace(/allow/i, 'Disallow')
}
