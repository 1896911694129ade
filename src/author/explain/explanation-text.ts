/** Writes an explanation as text, with the lines of the author's files. */

import { cardSentence, type FiledCard } from '../../crawlers/agent-card.ts'
import { operatorName } from '../../crawlers/operators.ts'
import { policyTokenIn, tokenSentence } from '../../crawlers/policy-tokens.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { type Chain, ROLE_WORDS, type Step } from '../../decide/explain.ts'
import { type PageTerms, tagsToWrite } from '../../decide/page-terms.ts'
import { shownPlace } from '../../decide/read-place.ts'
import { nameAsSent } from '../../decide/reason.ts'
import type { Ruling } from '../../decide/ruling.ts'
import type { Assurance, Category } from '../../words/decision-words.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import { AuthorFiles } from './author-terms.ts'
import type { RequestExplanation } from './explain-request.ts'

const SURENESS: Readonly<Record<Exclude<Assurance, 'claimed'>, string>> = {
  signed: 'proven by its signature',
  network: 'proven by the address it comes from',
  failed: 'disproven: it does not come from an address that its operator publishes',
}

/**
 * The explanation as text. `folder` is where the site's files are, by their paths in `files`: it
 * shows their lines.
 */
export function explanationText(
  explanation: RequestExplanation,
  folder: string,
  files?: ReadonlyMap<string, Uint8Array>,
): string {
  const { kind, decision, chains, terms, notes } = explanation
  const { site, facts } = decision
  const author = new AuthorFiles(folder, site.config, files)
  // No client is a policy token, so for a token only the policy's decision is shown.
  const outcome =
    policyTokenIn(facts.userAgent) === undefined ? explanation.outcome : decision.outcome
  const paragraphs = [
    who(explanation),
    explanation.cards.map(reported).join(''),
    notes.map((note) => `note: ${note}\n`).join(''),
    [
      `${decision.usage} ${shownPlace(facts, site.config)}\n`,
      `${outcome.toUpperCase()}${verdictNote(explanation)}\n`,
      `${isTooLong(explanation) ? TOO_LONG : author.reasonOf(decision)}\n`,
    ].join(''),
    kind === 'exempt' ? '' : decision.fields.map((field) => frame(field, author)).join(''),
    kind === 'exempt' ? '' : levels(chains, author),
    tags(terms, site.config.embed),
    modeNote(explanation),
  ]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n')
}

function reported(card: FiledCard): string {
  const note = `${card.file}: nothing here proves it, and nothing is opened for it`
  return `${cardSentence(card)} (${note})\n`
}

/** P6: what is too long to be judged is refused, though its rules permit it. */
function isTooLong({ kind, outcome, decision }: RequestExplanation): boolean {
  return kind === 'crawler' && outcome === 'prohibited' && decision.outcome === 'permitted'
}

const TOO_LONG = 'This crawler may not fetch this page: its address is too long to be judged'

function modeNote({ mode, outcome, decision }: RequestExplanation): string {
  if (policyTokenIn(decision.facts.userAgent) !== undefined) return ''
  if (mode === 'off') return 'The policy is off here: the edge lets everything pass, as it is.\n'
  if (mode === 'enforce' || outcome === 'permitted') return ''
  return 'The site only observes here: the edge logs this decision and lets the request pass.\n'
}

const OLD_LIST_LACKS_IT =
  'claimed only: the list of its operator does not have this address, ' +
  'and is too old or faulty to disprove the name'
const OLD_LIST =
  'claimed only, not checked: the list of addresses is too old or faulty to disprove it; ' +
  'fetch it again with acap networks'
const SIGNATURES_UNREAD =
  'claimed only: signatures are not read here; the edge says in its refusal and its log what one lacks'

/** Operators that the registry knows often publish their addresses. */
function claimedOnly({ list, decision }: RequestExplanation): string {
  const isUnlisted = decision.facts.unlisted === true
  const rulesToo = `The rules for ${namelessOf(decision)} apply, too`
  if (isUnlisted && list === 'fresh')
    return `claimed only: no client on the Internet has its address, a proxy does. ${rulesToo}`
  if (isUnlisted) return `${OLD_LIST_LACKS_IT}. ${rulesToo}; acap networks fetches the list again`
  if (list === 'old') return OLD_LIST
  if (list === 'fresh')
    return 'claimed only, not checked: its address was not compared with the list of its operator'
  if (decision.agent.profile?.signatureAgents.length) return SIGNATURES_UNREAD
  const hint =
    decision.agent.operator === null
      ? ''
      : '; acap networks fetches the lists that operators publish'
  return `claimed only, not checked: there is nothing to check the name against${hint}`
}

function who(explanation: RequestExplanation): string {
  const { site, kind, decision } = explanation
  const { name, category, assurance } = decision.crawler
  const { declared, name: known } = decision.agent
  const claimed = known ?? declared ?? decision.facts.userAgent
  // A bare text has no name.
  const of = site === '' ? '' : `${site}: `
  const token = policyTokenIn(decision.facts.userAgent)
  if (token !== undefined) return `${of}${tokenSentence(token)}\n`
  if (kind === 'reader') {
    const header = `\`${decision.facts.userAgent}\``
    const unknown = `a reader. ${header} is not a crawler that the policy or the registry knows.`
    return `${of}${readerInWords(decision, unknown)}\n`
  }
  const operator = operatorName(decision.agent.operator)
  const sureness = assurance === 'claimed' ? claimedOnly(explanation) : SURENESS[assurance]
  const kindOf = category === null ? '' : ` (${category})`
  const from = `${operator === null ? '' : ` of ${operator}`}${kindOf}`
  if (assurance === 'failed') {
    const rules = `The rules for ${namelessOf(decision)} apply, and those for that name`
    return `${of}calls itself \`${claimed}\`${from}, ${sureness}. ${rules}: the stricter count\n`
  }
  const bot = declared === null ? '' : ', a bot by its own word'
  const called =
    (name && nameAsSent(name, decision.facts.userAgent)) ??
    `\`${claimed}\`${bot}, under the rules for any crawler`
  return `${of}${called}${from}, ${sureness}\n`
}

