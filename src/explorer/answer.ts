/**
 * A crawler, a usage and a question → the cell of the table: how the crawler stands, and the ruling behind it. The crawl is
 * answered as it would be enforced: exemptions first (P7), under every spelling (P6), readers left alone (I3).
 */
import type { SiteProgram } from '../bundle/program.ts'
import { isExempt, servedFileAt } from '../engine/exempt.ts'
import type { Facts } from '../engine/facts.ts'
import type { Ruling } from '../engine/ruling.ts'
import { decideSpelled } from '../engine/spelled.ts'
import type { Usage } from '../vocabulary/usages.ts'
import type { Crawler } from './crawlers.ts'
import type { Meaning } from './draft.ts'
import type { Question } from './what-if.ts'

/** What a cell shows. `terms`: permitted under restrictions. `silent`: permitted because nothing speaks of it. */
export type Standing = 'permitted' | 'terms' | 'silent' | 'prohibited' | 'deferred' | 'exempt' | 'reader'

/** A cell. */
export interface Answer {
  readonly crawler: Crawler
  readonly usage: Usage
  readonly standing: Standing
  readonly ruling: Ruling
}

/** Answers one cell. */
export function answer({ engine, program }: Meaning, crawler: Crawler, usage: Usage, question: Question): Answer {
  const { target, uri } = question
  const facts: Facts = { ...question, userAgent: crawler.userAgent, usage }
  const home = uri.slice(0, uri.length - target.length)
  const ruling = usage === 'crawl' ? decideSpelled(engine, facts, home) : engine.decide(facts)
  const isReader = crawler.supposed && ruling.agent.kind === 'reader'
  const isOpen = usage === 'crawl' && isOpenToAll(program, target)
  return { crawler, usage, ruling, standing: isReader ? 'reader' : isOpen ? 'exempt' : standingOf(ruling) }
}

function isOpenToAll(program: SiteProgram, target: string): boolean {
  return servedFileAt(program, target) !== undefined || isExempt(program, 'GET', target)
}

function standingOf({ outcome, basis, restrictions }: Ruling): Standing {
  if (outcome !== 'permitted') return outcome
  if (basis === 'unspecified') return 'silent'
  return restrictions.length > 0 ? 'terms' : 'permitted'
}
