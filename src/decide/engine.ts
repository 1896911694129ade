/**
 * The decision engine for one loaded program. It answers one question at a time, because it reuses
 * buffers.
 */
import {
  RE_CRAWL_SLOT,
  type Recognition,
  type SiteProgram,
  SLOTS,
  TAKE_DOWN_SLOT,
} from '../program/program.ts'
import { purposeForm } from '../words/path-form.ts'
import type { CrawlerProfile } from '../words/site-config.ts'
import { usageIndex } from '../words/usages.ts'
import { type Agent, Agents } from './agents.ts'
import type { Lead } from './chains.ts'
import { Conventional } from './conventional.ts'
import type { EngineFacts, Facts } from './decision.ts'
import { Levels } from './levels.ts'
import { ANY_CASE } from './matcher.ts'
import { bindingsFor, capabilityOf, embeddedRules, type Question } from './question.ts'
import { Routes } from './routes.ts'
import { type Evaluation, type Evaluations, Ruling } from './ruling.ts'
import { ServedLines } from './served-lines.ts'
import {
  combine,
  ifCrawled,
  namesLicences,
  numbersOf,
  qualifiersOf,
  referencesIn,
  strictest,
  type Verdict,
  verdict,
} from './verdict.ts'

const CRAWL = usageIndex('crawl')
const OTHER = usageIndex('other')
const NONE: readonly string[] = []
const ROBOTS_TXT = new TextEncoder().encode('/robots.txt')
const QUESTION_MARK = 0x3f
const PERCENT = 0x25

export class Engine {
  readonly site: SiteProgram
  readonly lines: ServedLines
  readonly agents: Agents
  readonly routes: Routes
  readonly levels: Levels
  readonly conventional: Conventional
  readonly #namesLicences: boolean
  /** Whether a pattern needs the target's end: `$`, a take-down (T1), a 1996 glob (X1). */
  readonly hasAnchors: boolean
  readonly patternsEncode: boolean
  /** Whether any field is a take-down, and whether any asks for a new crawl (T1). */
  readonly #takesDown: boolean
  readonly #asksForRecrawls: boolean

  constructor(site: SiteProgram, registry: Recognition | null) {
    this.site = site
    this.lines = new ServedLines(site)
    this.agents = new Agents(site, registry)
    this.levels = new Levels(site)
    this.routes = new Routes(this.levels)
    this.conventional = new Conventional(this.levels)
    this.#namesLicences = namesLicences(site)
    this.hasAnchors =
      site.trie.entries.some((entry) => (entry & 1) === 1) ||
      site.groups.some(({ globs }) => globs.length > 0)
    this.#takesDown = hasRules(site, TAKE_DOWN_SLOT)
    this.#asksForRecrawls = hasRules(site, RE_CRAWL_SLOT)
    const { labels, firstByte } = site.trie
    this.patternsEncode = labels.includes(PERCENT) || firstByte.includes(PERCENT)
  }

  /** Decides one question (docs/semantics.md, D). Never throws for a valid Program. */
  decide(facts: EngineFacts): Ruling {
    const agent = facts.agent ?? this.agents.asked(facts.userAgent)
    const usage = facts.usage === undefined ? CRAWL : usageIndex(facts.usage)
    this.levels.target.read(facts.target, facts.joined)
    const isRobotsTxt = this.#isRobotsTxt()
    const evaluations = this.#evaluations(facts, agent)
    const verdicts: Verdict[] = []
    for (const each of evaluations) verdicts.push(this.#evaluate(facts, each, usage, isRobotsTxt))
    // Rates and hours apply to crawls only, and never to /robots.txt (X3, X4).
    const paced = usage === CRAWL && !isRobotsTxt
    return new Ruling(this.lines, agent, facts, strictest(verdicts), evaluations, paced)
  }

  /** The evaluation of the claimed name; if unproven, also of a nameless crawler (I4). */
  #evaluations(facts: Facts, agent: Agent): Evaluations {
    const named = facts.meta === undefined ? NONE : namesIn(facts.meta)
    // Names in META extend the chains (E2).
    const leads =
      named.length === 0 ? agent.leads : this.agents.withMeta(agent, facts.userAgent, named)
    const claimed = evaluation(facts, agent.profile, leads)
    if (facts.assurance !== 'failed' && facts.unlisted !== true) return [claimed]
    return [evaluation(facts, null, this.agents.nameless(agent.category)), claimed]
  }

  /** Builds the question for ACAP fields. Uses the target read last. */
  questionOf(facts: Facts, profile: CrawlerProfile | null): Question {
    const can = capabilityOf(facts.interprets ?? profile?.interprets ?? 'all')
    const embedded = embeddedRules(facts, this.routes.fieldsFor(facts.target, facts.uri), can)
    const written = facts.purposes ?? profile?.purposes ?? NONE
    const purposes = written.length === 0 ? written : written.map(purposeForm)
    return { now: facts.now, can, embedded, purposes }
  }