/** Who an unproven name is judged as, beside the name (I4). */
function namelessOf({ evaluations }: Ruling): string {
  return anybody(evaluations[0].leads[0]!.name)
}

const READERS: Partial<Readonly<Record<Category, string>>> = {
  monitor: 'a monitor: a reader unless the policy names it',
  feed: 'a feed reader: a reader unless the policy names it',
  preview: 'a fetcher of link previews: a reader unless the policy names it',
  library:
    'an HTTP library: a reader unless site.toml says `libraries = "crawler"` in `[identify]`',
}

/**
 * Why a client is a reader: `UptimeRobot is a monitor: …` and `ending` (I5), or `unknown` for
 * others.
 */
export function readerInWords({ agent, facts }: Ruling, unknown: string, ending = ''): string {
  const { name, category, declared } = agent
  const reason = category === null ? undefined : READERS[category]
  if (name !== null && reason !== undefined)
    return `${nameAsSent(name, facts.userAgent)} is ${reason}${ending}`
  return declared === null
    ? unknown
    : `${unknown} It declares itself \`${declared}\`, which makes it no crawler here.`
}

function verdictNote({ kind, decision }: RequestExplanation): string {
  if (kind === 'exempt') return ': it is served to everybody, before any rule'
  if (policyTokenIn(decision.facts.userAgent) !== undefined)
    return ': what the policy says to this token'
  if (kind === 'reader') return ': readers are never refused. A crawler would get this:'
  return ` (${decision.basis})`
}

/** A field as findings show it, and where crawlers read it. */
function frame(field: DecidingField, author: AuthorFiles): string {
  const { line } = field
  const margin = ' '.repeat(String(line ?? '  ').length)
  const place = author.pathOf(field)
  const [whole, text] = [author.lineOf(field), author.textOf(field)]
  const words = text === field.text ? '' : `: ${field.text}`
  const served =
    field.servedLine === undefined
      ? ''
      : `${margin} = line ${field.servedLine} of /${author.servedPath(field)} as served${words}\n`
  if (line === undefined) return `  ${place}: ${field.text}\n${served}`
  const marks = ' '.repeat(Math.max(0, whole.indexOf(text))) + '^'.repeat(text.length)
  const quoted = [
    `${margin}--> ${place}:${line}`,
    `${margin} |`,
    `${line} | ${whole}`,
    `${margin} | ${marks}`,
  ]
  return `${quoted.join('\n')}\n${served}`
}

function levels(chains: readonly Chain[], author: AuthorFiles): string {
  return chains
    .filter(({ steps, hasOwnGroup }) => steps.length > 0 || hasOwnGroup)
    .map(({ name, steps, hasOwnGroup }) => {
      const stepTexts = steps.map((each) => step(each, author)).join('')
      const title = `How the decision is made for ${anybody(name)}, strongest first:\n`
      return `${title}${stepTexts}${hasOwnGroup ? ownGroupNote(name) : ''}`
    })
    .join('\n')
}

function ownGroupNote(name: string): string {
  return `    robots.txt names ${name}: groups for others do not apply to it (RFC 9309, 2.2.1)\n`
}

function step(
  { place, names, bound, usage, outcome, deciding, beaten, role }: Step,
  author: AuthorFiles,
): string {
  const purpose = bound ? ', for its purpose' : ''
  const where = place === 'the page' ? 'the page or its route' : place
  const whom = `${names.map(anybody).join(', ')}${purpose}`
  const note = role === 'decides' ? '' : ` (${ROLE_WORDS[role]})`
  return [
    `  ${where} for ${whom}: ${usage} ${outcome}${note}\n`,
    ...deciding.map(
      (field) => `    ${role === 'decides' ? 'decides' : 'says'}  ${author.written(field)}\n`,
    ),
    ...beaten.map(
      (field) => `    beaten by a narrower or stricter field  ${author.written(field)}\n`,
    ),
  ].join('')
}

function anybody(name: string): string {
  if (name === '*') return 'any crawler'
  return name.startsWith(NAMELESS)
    ? `any crawler of the category \`${name.slice(NAMELESS.length)}\``
    : name
}

/** How a nameless crawler of a category is called (D). */
const NAMELESS = 'categories.'

const AUDIENCES: Readonly<Record<SiteConfig['embed']['audience'], string>> = {
  everyone: 'What the page tells crawlers',
  crawlers: 'What the page tells crawlers, and nobody else',
  nobody: 'What the page would tell crawlers if `audience` in site.toml were not `nobody`',
}

function tags(terms: PageTerms, embed: SiteConfig['embed']): string {
  const metas = tagsToWrite(terms, embed).map(
    ({ name, content }) => `  <META name="${name}" content="${content}">\n`,
  )
  if (metas.length === 0) return ''
  const words = embed.conventional && embed.headers ? terms.words.join(', ') : ''
  const header = words === '' ? '' : `  X-Robots-Tag: ${words} (where the answer is not HTML)\n`
  return `${AUDIENCES[embed.audience]}:\n${metas.join('')}${header}`
}
