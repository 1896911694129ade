/**
 * What the author supposes → the part of a question that all cells of the table share: a target, its URI, a clock.
 */
import { readCases } from '../language/cases.ts'
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
export interface Question {
  readonly target: string
  readonly uri: string
  readonly now: number
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
const NOWHERE = 'https://www.example.com'

/** Reads the form; `clock` is the time where it names none. */
export function readQuestion({ url, at }: WhatIf, config: SiteConfig, clock: number): Question {
  const text = url.trim().replace(/#.*$/, '')
  const home = ABSOLUTE.exec(text)?.[0] ?? null
  const rest = home === null ? text : text.slice(home.length)
  const target = rest.startsWith('/') ? rest : `/${rest}`
  const moment = Date.parse(`${at}Z`)
  return { target, uri: (home ?? homeOf(config)) + target, now: at === '' || Number.isNaN(moment) ? clock : moment }
}

/** Where the site's pages are, when the author writes a path alone. */
function homeOf({ canonical, hosts }: SiteConfig): string {
  if (canonical !== null) return canonical.replace(/\/$/, '')
  const host = hosts.find((each) => each !== '*')
  return host === undefined ? NOWHERE : `https://${host}`
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
