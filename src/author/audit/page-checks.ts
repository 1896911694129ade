/**
 * Compares the terms inside pages, and signals about training, with robots.txt, other responses and
 * the policy.
 */

import { readAiPreferences } from '../../words/ai-preferences.ts'
import { headerTerms, metaTerms, type RobotsTerm } from '../../words/robots-meta.ts'
import { reservationAt } from '../signals/tdmrep-file.ts'
import { type AuditAnswer, isServed } from './answers.ts'
import type { LiveRobots } from './declared.ts'
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

function* unseenNoindex(facts: AuditFacts): Iterable<Seen> {
  for (const { path, reader } of readersPages(facts)) {
    const closed = facts.agents.filter(
      (agent) => agent.kind === 'crawler' && facts.live?.about(agent, path).isClosedByRep,
    )
    const [first] = closed
    if (first === undefined || !terms(reader).some(isNoindex) || writesNoindex(facts, path))
      continue
    const seen = '`noindex` is on a page that robots.txt closes, so these crawlers never read it'
    const agent = closed.length === facts.agents.length - 2 ? '*' : first.name
    const { line } = facts.live!.about(first, path)
    yield { path, agent, declared: line, seen, ...because(reader) }
  }
}

const isNoindex = ({ word }: { readonly word: string }) => word === 'noindex' || word === 'none'

/** Whether the policy itself writes `noindex` into the page: then the author means it. */
function writesNoindex({ policy }: AuditFacts, path: string): boolean {
  const tags = policy?.tagsOf(path) ?? []
  return tags.some((content) => metaTerms('robots', content).some(isNoindex))
}

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

/** Where no page has a tag of the policy, the first page stands for all. */
function* termsMissing({ policy, pages }: AuditFacts): Iterable<Seen> {
  const lacking: Seen[] = []
  let hasTags = false
  for (const [path, answers] of pages) {
    const answer = [...answers.values()].find((each) => isServed(each) && each.page !== null)
    const tags = policy?.tagsOf(path) ?? []
    if (answer === undefined || tags.length === 0) continue
    const sent = new Set(answer.page!.metas.map(({ content }) => content.trim().toLowerCase()))
    const missing = tags.filter((content) => !sent.has(content.toLowerCase()))
    hasTags ||= missing.length < tags.length
    if (missing.length === 0) continue
    const seen = `the page lacks ${missing.length} of the policy's tags, as \`${missing[0]}\``
    lacking.push({ path, agent: answer.agent, declared: null, seen, ...UNCLEAR })
  }
  if (hasTags || lacking.length < 2) yield* lacking
  else yield { ...lacking[0]!, seen: `${lacking[0]!.seen}, and no page has one` }
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

/** In front of a list in robots.txt. */
const PATH = /^\/[^ \t]*/

const ROBOTS_META = /^(?:robots|[a-z-]*bot)$/i

/** The robots terms of an answer, ACAP's apart. */
function terms({ headers, page }: AuditAnswer): readonly RobotsTerm[] {
  const inHeaders = (headers['x-robots-tag'] ?? '').split('\n').flatMap(headerTerms)
  const metas = (page?.metas ?? []).filter(({ name }) => ROBOTS_META.test(name))
  return [...inHeaders, ...metas.flatMap(({ name, content }) => metaTerms(name, content))]
}

interface TrainingSignal {
  readonly text: string
  readonly permits: boolean
}

/** Signals of which one permits training and another prohibits it; null where they agree. */
function signalsThatDisagree(
  live: LiveRobots | null,
  answer: AuditAnswer,
  tdmrep: string | null,
  path: string,
): { readonly declared: string; readonly seen: string } | null {
  const all = trainingSignals(live, answer, tdmrep, path)
  const permitted = all.find(({ permits }) => permits)
  const prohibited = all.find(({ permits }) => !permits)
  if (permitted === undefined || prohibited === undefined) return null
  return {
    declared: permitted.text,
    seen: `${prohibited.text} prohibits training, and ${permitted.text} permits it`,
  }
}

function trainingSignals(
  live: LiveRobots | null,
  { headers, page }: AuditAnswer,
  tdmrep: string | null,
  path: string,
): readonly TrainingSignal[] {
  const found: TrainingSignal[] = []
  const add = (text: string, word: string | undefined, yes: RegExp) => {
    if (word !== undefined) found.push({ text, permits: yes.test(word) })
  }
  for (const value of live?.valuesOf('content-signal') ?? [])
    add(`\`Content-Signal: ${value}\``, /ai-train *= *(\w+)/i.exec(value)?.[1], /^yes$/i)
  const usages = [...(live?.valuesOf('content-usage') ?? []), headers['content-usage'] ?? '']
  for (const value of usages)
    add(
      `\`Content-Usage: ${value}\``,
      readAiPreferences(value.replace(PATH, '')).get('train-ai'),
      /^y/,
    )
  const inMeta = page?.metas.find(({ name }) => name.toLowerCase() === 'tdm-reservation')
  add('`tdm-reservation` in META', inMeta?.content.trim(), /^0$/)
  add('the header `tdm-reservation`', headers['tdm-reservation']?.trim(), /^0$/)
  add(
    '`/.well-known/tdmrep.json`',
    tdmrep === null ? undefined : reservationAt(tdmrep, path),
    /^0$/,
  )
  const extended = live?.about(
    { name: 'Google-Extended', userAgent: 'Google-Extended', kind: 'crawler' },
    path,
  )
  if (extended?.isClosedByRep && live?.lineWith(/google-extended/i))
    found.push({ text: 'the group of `Google-Extended`', permits: false })
  return found
}
