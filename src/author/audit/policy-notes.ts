/** What robots.txt and the policy themselves do not say alike: the policy means it. */
import type { AuditFacts } from './facts.ts'

/** One note where robots.txt closes what the policy serves, and one for the reverse. */
export function policyNotes({ policy, live, agents, pages }: AuditFacts): readonly string[] {
  if (policy === null || live === null) return []
  const crawlers = agents.filter(({ kind }) => kind !== 'reader')
  const seen = { open: new Map<string, string>(), closed: new Map<string, string>() }
  for (const path of pages.keys()) {
    for (const agent of crawlers) {
      const expected = policy.expects(agent, path)
      const { isOpen, isClosedByAll } = live.about(agent, path)
      const isOther = expected === 'open' ? isClosedByAll : isOpen
      if (expected === null || !isOther || seen[expected].has(path)) continue
      seen[expected].set(path, agent.name)
    }
  }
  return [...noteOn(seen.open, 'closes', 'serves'), ...noteOn(seen.closed, 'opens', 'refuses')]
}

function noteOn(
  found: ReadonlyMap<string, string>,
  robots: string,
  policy: string,
): readonly string[] {
  const [first] = found
  if (first === undefined) return []
  const [path, name] = first
  const others = found.size > 1 ? `, and so with ${found.size - 1} more` : ''
  const what = `robots.txt ${robots} ${path} to ${name}, and the policy ${policy} it${others}`
  return [`${what}: \`acap explain\` says why`]
}
