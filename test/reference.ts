/**
 * docs/semantics.md as an executable text: a checked policy and one question → the decision, by the obvious loops. It
 * is slow, and it knows nothing of the compiled form: the engine is held to it, not the other way round.
 */
import type { AcapRecord, ConventionalGroup, Policy } from '../src/language/policy/policy.ts'
import type { Interprets } from '../src/words/restriction.ts'
import type { CrawlerProfile } from '../src/words/site-config.ts'
import type { Usage } from '../src/words/usages.ts'
import {
  decideByRules,
  groupFor,
  type MergedGroup,
  permitsOnlyWhatItAllows,
} from './reference/conventional.ts'
import {
  asInterpreted,
  atThisTimeAndPlace,
  elementFields,
  embeddedFields,
  type Field,
  inScope,
  recordFields,
  routeNames,
} from './reference/fields.ts'
import { headerText } from './reference/header-text.ts'
import { decideByLevels, type Found } from './reference/levels.ts'
import {
  byLength,
  type Chain,
  chains,
  matchesNoHeader,
  nameMatches,
  stands,
} from './reference/names.ts'
import { fold, isNarrower, targetForm } from './reference/patterns.ts'
import type { Answer, Question, Source, Verdict } from './reference/question.ts'
import { commentsOf, directivesFor, rateAt, visitingTime } from './reference/settings.ts'
import { combine, distinct, permitted, prohibited, verdictOf } from './reference/verdicts.ts'

/** What is known once a question has been held against a policy, before any level is asked. */
interface Asked {
  readonly target: string
  /** The target, and those whose fields are found together with its own (P6). */
  readonly targets: readonly string[]
  /** P3, T1: what site.toml says of paths. */
  readonly config: Policy['config']
  readonly userAgent: string
  readonly now: number
  readonly purposes: readonly string[]
  /** The names that its User-Agent carries (I1). */
  readonly names: readonly string[]
  readonly fields: readonly Field[]
  /** The ACAP records and conventional groups in force for it. */
  readonly records: readonly AcapRecord[]
  readonly groups: readonly ConventionalGroup[]
}

/** A leading name's chain, and the conventional group that C1 selects for it. */
interface Lead {
  readonly chain: Chain
  readonly group: MergedGroup | null
}

/** The decision on one question (D), which the page's own `noindex` can only make stricter. */
export function decideByReference(policy: Policy, question: Question): Answer {
  const answer = decideByPolicy(policy, question)
  const { userAgent, now, robotsTerms = [] } = question
  const fields = robotsTerms.flatMap(({ place, agent, word, value, text }) => {
    const isOver = word === 'unavailable_after' && Date.parse(value ?? '') <= now
    const isClosed = word === 'noindex' || word === 'none' || isOver
    if (!isClosed || !(agent === '*' || stands(agent, headerText(userAgent)))) return []
    return [{ source: place === 'META' ? 'meta' : place, text }]
  })
  if (answer.usage !== 'index' || answer.outcome === 'prohibited' || fields.length === 0)
    return answer
  return { ...answer, outcome: 'prohibited', basis: 'robots-meta', fields, restrictions: [] }
}

/** I4: a failed or unlisted name is evaluated without the name and as what it claims. */
function decideByPolicy(policy: Policy, question: Question): Answer {
  const { assurance, unlisted, ...asClaimed } = question
  if (assurance !== 'failed' && unlisted !== true) return decideAs(policy, asClaimed)
  const answers = [decideNameless(policy, asClaimed), decideAs(policy, asClaimed)] as const
  const rates = answers.flatMap(({ rate }) => rate?.seconds ?? [])
  return {
    ...answers[0],
    ...combine(answers, ['prohibited', 'deferred', 'permitted']),
    rate: rates.length > 0 ? { seconds: Math.max(...rates) } : null,
    comments: distinct(answers.flatMap(({ comments }) => comments)),
  }
}

/** I4, I6: by the rules for `*`, and by those for the category of the name, as if these addressed the crawler by a name. */
function decideNameless(policy: Policy, question: Question): Answer {
  const category = profileOf(policy, question.userAgent)?.category ?? null
  const own = (policy.nameless ?? []).find((each) => each.category === category)
  if (own === undefined) return decideAs(policy, { ...question, userAgent: '' })
  const forAny = (names: readonly string[]) => names.map((name) => (name === '*' ? name : ''))
  const groupsForAny = (groups: Policy['groups']) => [
    ...groups.map((group) => ({ ...group, tokens: forAny(group.tokens) })),
    ...own.groups,
  ]
  const alone = {
    ...policy,
    config: { ...policy.config, crawlers: {} },
    groups: groupsForAny(policy.groups),
    repGroups: groupsForAny(policy.repGroups),
    records: [
      ...policy.records.map((record) => ({ ...record, names: forAny(record.names) })),
      ...own.records,
    ],
    routes: policy.routes.map((route) => ({
      ...route,
      fields: route.fields.filter(({ name }) => name === 'robots'),
    })),
  }
  return decideAs(alone, { ...question, userAgent: own.token })
}

