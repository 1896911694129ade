/**
 * A crawler, a usage and a question → the cell of the table: how the crawler stands, and the ruling behind it. The crawl is
 * answered as it would be enforced: exemptions first (P7), under every spelling (P6), readers left alone (I3).
 */
import { judge } from '../enforce/judge.ts'
import type { Ruling } from '../engine/ruling.ts'
import { policyTokenIn } from '../registry/policy-tokens.ts'
import type { Mode } from '../vocabulary/site-config.ts'
import type { Usage } from '../vocabulary/usages.ts'
import type { Crawler } from './crawlers.ts'
import type { Meaning } from './draft.ts'
import type { CellQuestion } from './what-if.ts'

/** What a cell shows. `terms`: permitted under restrictions. `silent`: permitted because no field addresses it. */
export type CellStanding = 'permitted' | 'terms' | 'silent' | 'prohibited' | 'deferred' | 'exempt' | 'reader'

/** A cell. */
export interface CellAnswer {
  readonly crawler: Crawler
  readonly usage: Usage
  readonly standing: CellStanding
  /** Whether the edge enforces the ruling. */
  readonly mode: Mode
  readonly ruling: Ruling
}

/** Answers one cell. */
export function answerCell({ context }: Meaning, crawler: Crawler, usage: Usage, question: CellQuestion): CellAnswer {
  const { userAgent, mayBeReader } = crawler
  const { target, now, isPath } = question
  const uri = isPath ? context.home + target : question.uri
  const { kind, mode, agent, ruling } = judge(context, { target, uri, now, userAgent, usage })
  const isReader = mayBeReader && agent.kind === 'reader' && policyTokenIn(userAgent) === undefined
  const standing = isReader ? 'reader' : kind === 'exempt' ? 'exempt' : standingOf(ruling)
  return { crawler, usage, standing, mode, ruling }
}

function standingOf({ outcome, basis, restrictions }: Ruling): CellStanding {
  if (outcome !== 'permitted') return outcome
  if (basis === 'unspecified') return 'silent'
  return restrictions.length > 0 ? 'terms' : 'permitted'
}
