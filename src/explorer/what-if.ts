/**
 * The question of the form on the view Ask, which an author supposes (“what if GPTBot asked for /a
 * at 08:00?”), and the author's own cases.
 */
import { judgeCases, titleOf } from '../author/cases/run-cases.ts'
import { homeOf, isWholeUrl, type Place, readPlace } from '../decide/read-place.ts'
import { readCases } from '../language/site/cases.ts'
import type { SiteConfig } from '../words/site-config.ts'
import type { Usage } from '../words/usages.ts'
import type { Meaning } from './draft.ts'

export interface WhatIf {
  /** A path with its query, or a whole URL. */
  readonly url: string
  readonly userAgent: string
  /** In UTC as a form field writes it, `2026-11-21T08:00`; empty for now. */
  readonly at: string
  /** Whether a signature proves the crawler's name. @default false */
  readonly isSigned?: boolean
}

export interface CellQuestion extends Place {
  readonly now: number
  /** Whether it is a path, which every policy has at a host of its own. */
  readonly isPath: boolean
  /** Whether a signature proves the name. @default false */
  readonly isSigned?: boolean
}

/** Reads the form. `clock` is the time that counts where the form has none. */
export function readQuestion(
  { url, at, isSigned = false }: WhatIf,
  config: SiteConfig,
  clock: number,
): CellQuestion {
  const moment = Date.parse(`${at}Z`)
  const now = at === '' || Number.isNaN(moment) ? clock : moment
  return {
    ...readPlace(url, homeOf(config)),
    now,
    isPath: !isWholeUrl(url),
    isSigned,
  }
}

export interface CellName {
  readonly crawler: string
  readonly column: string
}

export function suggestions({ draft }: Meaning) {
  const { cases } = readCases(draft.files.get('cases.toml') ?? '')
  return {
    urls: [...new Set([...cases.map(({ url }) => url), '/'])],
    agents: [...new Set(cases.map((each) => each.as))],
  }
}

/**
 * The question with which a site opens: the first page of the cases, asked for by the first crawler
 * that is known.
 */
export function firstQuestion(meaning: Meaning): WhatIf {
  const { urls, agents } = suggestions(meaning)
  const known = [...agents, ...meaning.program.names.map(({ name }) => `${name}/1.0`)].find(
    (each) => meaning.engine.agents.find(each).kind === 'crawler',
  )
  return { url: urls[0]!, userAgent: known ?? 'GPTBot/1.2', at: '' }
}

/** A case of the author that the policy contradicts, with the question that asks it again. */
export interface FailingCase {
  readonly title: string
  readonly faults: readonly string[]
  readonly question: WhatIf
  readonly usage: Usage
}

/** The outcome of the author's cases. */
export interface RunCases {
  readonly run: number
  readonly leftOut: number
  readonly failing: readonly FailingCase[]
}

/**
 * Runs the author's cases. One that names an address needs the operators' lists: it is left to
 * `acap test`.
 */
export function runAuthorsCases({ draft, context }: Meaning, now: number): RunCases {
  const { cases } = readCases(draft.files.get('cases.toml') ?? '')
  const runnable = cases.filter(({ from }) => from === null)
  const failed = judgeCases(context, runnable, now).filter(({ faults }) => faults.length > 0)
  const failing = failed.map(({ case: each, faults }) => {
    const { url, as: userAgent, at: time, usage } = each
    const at = time === null ? '' : new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
    return { title: titleOf(each), faults, question: { url, userAgent, at }, usage }
  })
  return { run: runnable.length, leftOut: cases.length - runnable.length, failing }
}
