/** SiteProgram → what answers questions about it, one at a time: it holds buffers. Made once per loaded program. */
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
  /** Whether some pattern must match up to the end of the target: `$`, a take-down (T1), a glob of 1996 (X1). */
  readonly hasAnchors: boolean
  readonly patternsEncode: boolean
  /** Whether some field takes a target down, and whether one asks for a new crawl (T1). */
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

  /** The decision on one question (docs/semantics.md, D). Never throws for a Program that this version compiled. */
  decide(facts: EngineFacts): Ruling {
    const agent = facts.agent ?? this.agents.asked(facts.userAgent)
    const usage = facts.usage === undefined ? CRAWL : usageIndex(facts.usage)
    this.levels.target.read(facts.target, facts.joined)
    const isRobotsTxt = this.#isRobotsTxt()
    const evaluations = this.#evaluations(facts, agent)
    const verdicts: Verdict[] = []
    for (const each of evaluations) verdicts.push(this.#evaluate(facts, each, usage, isRobotsTxt))
    // X3 and X4 are about the crawl, and never about /robots.txt.
    const paced = usage === CRAWL && !isRobotsTxt
    return new Ruling(this.lines, agent, facts, strictest(verdicts), evaluations, paced)
  }

  /** I4: an agent is evaluated as it says; a name that failed or is unlisted as a nameless crawler of its category, too. */
  #evaluations(facts: Facts, agent: Agent): Evaluations {
    const named = facts.meta === undefined ? NONE : namesIn(facts.meta)
    // Names in META make chains longer (E2).
    const leads =
      named.length === 0 ? agent.leads : this.agents.withMeta(agent, facts.userAgent, named)
    const claimed = evaluation(facts, agent.profile, leads)
    if (facts.assurance !== 'failed' && facts.unlisted !== true) return [claimed]
    return [evaluation(facts, null, this.agents.nameless(agent.category)), claimed]
  }

  /** What the fields of ACAP are asked, for the target that was read last. */
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
    // C3: a crawler that knows no ACAP asks none of its fields.
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
    // E2: the page's own fields about the crawl are not compared with conventional records.
    if (acap !== null && acap.rules.length === 0) return acap
    return this.conventional.compareWith(acap, lead)
  }

  /** L8: the crawl is evaluated for each purpose alone, and permitted if one evaluation permits. */
  #crawlForAny(question: Question, lead: Lead): Verdict {
    const verdicts = question.purposes.map((purpose) =>
      this.#crawl({ ...question, purposes: [purpose] }, lead),
    )
    const permits = verdicts.some(({ outcome }) => outcome === 'permitted')
    return combine(verdicts, permits ? 'permitted' : 'prohibited')
  }

  /** T1: every field that takes the target down for one of the names. */
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
    // Names share classes, and the matcher has room for each rule once.
    for (const { levels } of leads)
      for (const level of levels) for (const id of level.classes) classes.add(id)
    matcher.start()
    for (const id of classes) matcher.collect(this.site.roots[id * SLOTS + slot]!, target, ANY_CASE)
    return numbersOf(matcher.found, matcher.count)
  }

  /** T1: whether the policy asks this crawler to fetch the target again. */
  asksForRecrawl(facts: EngineFacts): boolean {
    if (!this.#asksForRecrawls) return false
    // As a nameless crawler where the name failed its check (I4).
    const { dialect, leads } = this.#evaluations(
      facts,
      facts.agent ?? this.agents.asked(facts.userAgent),
    )[0]
    if (dialect === 'rep') return false
    this.levels.target.read(facts.target, facts.joined)
    return this.#actions(RE_CRAWL_SLOT, leads).length > 0
  }

  /** Under whose terms the crawler of a crawl may do other things with the page (ACAP Part 1, 2.5.6.1). */
  licencesFor({ facts, verdict, evaluations }: Ruling): readonly string[] {
    if (!this.#namesLicences && facts.meta === undefined) return NONE
    // As a nameless crawler where the name failed its check: a name that is not proven is granted nothing (I4).
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
      // I2: none where any of the chains prohibits.
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

/** C1: a crawl of /robots.txt is permitted no matter what anything says. */
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