/** The decision on one question for somebody whose name counts. */
function decideAs(policy: Policy, question: Question): Answer {
  const usage = question.usage ?? 'crawl'
  const asked = prepare(policy, question)
  const leads = chains(asked.names).map((chain) => ({
    chain,
    group: groupFor(asked.groups, chain),
  }))
  const verdict = overall(asked, usage, leads)
  // X3, X4 speak of the crawl, and never of /robots.txt.
  const paced =
    usage === 'crawl' && !isRobotsTxt(asked.target) ? leads.map(({ group }) => group) : []
  const rates = paced.flatMap((group) => rateAt(group, asked.now)?.seconds ?? [])
  const { application } = question
  return {
    usage,
    ...verdict,
    restrictions: verdict.outcome === 'permitted' ? verdict.restrictions : [],
    rate: rates.length > 0 ? { seconds: Math.max(...rates) } : null,
    comments: distinct(paced.flatMap(commentsOf)),
    ...(application === undefined
      ? {}
      : { directives: directivesFor(leads[0]!.group, application, asked.target) }),
  }
}

/** L8, F1, C2, C3: what of the policy and the page is there for this crawler. */
function prepare(policy: Policy, question: Question): Asked {
  const targets = [question.target, ...(question.joined ?? [])].map(targetForm)
  const target = targets[0]!
  const { userAgent } = question
  const profile = profileOf(policy, userAgent)
  const interprets: Interprets = question.interprets ?? profile?.interprets ?? 'all'
  const knowsAcap = (question.dialect ?? profile?.dialect ?? 'acap') === 'acap'
  const conventional = knowsAcap
    ? policy.ignoresConventional
      ? []
      : policy.groups
    : policy.repGroups
  const isTheirs = (name: string) =>
    name === '*' || nameMatches(name, userAgent, phrasesOf(policy, name))
  const isInHeader = (name: string) =>
    isWritten(policy, name) && !matchesNoHeader(name, phrasesOf(policy, name))
      ? isTheirs(name)
      : stands(name, headerText(userAgent))
  // Settings bind to tokens by their place (R4), so a token of somebody else leaves its place empty.
  const groups = conventional
    .filter((group) => inScope(group.scope, userAgent))
    .map((group) => ({
      ...group,
      tokens: group.tokens.map((token) => (isTheirs(token) ? token : '')),
    }))
  const records = (knowsAcap ? policy.records : [])
    .filter((record) => inScope(record.scope, userAgent))
    .map((record) => ({ ...record, names: record.names.filter(isTheirs) }))
  const embedded = knowsAcap ? embeddedFields(policy, question, targets) : []
  const elements = knowsAcap ? elementFields(question, interprets) : []
  return {
    target,
    targets,
    config: policy.config,
    userAgent,
    now: question.now,
    purposes: question.purposes ?? profile?.purposes ?? [],
    names: distinctNames([
      ...records.flatMap((record) => record.names),
      ...groups.flatMap((group) => group.tokens),
      ...(knowsAcap ? routeNames(policy).filter(isTheirs) : []),
      // A page's META tags name the crawlers that their name stands for.
      ...embedded
        .filter(({ source }) => source.source === 'meta')
        .flatMap(({ names }) => names.filter(isInHeader)),
    ]),
    fields: [...recordFields(records), ...embedded, ...elements]
      .map((field) => atThisTimeAndPlace(field, question))
      .flatMap((field) => asInterpreted(field, interprets) ?? []),
    records,
    groups,
  }
}

/** Whether the policy has a name: what it says of whom the name stands for counts for the page's META tags, too (I2). */
function isWritten(policy: Policy, name: string): boolean {
  const { records, groups, routes, config, ignoresConventional } = policy
  return (
    records.some(({ names }) => names.includes(name)) ||
    // C2: what is ignored is dropped with its names.
    (!ignoresConventional && groups.some(({ tokens }) => tokens.includes(name))) ||
    routes.some(({ fields }) => fields.some((field) => field.name === name)) ||
    Object.hasOwn(config.crawlers, name)
  )
}

/** C1: the rows of words that a name is written in; null where the policy has it in any other way. */
function phrasesOf(
  { records, groups, repGroups, routes, config }: Policy,
  name: string,
): readonly string[] | null {
  const inGroups = [...groups, ...repGroups].filter(({ tokens }) => tokens.includes(name))
  const alone =
    records.some(({ names }) => names.includes(name)) ||
    routes.some(({ fields }) => fields.some((field) => field.name === name)) ||
    Object.hasOwn(config.crawlers, name) ||
    inGroups.some(({ phrases }) => !phrases.has(name))
  return alone || inGroups.length === 0
    ? null
    : inGroups.flatMap(({ phrases }) => phrases.get(name) ?? [])
}

function distinctNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== '*' && name !== '')
}

/** L8, F1, C3: the profile in site.toml of the longest name that the header carries. */
function profileOf(policy: Policy, userAgent: string): CrawlerProfile | undefined {
  const profiles = policy.config.crawlers
  return profiles[
    byLength(Object.keys(profiles).filter((name) => nameMatches(name, userAgent)))[0] ?? ''
  ]
}

/** `/robots.txt` (C1), take-down for any name of the crawler's (T1), then each leading name with its own chain (I2). */
function overall(asked: Asked, usage: Usage, leads: readonly Lead[]): Verdict {
  if (usage === 'crawl' && isRobotsTxt(asked.target)) return permitted('conventional')
  const requests = leads.flatMap(({ chain }) => takeDowns(asked, chain))
  if (requests.length > 0) return prohibited('take-down', distinct(requests))
  const verdicts = leads.map((lead) => decideForLead(asked, usage, lead))
  return combine(verdicts, ['prohibited', 'deferred', 'permitted'])
}

/** L6: a usage is permitted only if the crawl is, before X2; its own prohibition comes first. */
function decideForLead(asked: Asked, usage: Usage, { chain, group }: Lead): Verdict {
  const crawl = crawlVerdict(asked, chain, group)
  if (usage === 'crawl') return atVisitingTime(crawl, asked.now, group)
  const own = verdictOf(decideByLevels(asked.fields, usage, asked.targets, chain, asked.purposes))
  return own.outcome === 'permitted' && crawl.outcome === 'prohibited' ? crawl : own
}

/** L8: the crawl is evaluated for each purpose alone, and permitted if one evaluation permits. */
function crawlVerdict(asked: Asked, chain: Chain, group: MergedGroup | null): Verdict {
  if (isRobotsTxt(asked.target)) return permitted('conventional')
  const each = asked.purposes.length === 0 ? [[]] : asked.purposes.map((purpose) => [purpose])
  const verdicts = each.map((purposes) => {
    const found = decideByLevels(asked.fields, 'crawl', asked.targets, chain, purposes)
    return againstConventional(found, asked, group)
  })
  return combine(verdicts, ['permitted', 'prohibited'])
}

/** C2: what ACAP decided is held against the conventional records; E2: what the page itself says is not. */
function againstConventional(
  found: Found | null,
  asked: Asked,
  group: MergedGroup | null,
): Verdict {
  if (group === null || found?.fields.some((field) => field.embedded)) return verdictOf(found)
  const rules = decideByRules(group, asked.targets, asked.config.folds.includes('case'))
  if (rules === null)
    return found === null && permitsOnlyWhatItAllows(group)
      ? prohibited('conventional')
      : verdictOf(found)
  const sources = rules.rules.map((rule) => rule.origin)
  const conventional =
    rules.effect === 'allow'
      ? permitted('conventional', sources)
      : prohibited('conventional', sources)
  if (found === null) return conventional
  if (found.effect === rules.effect) return verdictOf(found)
  const narrower = rules.rules.some((rule) =>
    found.fields.every((field) => isNarrower(rule.pattern, field.pattern)),
  )
  return narrower ? conventional : verdictOf(found)
}

/** X2: outside the visiting times a crawl that is permitted is deferred. */
function atVisitingTime(crawl: Verdict, now: number, group: MergedGroup | null): Verdict {
  const closed = crawl.outcome === 'permitted' ? visitingTime(group, now) : null
  if (closed === null) return crawl
  return { outcome: 'deferred', basis: 'deferred', restrictions: [], ...closed }
}

/** T1: the action requests that take this resource down for a name of the chain. */
function takeDowns(asked: Asked, chain: Chain): readonly Source[] {
  return asked.records
    .filter((record) => record.names.some((name) => chain.flat().includes(name)))
    .flatMap((record) => record.actions)
    .filter((request) => request.action === 'take-down' && isTakenDown(request.path, asked))
    .map((request) => request.origin)
}

/** T1: with `take-down-query = "any"` a value without a query counts for its path with any query. */
function isTakenDown(path: string, { targets, config }: Asked): boolean {
  const anyQuery = config.takeDownQuery === 'any' && !path.includes('?')
  return targets.some((target) => fold(path) === fold(anyQuery ? target.split('?')[0]! : target))
}

/** C1: the path `/robots.txt`, with or without query. */
function isRobotsTxt(target: string): boolean {
  return target.split('?')[0] === '/robots.txt'
}
