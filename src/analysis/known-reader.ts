/**
 * A ruling about a reader → why it is one although the registry knows its name (I5).
 */
import { nameAsSent, type Ruling } from '../engine/ruling.ts'
import type { Category } from '../vocabulary/decision-words.ts'

const READERS: Partial<Readonly<Record<Category, string>>> = {
  monitor: 'a monitor: a reader unless the policy names it',
  feed: 'a feed reader: a reader unless the policy names it',
  preview: 'a fetcher of link previews: a reader unless the policy names it',
  library: 'an HTTP library: a reader unless site.toml says `libraries = "crawler"` in `[identify]`',
}

/** `UptimeRobot is a monitor: …`, the name as the header writes it; null where the registry does not know it. */
export function knownReader({ agent, facts: { userAgent } }: Ruling): string | null {
  const reason = agent.category === null || agent.name === null ? undefined : READERS[agent.category]
  if (reason === undefined) return null
  return `${nameAsSent(agent.name!, userAgent)} is ${reason}`
}
