/**
 * Findings of several sites → text on a stream, in the form that was asked for.
 */
import { renderFindings, summarise } from '../language/findings/render.ts'
import type { Io } from './io.ts'
import { type ReadSite, textsOf } from './read-policies.ts'

/** Shows the findings on standard error, framed, then how many there are; nothing where there are none. */
export function reportFindings(sites: readonly ReadSite[], io: Io, notes: 'with notes' | 'without notes'): void {
  const all = sites.flatMap(({ findings }) => findings)
  const shown = notes === 'with notes' ? all : all.filter(({ severity }) => severity !== 'note')
  if (shown.length === 0) return
  io.err({ painted: `${renderFindings(shown, textsOf(sites), { colour: io.colour })}\n${summarise(shown)}\n` })
}
