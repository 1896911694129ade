/** The data types of an audit: its plan, the facts that it compares, and a contradiction. */
import { type AuditAgent, type AuditAnswer, doorOf, isServed, placeToChange } from './answers.ts'
import type { LiveRobots } from './declared.ts'

/**
 * `o`: crawlers get what is closed; `c`: crawlers or readers do not get what is open; `u`: unclear.
 */
export type AuditSeverity = 'o' | 'c' | 'u'

export interface Contradiction {
  /** The number of the kind in docs/audit.md. */
  readonly id: number
  readonly severity: AuditSeverity
  readonly path: string
  /** The name of the agent that saw it; `*` where all agents are concerned. */
  readonly agent: string
  /** What robots.txt or the policy declares, with its line. */
  readonly declared: string | null
  /** What the response was instead. */
  readonly seen: string
  /**
   * The product that answered, and where its owner changes that; null where no product is the
   * cause.
   */
  readonly door: string | null
  readonly change: string | null
}

/** All responses and policies that the checks compare. */
export interface AuditFacts {
  readonly agents: readonly AuditAgent[]
  readonly robotsPath: string
  /** The answers for robots.txt, by agent. */
  readonly robots: ReadonlyMap<string, AuditAnswer>
  /** Further answers for robots.txt: with a query, over http, with or without `www.`. */
  readonly robotsVariants: readonly AuditAnswer[]
  readonly live: LiveRobots | null
  /** The answers for pages, by path and agent. */
  readonly pages: ReadonlyMap<string, ReadonlyMap<string, AuditAnswer>>
  /** Odd spellings of closed paths, by the path; the agent is in the answer. */
  readonly spellings: readonly { readonly path: string; readonly answer: AuditAnswer }[]
  readonly policy: PolicyFacts | null
  /** The text of /.well-known/tdmrep.json; null where there is none. */
  readonly tdmrep: string | null
}

/** What the policy of the site says, where the audit was given one. */
export interface PolicyFacts {
  /** The robots.txt that `acap robots` prints, read as the live one is. */
  readonly declared: LiveRobots
  /**
   * What the policy answers a stranger with this name; null where that depends on a proof of the
   * name, which the audit lacks (I4).
   */
  readonly expects: (agent: AuditAgent, path: string) => 'open' | 'closed' | null
  /** The META contents that the policy gives a page. */
  readonly tagsOf: (path: string) => readonly string[]
}

/** A contradiction before its kind is known. */
export type Seen = Omit<Contradiction, 'id' | 'severity'>
export type AuditCheck = (facts: AuditFacts) => Iterable<Seen>

export interface AuditKind {
  /** Stable: an audit's JSON names it. */
  readonly id: number
  readonly severity: AuditSeverity
  readonly what: string
  readonly check: AuditCheck
}

/** Keeps the first result of a check. For these checks one example is enough. */
export function firstOf(check: AuditCheck): AuditCheck {
  return (facts) => [...check(facts)].slice(0, 1)
}

export function because(answer: AuditAnswer): Pick<Seen, 'door' | 'change'> {
  const door = doorOf(answer)
  return { door, change: placeToChange(door) }
}

export const UNCLEAR = { door: null, change: null }

/** Whether there is an answer, and it is the page. */
export function served(answer: AuditAnswer | undefined): boolean {
  return answer !== undefined && isServed(answer)
}

/** The pages that the reader got an answer for. */
export function* readersPages({ pages }: AuditFacts) {
  for (const [path, answers] of pages) {
    const reader = answers.get('reader')
    if (reader !== undefined) yield { path, reader, answers }
  }
}

/** The answers for a page, where the reader's control was served. */
export function* comparedPages(facts: AuditFacts) {
  for (const { path, reader, answers } of readersPages(facts)) {
    for (const agent of isServed(reader) ? facts.agents : []) {
      const answer = answers.get(agent.name)
      if (agent.kind !== 'reader' && answer !== undefined) yield { path, agent, answer, reader }
    }
  }
}

export interface AuditPlan {
  /** The address that was given; its host alone is asked. */
  readonly start: URL
  /** The reader first. */
  readonly agents: readonly AuditAgent[]
  /** The most requests. */
  readonly most: number
  readonly policy: PolicyFacts | null
  /** Whether the owner of the site asks: then closed pages and odd spellings may be asked for. */
  readonly isMine: boolean
  /** Reads a robots.txt; null where it is no text. */
  readonly readRobots: (text: string) => LiveRobots | null
  /** The addresses in a sitemap. */
  readonly readSitemap: (text: string) => readonly string[]
  /** Waits before contradictions are asked again. */
  readonly beforeAgain: () => Promise<void>
}
