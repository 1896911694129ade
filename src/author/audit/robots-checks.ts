/** Compares responses for robots.txt with each other and with the policy. */
import {
  type AuditAgent,
  contentTypeOf,
  isChallenge,
  isPage,
  isRefused,
  isServed,
} from './answers.ts'
import { type AuditFacts, because, type Seen, served, UNCLEAR } from './facts.ts'

const LIMIT = 500 * 1024
const MOST_REDIRECTS = 5

export function* robotsRefused({ robots, robotsPath }: AuditFacts): Iterable<Seen> {
  if (!served(robots.get('reader'))) return
  for (const [agent, answer] of robots) {
    if (agent === 'reader' || !isRefused(answer)) continue
    const seen = `robots.txt is refused with status ${answer.status}, and a reader gets it`
    yield { path: robotsPath, agent, declared: null, seen, ...because(answer) }
  }
}

export function* robotsChallenged({ robots, robotsPath }: AuditFacts): Iterable<Seen> {
  const reader = robots.get('reader')
  if (!served(reader) || isPage(reader!)) return
  for (const [agent, answer] of robots) {
    if (agent === 'reader' || !(isChallenge(answer) || (answer.status === 200 && isPage(answer))))
      continue
    const seen = 'a page comes in the place of robots.txt, and a reader gets the file'
    yield { path: robotsPath, agent, declared: null, seen, ...because(answer) }
  }
}

export function* robotsFailing({ robots, robotsPath }: AuditFacts): Iterable<Seen> {
  for (const [agent, answer] of robots) {
    if (answer.status < 500 || isChallenge(answer)) continue
    const seen = `robots.txt fails with status ${answer.status}: crawlers stay away, or go by an old copy`
    yield { path: robotsPath, agent, declared: null, seen, ...because(answer) }
  }
}

export function* robotsByAgent({ robots, robotsPath }: AuditFacts): Iterable<Seen> {
  const reader = robots.get('reader')
  if (!served(reader) || isPage(reader!)) return
  for (const [agent, answer] of robots) {
    if (!isServed(answer) || isPage(answer) || answer.hash === reader!.hash) continue
    const seen = `robots.txt is another text (${answer.bytes} bytes) than a reader gets (${reader!.bytes})`
    yield { path: robotsPath, agent, declared: null, seen, ...because(answer) }
  }
}

export function* robotsByAddress({ robots, robotsVariants }: AuditFacts): Iterable<Seen> {
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

export function* robotsRedirected({ robots, robotsPath }: AuditFacts): Iterable<Seen> {
  for (const [agent, { url, redirects, ...answer }] of robots) {
    const isFar = redirects.some((each) => hostOf(each) !== hostOf(url))
    if (!isFar && redirects.length <= MOST_REDIRECTS) continue
    const where = isFar ? `to another host: ${redirects.at(-1)}` : `${redirects.length} times`
    const seen = `robots.txt is redirected ${where}; RFC 9309 lets crawlers stop after five`
    yield {
      path: robotsPath,
      agent,
      declared: null,
      seen,
      ...because({ url, redirects, ...answer }),
    }
    return
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : ''
}

export function* robotsUnreadable({ robots, robotsPath, live }: AuditFacts): Iterable<Seen> {
  const answer = robots.get('reader')
  if (!served(answer) || answer?.text == null || isPage(answer)) return
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

export function* openBesidePolicy({ policy, live, agents, pages }: AuditFacts): Iterable<Seen> {
  if (policy === null || live === null) return
  for (const path of pages.keys()) {
    for (const agent of agents) {
      if (agent.kind === 'reader' || policy.isOpen(agent, path)) continue
      const declared = live.about(agent, path)
      if (!declared.isOpen) continue
      const seen = 'the live robots.txt opens what the policy closes'
      yield { path, agent: agent.name, declared: declared.line ?? 'open', seen, ...UNCLEAR }
    }
  }
}

export function* closedBesidePolicy({ policy, live, agents, pages }: AuditFacts): Iterable<Seen> {
  if (policy === null || live === null) return
  for (const path of pages.keys()) {
    for (const agent of agents) {
      if (agent.kind === 'reader' || !policy.isOpen(agent, path)) continue
      const declared = live.about(agent, path)
      if (declared.isOpen) continue
      const seen = 'the live robots.txt closes what the policy opens'
      yield { path, agent: agent.name, declared: declared.line, seen, ...UNCLEAR }
    }
  }
}

const MANAGED = /# *BEGIN Cloudflare Managed [Cc]ontent/

export function* anotherRobotsText({
  policy,
  live,
  robots,
  robotsPath,
}: AuditFacts): Iterable<Seen> {
  const answer = robots.get('reader')
  if (policy === null || live === null || answer === undefined) return
  if (live.text.trim() === policy.robotsText.trim()) return
  const seen = MANAGED.test(live.text)
    ? 'Cloudflare puts a managed block before it'
    : 'the live robots.txt is not the one that `acap robots` prints'
  yield { path: robotsPath, agent: '*', declared: null, seen, ...because(answer) }
}

export function* groupWithoutRules({ live, agents, robotsPath }: AuditFacts): Iterable<Seen> {
  if (live === null) return
  const patterns = live.patterns()
  const everybodys = patterns.filter(({ names, prohibits }) => prohibits && names.includes('*'))
  const somebody: AuditAgent = { name: 'AnyCrawler', userAgent: '', kind: 'unknown' }
  for (const agent of agents.filter(({ kind }) => kind === 'crawler')) {
    const own = patterns.find(({ names }) => names.includes(agent.name.toLowerCase()))
    if (own === undefined || live.about(agent, '/').isClosedByRep) continue
    const lost = everybodys.find(({ pattern }) => {
      const path = pattern.replace(/\$$/, '').replaceAll('*', '')
      return live.about(somebody, path).isClosedByRep && live.about(agent, path).isOpen
    })
    if (lost === undefined) continue
    const seen = `its own group replaces the group of \`*\`, so \`${lost.pattern}\` (line ${lost.line}) is open to it`
    yield { path: robotsPath, agent: agent.name, declared: `line ${own.line}`, seen, ...UNCLEAR }
  }
}
