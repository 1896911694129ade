/** Compares responses for pages with what robots.txt declares. */
import { type AuditAgent, isChallenge, isRefused, isServed } from './answers.ts'
import { type AuditFacts, because, comparedPages, type Seen } from './facts.ts'

export function* closedAndServed(facts: AuditFacts): Iterable<Seen> {
  for (const { path, agent, answer } of comparedPages(facts)) {
    const declared = facts.live?.about(agent, path)
    if (declared === undefined || !declared.isClosedByRep || !isServed(answer)) continue
    const seen = `served with status ${answer.status} to a stranger with this name`
    yield { path, agent: agent.name, declared: declared.line, seen, ...because(answer) }
  }
}

/** Pages that robots.txt opens to a named crawler, and what a stranger of that name got. */
function* openPages(facts: AuditFacts) {
  for (const { path, agent, answer, reader } of comparedPages(facts)) {
    const declared = facts.live?.about(agent, path) ?? null
    const isOpen = declared === null || declared.isOpen
    if (isOpen) yield { path, agent, answer, reader, line: declared?.line ?? null }
  }
}

export function* openAndRefused(facts: AuditFacts): Iterable<Seen> {
  for (const { path, agent, answer, line } of openPages(facts)) {
    if (agent.kind === 'unknown' || !isRefused(answer)) continue
    const seen = `refused with status ${answer.status} to a stranger with this name`
    yield { path, agent: agent.name, declared: line ?? 'open', seen, ...because(answer) }
  }
}

export function* openAndChallenged(facts: AuditFacts): Iterable<Seen> {
  for (const { path, agent, answer, line } of openPages(facts)) {
    if (!isChallenge(answer)) continue
    const seen = 'a challenge comes in the place of the page'
    yield { path, agent: agent.name, declared: line ?? 'open', seen, ...because(answer) }
  }
}

export function* openAndSlowed(facts: AuditFacts): Iterable<Seen> {
  for (const { path, agent, answer, line } of openPages(facts)) {
    if (answer.status !== 429) continue
    const seen = 'status 429 at the first request'
    yield { path, agent: agent.name, declared: line ?? 'open', seen, ...because(answer) }
  }
}

export function* servedInLowerCase(facts: AuditFacts): Iterable<Seen> {
  const byName = new Map(facts.agents.map((agent) => [agent.name, agent]))
  for (const [path, answers] of facts.pages) {
    for (const [name, answer] of answers) {
      const proper = lowered(name, byName)
      if (proper === undefined || !isServed(answer)) continue
      const plain = answers.get(proper)
      if (plain === undefined || isServed(plain)) continue
      const seen = `served, and refused to \`${proper}\`: RFC 9309 compares names without letter case`
      yield { path, agent: name, declared: null, seen, ...because(answer) }
    }
  }
}

/** The agent whose name this is in lower case. */
function lowered(name: string, byName: ReadonlyMap<string, AuditAgent>): string | undefined {
  if (byName.has(name)) return undefined
  return [...byName.keys()].find((own) => own.toLowerCase() === name && own !== name)
}

export function* servedInOddSpelling({ spellings, pages }: AuditFacts): Iterable<Seen> {
  for (const { path, answer } of spellings) {
    const plain = pages.get(path)?.get(answer.agent)
    if (answer.url.includes('?') || plain === undefined || !isRefused(plain)) continue
    if (!isServed(answer)) continue
    const seen = `refused there, and served at ${answer.url}`
    yield { path, agent: answer.agent, declared: null, seen, ...because(answer) }
  }
}

export function* servedWithQuery({ spellings, pages, agents, live }: AuditFacts): Iterable<Seen> {
  for (const { path, answer } of spellings) {
    const plain = pages.get(path)?.get(answer.agent)
    const agent = agents.find(({ name }) => name === answer.agent)
    // A `$` may close the path without a query alone.
    const { pathname, search } = new URL(answer.url)
    if (agent !== undefined && live?.about(agent, pathname + search).isOpen === true) continue
    if (!answer.url.includes('?') || plain === undefined || !isRefused(plain)) continue
    if (!isServed(answer)) continue
    const seen = `refused there, and served at ${answer.url}`
    yield { path, agent: answer.agent, declared: null, seen, ...because(answer) }
  }
}

export function* readerRefused({ pages }: AuditFacts): Iterable<Seen> {
  for (const [path, answers] of pages) {
    const reader = answers.get('reader')
    if (reader === undefined || !(isRefused(reader) || isChallenge(reader))) continue
    const others = [...answers].filter(([name, answer]) => name !== 'reader' && isServed(answer))
    if (others.length === 0) continue
    const seen = `a browser gets status ${reader.status}, and ${others[0]![0]} gets the page`
    yield { path, agent: 'reader', declared: 'open to people', seen, ...because(reader) }
  }
}

export function* unknownRefused(facts: AuditFacts): Iterable<Seen> {
  for (const { path, agent, answer, line } of openPages(facts)) {
    if (agent.kind !== 'unknown' || !isRefused(answer)) continue
    const seen = `refused with status ${answer.status} to a crawler that nobody knows`
    yield {
      path,
      agent: agent.name,
      declared: line ?? 'open to every crawler',
      seen,
      ...because(answer),
    }
  }
}