  #evaluate(
    facts: Facts,
    { dialect, profile, leads }: Evaluation,
    usage: number,
    isRobotsTxt: boolean,
  ): Verdict {
    if (usage === CRAWL && isRobotsTxt) return ROBOTS_TXT_IS_OPEN
    // A crawler that does not know ACAP ignores its fields (C3).
    const isRep = dialect === 'rep'
    const gone = isRep ? null : this.#takenDown(leads)
    if (gone !== null) return gone
    const question = isRep ? null : this.questionOf(facts, profile)
    if (leads.length === 1) return this.#forLead(question, leads[0]!, usage, isRobotsTxt, facts.now)
    return strictest(
      leads.map((lead) => this.#forLead(question, lead, usage, isRobotsTxt, facts.now)),
    )
  }

  #forLead(
    question: Question | null,
    lead: Lead,
    usage: number,
    isRobotsTxt: boolean,
    now: number,
  ): Verdict {
    const crawl = isRobotsTxt ? ROBOTS_TXT_IS_OPEN : this.#crawl(question, lead)
    if (usage === CRAWL) return this.conventional.defer(crawl, lead, now)
    const own =
      question && this.levels.decide(question, lead, usage, bindingsFor(question.purposes))
    return ifCrawled(own, crawl)
  }

  #crawl(question: Question | null, lead: Lead): Verdict {
    if (question !== null && question.purposes.length > 1) return this.#crawlForAny(question, lead)
    const acap =
      question && this.levels.decide(question, lead, CRAWL, bindingsFor(question.purposes))
    // A crawl decided by the page's own fields is not compared with conventional records (E2).
    if (acap !== null && acap.rules.length === 0) return acap
    return this.conventional.compareWith(acap, lead)
  }

  /** The crawl is permitted if any one of its purposes is (L8). */
  #crawlForAny(question: Question, lead: Lead): Verdict {
    const verdicts = question.purposes.map((purpose) =>
      this.#crawl({ ...question, purposes: [purpose] }, lead),
    )
    const permits = verdicts.some(({ outcome }) => outcome === 'permitted')
    return combine(verdicts, permits ? 'permitted' : 'prohibited')
  }

  /** All fields that take the target down for one of the names (T1). */
  #takenDown(leads: readonly Lead[]): Verdict | null {
    if (!this.#takesDown) return null
    const rules = this.#actions(TAKE_DOWN_SLOT, leads)
    if (rules.length === 0) return null
    const levels = leads.flatMap((lead) => lead.levels)
    const deciding = levels.filter(
      (level) => this.#actions(TAKE_DOWN_SLOT, [{ levels: [level] }]).length > 0,
    )
    const names = new Set(deciding.flatMap(({ addressed }) => addressed))
    return verdict('prohibited', 'take-down', rules, [...names])
  }

  #actions(slot: number, leads: readonly Pick<Lead, 'levels'>[]): readonly number[] {
    const { matcher, target } = this.levels
    const classes = new Set<number>()
    // Names share classes, and the matcher's buffer holds each rule once.
    for (const { levels } of leads)
      for (const level of levels) for (const id of level.classes) classes.add(id)
    matcher.start()
    for (const id of classes) matcher.collect(this.site.roots[id * SLOTS + slot]!, target, ANY_CASE)
    return numbersOf(matcher.found, matcher.count)
  }

  /** Whether the policy asks this crawler to fetch the target again (T1). */
  asksForRecrawl(facts: EngineFacts): boolean {
    if (!this.#asksForRecrawls) return false
    // If the name failed its check, as a nameless crawler (I4).
    const { dialect, leads } = this.#evaluations(
      facts,
      facts.agent ?? this.agents.asked(facts.userAgent),
    )[0]
    if (dialect === 'rep') return false
    this.levels.target.read(facts.target, facts.joined)
    return this.#actions(RE_CRAWL_SLOT, leads).length > 0
  }

  /** The licences for other uses of the page by this crawler (ACAP Part 1, 2.5.6.1). */
  licencesFor({ facts, verdict, evaluations }: Ruling): readonly string[] {
    if (!this.#namesLicences && facts.meta === undefined) return NONE
    // A name that failed its check gets only a nameless crawler's licences (I4).
    const { dialect, profile, leads } = evaluations[0]
    if (dialect === 'rep') return NONE
    this.levels.target.read(facts.target, facts.joined)
    const isGone =
      evaluations.length === 1 ? verdict.basis === 'take-down' : this.#takenDown(leads) !== null
    if (isGone) return NONE
    const question = this.questionOf(facts, profile)
    const bindings = bindingsFor(question.purposes)
    const references = new Set<string>()
    for (const lead of leads) {
      const other = this.levels.decide(question, lead, OTHER, bindings)
      // None if any chain prohibits (I2).
      if (other?.outcome === 'prohibited') return NONE
      if (other !== null)
        for (const uri of referencesIn(qualifiersOf(this.site, other))) references.add(uri)
    }
    return [...references]
  }

  #isRobotsTxt(): boolean {
    const { bytes, length } = this.levels.target
    if (length < ROBOTS_TXT.length || bytes[1] !== ROBOTS_TXT[1]) return false
    if (length > ROBOTS_TXT.length && bytes[ROBOTS_TXT.length] !== QUESTION_MARK) return false
    return ROBOTS_TXT.every((byte, at) => bytes[at] === byte)
  }
}

/** A crawl of /robots.txt is always permitted (C1). */
const ROBOTS_TXT_IS_OPEN = verdict('permitted', 'conventional')

function namesIn(meta: NonNullable<Facts['meta']>): readonly string[] {
  return [...new Set(meta.map(({ name }) => name).filter((name) => name !== 'robots'))]
}

function hasRules({ roots }: SiteProgram, slot: number): boolean {
  for (let at = slot; at < roots.length; at += SLOTS) if (roots[at] !== 0) return true
  return false
}

function evaluation(
  facts: Facts,
  profile: CrawlerProfile | null,
  leads: Agent['leads'],
): Evaluation {
  const dialect = facts.dialect ?? profile?.dialect ?? 'acap'
  return { profile, dialect, leads: leads[dialect] }
}
