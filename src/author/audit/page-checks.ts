/** Compares the terms inside pages with robots.txt, other responses and the policy. */
import { type AuditAnswer, isServed } from './answers.ts'
import {
  type AuditFacts,
  type AuditKind,
  because,
  comparedPages,
  firstOf,
  readersPages,
  type Seen,
  UNCLEAR,
} from './facts.ts'
import { signalsThatDisagree, terms } from './signals.ts'

function* unseenNoindex(facts: AuditFacts): Iterable<Seen> {
  for (const { path, reader } of readersPages(facts)) {
    const closed = facts.agents.filter(
      (agent) => agent.kind === 'crawler' && facts.live?.about(agent, path).isClosedByRep,
    )
    const [first] = closed
    if (first === undefined || !terms(reader).some(isNoindex)) continue
    const seen = '`noindex` is on a page that robots.txt closes, so these crawlers never read it'
    const agent = closed.length === facts.agents.length - 2 ? '*' : first.name
    const { line } = facts.live!.about(first, path)
    yield { path, agent, declared: line, seen, ...because(reader) }
  }
}

const isNoindex = ({ word }: { readonly word: string }) => word === 'noindex' || word === 'none'

const OPPOSITES: readonly (readonly [string, string])[] = [
  ['index', 'noindex'],
  ['follow', 'nofollow'],
  ['archive', 'noarchive'],
]

function* headerAgainstMeta(facts: AuditFacts): Iterable<Seen> {
  for (const { path, reader: answer } of readersPages(facts)) {
    if (!isServed(answer)) continue
    const said = terms(answer)
    for (const [yes, no] of OPPOSITES) {
      const places = (word: string) => said.filter((each) => each.word === word)
      const [permitted] = places(yes)
      const prohibited = places(no).find(
        ({ agent, place }) => agent === permitted?.agent && place !== permitted?.place,
      )
      if (permitted === undefined || prohibited === undefined) continue
      const seen = `${permitted.place} says \`${yes}\`, ${prohibited.place} says \`${no}\``
      yield { path, agent: permitted.agent, declared: null, seen, ...because(answer) }
    }
  }
}

/** How much of a page's text may differ between two requests: dates, numbers, advertisements. */
const SIMILAR = 0.5

function* anotherPage(facts: AuditFacts): Iterable<Seen> {
  for (const { path, agent, answer, reader } of comparedPages(facts)) {
    if (!isServed(answer) || answer.page === null || reader.page === null) continue
    const [theirs, ours] = [answer.page, reader.page]
    const words = (answer: AuditAnswer) =>
      terms(answer)
        .map(({ agent, word, value }) => `${agent} ${word} ${value?.toLowerCase()}`)
        .sort()
        .join()
    const differs = [
      theirs.title !== ours.title && 'another title',
      theirs.canonical !== ours.canonical && 'another canonical address',
      words(answer) !== words(reader) && 'other robots terms',
      Math.min(theirs.textLength, ours.textLength) <
        SIMILAR * Math.max(theirs.textLength, ours.textLength) && 'much more or less text',
    ].filter((each) => each !== false)
    if (differs.length === 0) continue
    const seen = `${differs.join(', ')} than a reader gets`
    yield { path, agent: agent.name, declared: null, seen, ...because(answer) }
  }
}

function* termsMissing({ policy, pages }: AuditFacts): Iterable<Seen> {
  if (policy === null) return
  for (const [path, answers] of pages) {
    const answer = [...answers.values()].find((each) => isServed(each) && each.page !== null)
    if (answer === undefined) continue
    const sent = new Set(answer.page!.metas.map(({ content }) => content.trim().toLowerCase()))
    const missing = policy.tagsOf(path).filter((content) => !sent.has(content.toLowerCase()))
    if (missing.length === 0) continue
    const seen = `the page lacks ${missing.length} of the policy's tags, as \`${missing[0]}\``
    yield { path, agent: answer.agent, declared: null, seen, ...because(answer) }
  }
}

function* signalsDisagree(facts: AuditFacts): Iterable<Seen> {
  for (const { path, reader } of readersPages(facts)) {
    const disagreement = signalsThatDisagree(facts.live, reader, facts.tdmrep, path)
    if (disagreement !== null) yield { path, agent: '*', ...disagreement, ...UNCLEAR }
  }
}

export const PAGE_KINDS: readonly AuditKind[] = [
  {
    id: 21,
    severity: 'o',
    what: '`noindex` on a page that robots.txt closes: it is never read',
    check: unseenNoindex,
  },
  {
    id: 22,
    severity: 'u',
    what: 'X-Robots-Tag and META contradict one another',
    check: headerAgainstMeta,
  },
  {
    id: 23,
    severity: 'u',
    what: 'a crawler gets another page than a reader',
    check: anotherPage,
  },
  { id: 24, severity: 'o', what: "the page lacks the policy's tags", check: termsMissing },
  {
    id: 25,
    severity: 'u',
    what: 'signals about training contradict one another',
    check: firstOf(signalsDisagree),
  },
]
