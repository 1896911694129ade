/** Compares responses for robots.txt with each other and with the policy. */
import {
  type AuditAnswer,
  contentTypeOf,
  isChallenge,
  isPage,
  isRefused,
  isServed,
} from './answers.ts'
import {
  type AuditCheck,
  type AuditFacts,
  type AuditKind,
  because,
  firstOf,
  type Seen,
  served,
  UNCLEAR,
} from './facts.ts'

const LIMIT = 500 * 1024
const MOST_REDIRECTS = 5

/**
 * A check of every response for robots.txt. `seenIn` compares it with the reader's response, and
 * says what is wrong, or false.
 */
function everyAnswer(
  seenIn: (answer: AuditAnswer, reader: AuditAnswer | undefined) => string | false,
): AuditCheck {
  return function* ({ robots, robotsPath }) {
    for (const [agent, answer] of robots) {
      const seen = seenIn(answer, robots.get('reader'))
      if (seen !== false)
        yield { path: robotsPath, agent, declared: null, seen, ...because(answer) }
    }
  }
}

function isFile(answer: AuditAnswer | undefined): boolean {
  return served(answer) && !isPage(answer!)
}

function* robotsByAddress({ robots, robotsVariants }: AuditFacts): Iterable<Seen> {
  for (const answer of robotsVariants) {
    const plain = robots.get(answer.agent)
    if (plain === undefined || !isServed(plain)) continue
    const isSame = isServed(answer) && answer.hash === plain.hash
    if (isSame || answer.status === 0 || answer.redirects.length > 0) continue
    const what = isServed(answer) ? 'another text' : `status ${answer.status}`
    const seen = `${what} at ${answer.url}`
    yield { path: answer.url, agent: answer.agent, declared: null, seen, ...because(answer) }
  }
}

function redirection({ url, redirects }: AuditAnswer): string | false {
  const isFar = redirects.some((each) => hostOf(each) !== hostOf(url))
  const where = isFar ? `to another host: ${redirects.at(-1)}` : `${redirects.length} times`
  return (
    (isFar || redirects.length > MOST_REDIRECTS) &&
    `robots.txt is redirected ${where}; RFC 9309 lets crawlers stop after five`
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : ''
}

function* robotsUnreadable({ robots, robotsPath, live }: AuditFacts): Iterable<Seen> {
  const answer = robots.get('reader')
  if (answer?.text == null || !isFile(answer)) return
  const type = contentTypeOf(answer)
  const faults = [
    answer.bytes > LIMIT && `it has ${answer.bytes} bytes, and crawlers read 500 KiB`,
    type !== 'text/plain' && `its type is ${type === '' ? 'missing' : type}, not text/plain`,
    answer.text.startsWith('\ufeff') && 'it begins with a byte order mark',
    live === null && 'it is no text in UTF-8, and crawlers read no rule in it',
  ].filter((fault) => fault !== false)
  if (faults.length > 0) {
    const seen = faults.join('; ')
    yield { path: robotsPath, agent: '*', declared: null, seen, ...because(answer) }
  }
}

/**
 * Finds pages that the live robots.txt opens while the policy closes them; `opens` false: the
 * reverse.
 */
function besidePolicy(opens: boolean, seen: string): AuditCheck {
  return function* ({ policy, live, agents, pages }) {
    if (policy === null || live === null) return
    for (const path of pages.keys()) {
      for (const agent of agents) {
        if (agent.kind === 'reader' || policy.declared.about(agent, path).isOpen === opens) continue
        const { isOpen, line } = live.about(agent, path)
        const declared = line ?? (opens ? 'open' : null)
        if (isOpen === opens) yield { path, agent: agent.name, declared, seen, ...UNCLEAR }
      }
    }
  }
}

const MANAGED = /# *BEGIN Cloudflare Managed [Cc]ontent/

function* anotherRobotsText({ policy, live, robots, robotsPath }: AuditFacts): Iterable<Seen> {
  const answer = robots.get('reader')
  if (policy === null || live === null || answer === undefined) return
  if (live.text.trim() === policy.declared.text.trim()) return
  const seen = MANAGED.test(live.text)
    ? 'Cloudflare puts a managed block before it'
    : 'the live robots.txt is not the one that `acap robots` prints'
  yield { path: robotsPath, agent: '*', declared: null, seen, ...because(answer) }
}

/** A policy's own groups are meant; `acap check` looks at them. */
function* groupWithoutRules({ live, policy, agents, robotsPath }: AuditFacts): Iterable<Seen> {
  if (live === null || policy !== null) return
  for (const { names, line, message } of live.replacingGroups()) {
    for (const { name, kind } of agents) {
      if (kind !== 'crawler' || !names.includes(name.toLowerCase())) continue
      const declared = `line ${line}`
      yield { path: robotsPath, agent: name, declared, seen: message, ...UNCLEAR }
    }
  }
}

export const ROBOTS_KINDS: readonly AuditKind[] = [
  {
    id: 1,
    severity: 'c',
    what: 'robots.txt is refused to a crawler, and served to a reader',
    check: everyAnswer(
      (answer, reader) =>
        served(reader) &&
        isRefused(answer) &&
        `robots.txt is refused with status ${answer.status}, and a reader gets it`,
    ),
  },
  {
    id: 2,
    severity: 'c',
    what: 'a challenge or a page comes in the place of robots.txt',
    check: everyAnswer(
      (answer, reader) =>
        isFile(reader) &&
        (isChallenge(answer) || (answer.status === 200 && isPage(answer))) &&
        'a page comes in the place of robots.txt, and a reader gets the file',
    ),
  },
  {
    id: 3,
    severity: 'o',
    what: 'robots.txt fails',
    check: everyAnswer(
      (answer) =>
        answer.status >= 500 &&
        !isChallenge(answer) &&
        `robots.txt fails with status ${answer.status}: crawlers stay away, or go by an old copy`,
    ),
  },
  {
    id: 4,
    severity: 'u',
    what: 'robots.txt is another text for a crawler',
    check: everyAnswer(
      (answer, reader) =>
        isFile(reader) &&
        isFile(answer) &&
        answer.hash !== reader!.hash &&
        `robots.txt is another text (${answer.bytes} bytes) than a reader gets (${reader!.bytes})`,
    ),
  },
  {
    id: 5,
    severity: 'u',
    what: 'robots.txt is another text with a query, over http, or at `www.`',
    check: robotsByAddress,
  },
  {
    id: 6,
    severity: 'c',
    what: 'robots.txt is redirected to another host, or too often',
    check: firstOf(everyAnswer(redirection)),
  },
  {
    id: 7,
    severity: 'u',
    what: 'crawlers cannot read robots.txt whole: size, type, encoding',
    check: robotsUnreadable,
  },
  {
    id: 17,
    severity: 'o',
    what: 'the live robots.txt opens what the policy closes',
    check: besidePolicy(true, 'the live robots.txt opens what the policy closes'),
  },
  {
    id: 18,
    severity: 'c',
    what: 'the live robots.txt closes what the policy opens',
    check: besidePolicy(false, 'the live robots.txt closes what the policy opens'),
  },
  {
    id: 19,
    severity: 'o',
    what: 'the live robots.txt is not the one of the policy',
    check: anotherRobotsText,
  },
  {
    id: 20,
    severity: 'u',
    what: "a crawler's own group lacks the rules of `*`",
    check: groupWithoutRules,
  },
]
