/**
 * Audits a live site, with its policy if there is one: sends requests politely, and finds
 * contradictions in the responses.
 */
import {
  type Ask,
  type AuditAgent,
  type AuditAnswer,
  isPage,
  isRefused,
  isServed,
} from './answers.ts'
import { contradictionsIn } from './contradictions.ts'
import type { LiveRobots } from './declared.ts'
import type { AuditFacts, AuditPlan, Contradiction, PolicyFacts } from './facts.ts'
import { choosePaths, isHarmless, oddSpellings, pageQuestions } from './paths.ts'
import { policyNotes } from './policy-notes.ts'
import { PoliteAsk } from './polite-ask.ts'
import { listedPaths, robotsVariants } from './robots-questions.ts'

export interface AuditResult {
  readonly url: string
  /** How many requests were sent. */
  readonly asked: number
  readonly contradictions: readonly Contradiction[]
  /** What was not asked, and why. */
  readonly skipped: readonly string[]
  /** Observations that are not contradictions. */
  readonly notes: readonly string[]
  /** What crawlers got at their own addresses, by a log; null without one. */
  readonly log: readonly LoggedCrawler[] | null
}

/** A crawler's row of `acap report`. */
export interface LoggedCrawler {
  readonly name: string
  readonly requests: number
  /**
   * Of them, those that an address list or a signature verifies; null where nothing was checked.
   */
  readonly verified: number | null
  readonly refused: number
  /** Requests for paths that robots.txt closed, where the crawler could know that. */
  readonly violations: number
}

/** The name by which an audit obeys robots.txt. */
export const AUDIT_NAME = 'acap-audit'
const MOST_AGAIN = 10

/** Audits a site; null where nothing answers. */
export async function audit(send: Ask, plan: AuditPlan): Promise<AuditResult | null> {
  const polite = new PoliteAsk(send, plan.most)
  const run = new AuditRun(polite, plan)
  const facts = await run.gather()
  if ([...facts.robots.values()].every(({ status }) => status === 0)) return null
  const found = contradictionsIn(facts)
  const again = found.length === 0 ? facts : await run.askAgain(facts, found)
  const confirmed = contradictionsIn(again)
  const keys = new Set(confirmed.map(contradictionKey))
  const unstable = found.filter((each) => !keys.has(contradictionKey(each)))
  const firstKeys = new Set(found.map(contradictionKey))
  return {
    url: plan.start.href,
    asked: polite.asked,
    contradictions: confirmed.filter((each) => firstKeys.has(contradictionKey(each))),
    skipped: polite.skipped,
    notes: [
      ...unstable.map(
        ({ path, agent, seen }) => `unstable, so no contradiction: ${agent} at ${path}: ${seen}`,
      ),
      ...policyNotes(again),
    ],
    log: null,
  }
}

/** Identifies a contradiction when its request is repeated. */
export function contradictionKey({
  id,
  path,
  agent,
}: Pick<Contradiction, 'id' | 'path' | 'agent'>): string {
  return `${id} ${agent} ${path}`
}

class AuditRun {
  readonly #plan: AuditPlan
  readonly #polite: PoliteAsk

  constructor(polite: PoliteAsk, plan: AuditPlan) {
    this.#polite = polite
    this.#plan = plan
  }

