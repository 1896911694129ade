/** Compares responses for pages with what robots.txt declares. */
import { type AuditAgent, type AuditAnswer, isChallenge, isRefused, isServed } from './answers.ts'
import type { LiveRobots } from './declared.ts'
import {
  type AuditCheck,
  type AuditFacts,
  type AuditKind,
  because,
  comparedPages,
  readersPages,
  type Seen,
} from './facts.ts'

type Declared = ReturnType<LiveRobots['about']>

/**
 * A check of every page where the policy, if there is one, expects `expected`. `seenIn` says what
 * is wrong with one response, or false.
 */
function everyPage(
  expected: 'open' | 'closed',
  seenIn: (answer: AuditAnswer, agent: AuditAgent, declared: Declared | null) => string | false,
  silent: string | null,
): AuditCheck {
  return function* (facts) {
    for (const { path, agent, answer } of comparedPages(facts)) {
      if (facts.policy !== null && facts.policy.expects(agent, path) !== expected) continue
      const about = facts.live?.about(agent, path) ?? null
      const seen = seenIn(answer, agent, about)
      const declared = about?.line ?? silent
      if (seen !== false) yield { path, agent: agent.name, declared, seen, ...because(answer) }
    }
  }
}

/** The same for pages that robots.txt opens. */
function everyOpenPage(
  seenIn: (answer: AuditAnswer, agent: AuditAgent) => string | false,
  silent = 'open',
): AuditCheck {
  return everyPage(
    'open',
    (answer, agent, declared) => declared?.isOpen !== false && seenIn(answer, agent),
    silent,
  )
}

/** Only of the page that was first asked for under this name: a rate may count later ones. */
function atFirst(check: AuditCheck): AuditCheck {
  return function* (facts) {
    for (const seen of check(facts)) {
      const [first] = [...facts.pages].find(([, answers]) => answers.has(seen.agent))!
      if (seen.path === first) yield seen
    }
  }
}

function* servedInLowerCase(facts: AuditFacts): Iterable<Seen> {
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

/** The agent that was also tried under this name, which is its own in lower case. */
function lowered(name: string, byName: ReadonlyMap<string, AuditAgent>): string | undefined {
  if (byName.has(name)) return undefined
  return [...byName.keys()].find((own) => own.toLowerCase() === name && own !== name)
}

/** Finds pages that are refused, but served with a query or under another spelling of the path. */
function servedElsewhere(hasQuery: boolean): AuditCheck {
  return function* ({ spellings, pages, agents, live, policy }) {
    for (const { path, answer } of spellings) {
      const plain = pages.get(path)?.get(answer.agent)
      const agent = agents.find(({ name }) => name === answer.agent)
      // A rule that ends with `$` closes the path only without a query.
      const { pathname, search } = new URL(answer.url)
      const target = pathname + search
      const isOpen = agent !== undefined && live?.about(agent, target).isOpen === true
      if (answer.url.includes('?') !== hasQuery || (hasQuery && isOpen)) continue
      if (agent !== undefined && policy !== null && policy.expects(agent, target) !== 'closed')
        continue
      if (plain === undefined || !isRefused(plain) || !isServed(answer)) continue
      const seen = `refused there, and served at ${answer.url}`
      yield { path, agent: answer.agent, declared: null, seen, ...because(answer) }
    }
  }
}

function* readerRefused(facts: AuditFacts): Iterable<Seen> {
  for (const { path, reader, answers } of readersPages(facts)) {
    if (!(isRefused(reader) || isChallenge(reader))) continue
    const other = [...answers].find(([name, answer]) => name !== 'reader' && isServed(answer))
    if (other === undefined) continue
    const seen = `a browser gets status ${reader.status}, and ${other[0]} gets the page`
    yield { path, agent: 'reader', declared: 'open to people', seen, ...because(reader) }
  }
}

export const DOOR_KINDS: readonly AuditKind[] = [
  {
    id: 8,
    severity: 'o',
    what: 'closed in robots.txt, and served',
    check: everyPage(
      'closed',
      (answer, _, declared) =>
        declared?.isClosedByRep === true &&
        isServed(answer) &&
        `served with status ${answer.status} to a stranger with this name`,
      null,
    ),
  },
  {
    id: 9,
    severity: 'c',
    what: 'open in robots.txt, and refused',
    check: everyOpenPage(
      (answer, { kind }) =>
        kind !== 'unknown' &&
        isRefused(answer) &&
        `refused with status ${answer.status} to a stranger with this name`,
    ),
  },
  {
    id: 10,
    severity: 'c',
    what: 'open in robots.txt, and challenged',
    check: everyOpenPage(
      (answer) => isChallenge(answer) && 'a challenge comes in the place of the page',
    ),
  },
  {
    id: 11,
    severity: 'c',
    what: 'open in robots.txt, and slowed down at the first request',
    check: atFirst(
      everyOpenPage(({ status }) => status === 429 && 'status 429 at the first request'),
    ),
  },
  {
    id: 12,
    severity: 'o',
    what: 'refused by name, and served to the name in lower case',
    check: servedInLowerCase,
  },
  {
    id: 13,
    severity: 'o',
    what: 'refused, and served under another spelling of the address',
    check: servedElsewhere(false),
  },
  {
    id: 14,
    severity: 'o',
    what: 'refused, and served with a query',
    check: servedElsewhere(true),
  },
  {
    id: 15,
    severity: 'c',
    what: 'a reader is refused, and a crawler is served',
    check: readerRefused,
  },
  {
    id: 16,
    severity: 'c',
    what: 'a crawler that nobody knows is refused, and `*` is open',
    check: everyOpenPage(
      (answer, { kind }) =>
        kind === 'unknown' &&
        isRefused(answer) &&
        `refused with status ${answer.status} to a crawler that nobody knows`,
      'open to every crawler',
    ),
  },
]
