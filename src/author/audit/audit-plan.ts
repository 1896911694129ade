/** The plan of an audit: its requests, chosen before the first is sent. */
import type { AuditAgent } from './answers.ts'
import type { LiveRobots } from './declared.ts'
import type { PolicyFacts } from './facts.ts'

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
