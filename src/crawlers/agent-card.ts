/**
 * Parses a Signature Agent Card (draft-meunier-webbotauth-registry-04, editor's copy of 20 August
 * 2026): what an agent says about itself. Nothing in it is checked or trusted, and it grants
 * nothing.
 */
import { isRecord } from '../base/check-argument.ts'
import { printableLine } from '../base/printable.ts'
import { matchesUserAgent } from '../words/name-token.ts'
import { foldCase } from '../words/path-form.ts'

/**
 * The content of a card (2.1, 2.2); null for what is absent. Members of a wrong type are ignored.
 */
interface AgentCard {
  readonly clientId: string | null
  readonly name: string | null
  readonly about: string | null
  readonly contacts: readonly string[]
  /** Where its keys are published. Keys inside the card are not read. */
  readonly keysAt: string | null
  /** User-Agents, as prefixes with `*`. */
  readonly userAgents: readonly string[]
  /** The name that it obeys in robots.txt. */
  readonly productToken: string | null
  /** Whether it says that it obeys robots.txt (RFC 9309). False if absent. */
  readonly obeysRobots: boolean
  readonly trigger: 'fetcher' | 'crawler' | null
  readonly purpose: string | null
  readonly content: string | null
  readonly rateControl: string | null
  readonly rate: string | null
  readonly addressesAt: string | null
}

export interface FiledCard extends AgentCard {
  readonly file: string
}

/** Parses a card. Returns a text that says what is wrong if it is not one. */
export function readAgentCard(value: unknown): AgentCard | string {
  if (!isRecord(value) || Object.keys(value).length === 0) return 'a card is an object with members'
  if ('jwks' in value && 'jwks_uri' in value)
    return 'a card has `jwks` or `jwks_uri`, never both (draft -04, 2.1.3)'
  const { web_bot_auth: bot } = value
  const own = isRecord(bot) ? bot : {}
  const agents = own['expected-user-agent']
  const trigger = textIn(own, 'trigger')
  return {
    clientId: httpsIn(value, 'client_id'),
    name: textIn(value, 'client_name'),
    about: httpsIn(value, 'client_uri'),
    contacts: textsOf(value.contacts),
    keysAt: httpsIn(value, 'jwks_uri'),
    userAgents: typeof agents === 'string' ? [agents] : textsOf(agents),
    productToken: textIn(own, 'rfc9309-product-token'),
    obeysRobots: own['rfc9309-compliance'] === true,
    trigger: trigger === 'fetcher' || trigger === 'crawler' ? trigger : null,
    purpose: textIn(own, 'purpose'),
    content: textIn(own, 'targeted-content'),
    rateControl: textIn(own, 'rate-control'),
    rate: textIn(own, 'rate-expectation'),
    addressesAt: httpsIn(own, 'ips_uri'),
  }
}

/**
 * Whether a card describes clients with this header, by its product token or one of its
 * User-Agents.
 */
export function isCardFor({ productToken, userAgents }: AgentCard, userAgent: string): boolean {
  const header = foldCase(userAgent)
  return (
    (productToken !== null && matchesUserAgent(foldCase(productToken), header)) ||
    userAgents.some((each) => beginsWith(foldCase(each).split('*'), header))
  )
}

/** Whether a text begins with the first part and contains the others in order. */
function beginsWith([first = '', ...others]: readonly string[], text: string): boolean {
  if (first === '' && others.every((part) => part === '')) return false
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** The card's content in one line. All of it is the agent's claim. */
export function cardSentence(card: AgentCard): string {
  const said = [
    card.trigger && CARD_TRIGGERS[card.trigger],
    card.purpose && `for ${quotedWords(card.purpose)}`,
    card.content && `looking for ${quotedWords(card.content)}`,
    card.obeysRobots ? 'obeys robots.txt' : 'does not say that it obeys robots.txt',
    card.productToken && `under the name ${quotedWords(card.productToken)}`,
    card.rate && `at ${quotedWords(card.rate)}`,
    card.rateControl && `slowed by ${quotedWords(card.rateControl)}`,
    card.addressesAt && `addresses at ${quotedWords(card.addressesAt)}`,
    card.keysAt && `keys at ${quotedWords(card.keysAt)}`,
    card.contacts.length > 0 && `contact ${card.contacts.map(quotedWords).join(', ')}`,
  ]
  const called = quotedWords(card.name ?? card.clientId ?? card.productToken ?? 'an agent')
  return `${called} says of itself: ${said.filter(Boolean).join('; ')}`
}

const CARD_TRIGGERS = {
  fetcher: 'fetches what its users ask for',
  crawler: 'crawls on its own',
} as const

const LONGEST_TEXT = 200

/** Quoted, shortened and on one line, because cards come from strangers. */
function quotedWords(text: string): string {
  const line = printableLine(text).replaceAll('`', "'")
  return `\`${line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line}\``
}

function textIn(from: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = from[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function httpsIn(from: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = textIn(from, name)
  const isSafe = value !== null && URL.canParse(value) && new URL(value).protocol === 'https:'
  return isSafe ? value : null
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
