/**
 * What the author supposes → the part of a question that all cells of the table share: a target, its URI, a clock.
 */
import { homeOf, isWholeUrl, type Place, readPlace } from '../enforce/place-of.ts'
import { readCases } from '../language/site/cases.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import type { Meaning } from './draft.ts'

/** The what-if form, as typed. */
export interface WhatIf {
  /** A path with its query, or a whole URL. */
  readonly url: string
  readonly userAgent: string
  /** In UTC as a form field writes it, `2026-11-21T08:00`; empty for now. */
  readonly at: string
}

/** What every crawler is asked about. */
export interface CellQuestion extends Place {
  readonly now: number
  /** Whether it is a path, which every policy has at a host of its own. */
  readonly isPath: boolean
}

/** Reads the form; `clock` is the time where it names none. */
export function readQuestion({ url, at }: WhatIf, config: SiteConfig, clock: number): CellQuestion {
  const moment = Date.parse(`${at}Z`)
  const now = at === '' || Number.isNaN(moment) ? clock : moment
  return { ...readPlace(url, homeOf(config)), now, isPath: !isWholeUrl(url) }
}

/** What the form offers to choose from. */
export interface Suggestions {
  readonly urls: readonly string[]
  readonly agents: readonly string[]
}

/** What the author's own cases ask about. */
export function suggestions({ draft }: Meaning): Suggestions {
  const { cases } = readCases(draft.files.get('cases.toml') ?? '')
  const distinct = (texts: readonly string[]) => [...new Set(texts)]
  return { urls: distinct([...cases.map(({ url }) => url), '/']), agents: distinct(cases.map((each) => each.as)) }
}

/** The question with which a site opens: the first page of the cases, asked for by the first crawler that is known. */
export function firstQuestion(meaning: Meaning): WhatIf {
  const { urls, agents } = suggestions(meaning)
  const known = [...agents, ...meaning.program.names.map(({ name }) => `${name}/1.0`)].find(
    (each) => meaning.engine.agents.find(each).kind === 'crawler',
  )
  return { url: urls[0]!, userAgent: known ?? 'GPTBot/1.2', at: '' }
}