  async gather(): Promise<AuditFacts> {
    const { start, agents, policy } = this.#plan
    const robotsUrl = `${start.origin}/robots.txt`
    const robots = new Map<string, AuditAnswer>()
    for (const agent of agents) {
      const answer = await this.#polite.ask(robotsUrl, agent, 'text')
      if (answer !== null) robots.set(agent.name, answer)
    }
    const variants = await robotsVariants(this.#polite, this.#plan, robotsUrl)
    const text = textOf(robots)
    const live = text === null ? null : this.#plan.readRobots(text)
    const listed = await listedPaths(this.#polite, this.#plan, live)
    const tdmrep = await this.#polite.ask(
      `${start.origin}/.well-known/tdmrep.json`,
      agents[0]!,
      'text',
    )
    const pages = await this.#pages(live, listed)
    return {
      agents,
      robotsPath: '/robots.txt',
      robots,
      robotsVariants: variants,
      live,
      pages,
      spellings: await this.#spellings(pages),
      policy,
      tdmrep: tdmrep !== null && isServed(tdmrep) && !isPage(tdmrep) ? tdmrep.text : null,
    }
  }

  /** Asks for each contradiction once more, and gives the facts with the new answers. */
  async askAgain(facts: AuditFacts, found: readonly Contradiction[]): Promise<AuditFacts> {
    await this.#plan.beforeAgain()
    const robots = new Map(facts.robots)
    const pages = new Map([...facts.pages].map(([path, answers]) => [path, new Map(answers)]))
    const asked = new Set<string>()
    for (const { path, agent: name } of found) {
      const agent = this.#plan.agents.find((each) => each.name === name)
      const key = `${name} ${path}`
      if (agent === undefined || asked.has(key) || asked.size >= MOST_AGAIN) continue
      asked.add(key)
      const isRobots = path === facts.robotsPath
      const url = this.#plan.start.origin + path
      if (!path.startsWith('/')) continue
      const answer = await this.#polite.ask(url, agent, isRobots ? 'text' : 'page')
      if (answer === null) continue
      if (isRobots) robots.set(name, answer)
      else pages.get(path)?.set(name, answer)
    }
    return { ...facts, robots, pages }
  }

  async #pages(
    live: LiveRobots | null,
    listed: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, AuditAnswer>>> {
    const { start, agents, policy, isMine } = this.#plan
    const mayAskAll = policy !== null || isMine
    const own: AuditAgent = { name: AUDIT_NAME, userAgent: AUDIT_NAME, kind: 'unknown' }
    const isOpenTo = (agent: AuditAgent, path: string) => live?.about(agent, path).isOpen ?? true
    const mayAsk = (agent: AuditAgent, path: string) =>
      mayAskAll || (isOpenTo(own, path) && (isOpenTo(agent, path) || agent.kind === 'reader'))
    const paths = choosePaths({
      patterns: live?.patterns() ?? [],
      listed: listed.length > 0 ? listed : await this.#linkedPaths(isOpenTo(own, '/') || mayAskAll),
      answersOf: (path) => agents.map((agent) => answerText(agent, path, live, policy)).join(),
      mayAsk: (path) => mayAskAll || isOpenTo(own, path),
    })
    const extra = start.pathname + start.search
    const all = isHarmless(start.pathname) && mayAsk(own, extra) ? [extra, ...paths] : paths
    const pages = new Map<string, Map<string, AuditAnswer>>()
    for (const { path, agent, url } of pageQuestions(
      start.origin,
      [...new Set(all)],
      agents,
      mayAsk,
    )) {
      const answer = await this.#polite.ask(url, agent, 'page')
      if (answer === null) continue
      const answers = pages.get(path) ?? new Map<string, AuditAnswer>()
      pages.set(path, answers.set(agent.name, answer))
    }
    if (!mayAskAll) this.#sayWhatIsClosed(live)
    await this.#lowerCase(pages)
    return pages
  }

  #sayWhatIsClosed(live: LiveRobots | null): void {
    const closed = live?.patterns().filter(({ prohibits }) => prohibits).length ?? 0
    if (closed > 0)
      this.#polite.skipped.push(
        `pages that robots.txt closes (${closed} rules): name the site's policy, or use --mine`,
      )
  }

  /**
   * Repeats the first refused page under the crawler's name in lower case: letter case must not
   * matter (RFC 9309 2.2.1).
   */
  async #lowerCase(pages: ReadonlyMap<string, Map<string, AuditAnswer>>): Promise<void> {
    for (const answers of pages.values()) {
      for (const [name, answer] of answers) {
        const agent = this.#plan.agents.find((each) => each.name === name)
        const lower = name.toLowerCase()
        if (agent?.kind !== 'crawler' || lower === name || !isRefused(answer)) continue
        const userAgent = agent.userAgent.replace(name, lower)
        const again = await this.#polite.ask(
          answer.url,
          { ...agent, name: lower, userAgent },
          'page',
        )
        if (again !== null) answers.set(lower, { ...again, agent: lower })
        return
      }
    }
  }

  async #linkedPaths(mayAsk: boolean): Promise<readonly string[]> {
    if (!mayAsk) return []
    const { start, agents } = this.#plan
    const home = await this.#polite.ask(`${start.origin}/`, agents[0]!, 'page')
    return home?.page?.links ?? []
  }

  /**
   * Odd spellings, and a query, for the first page that a crawler is refused; for the owner of the
   * site alone.
   */
  async #spellings(pages: AuditFacts['pages']): Promise<AuditFacts['spellings']> {
    const { start, agents, isMine, policy } = this.#plan
    if (!isMine && policy === null) return []
    for (const [path, answers] of pages) {
      const agent = agents.find(({ name, kind }) => {
        const answer = answers.get(name)
        return kind === 'crawler' && answer !== undefined && isRefused(answer)
      })
      if (agent === undefined) continue
      const written = [`${path}?x`, ...(isMine ? oddSpellings(path) : [])]
      const found: { path: string; answer: AuditAnswer }[] = []
      for (const each of written) {
        const answer = await this.#polite.ask(start.origin + each, agent, 'page')
        if (answer !== null) found.push({ path, answer })
      }
      return found
    }
    return []
  }
}

function answerText(
  agent: AuditAgent,
  path: string,
  live: LiveRobots | null,
  policy: PolicyFacts | null,
): string {
  const declared = live?.about(agent, path).isOpen ?? true
  return `${declared} ${policy?.expects(agent, path)}`
}

/**
 * The text of robots.txt: from the first agent that got one; empty where it does not exist; null
 * where it is unknown.
 */
function textOf(robots: ReadonlyMap<string, AuditAnswer>): string | null {
  const found = [...robots.values()].find((answer) => isServed(answer) && !isPage(answer))
  if (found !== undefined) return found.text
  const isMissing = [...robots.values()].some(({ status }) => status === 404 || status === 410)
  return isMissing ? '' : null
}
