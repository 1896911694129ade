/**
 * What a caller of the library gives → facts that the engine can trust. Every entry point of the library calls it, so all
 * treat a target alike; the edge builds its own facts and does not pay for it.
 */
import { ASSURANCES } from '../vocabulary/decision-words.ts'
import { isUsage, USAGES } from '../vocabulary/usages.ts'
import type { Facts } from './decision.ts'

type Asked = Pick<Facts, 'userAgent' | 'target' | 'now'> & Partial<Facts>

interface FactForm {
  readonly member: Exclude<keyof Facts, 'userAgent' | 'target' | 'now' | 'usage'>
  readonly form: string
  isSo(value: unknown): boolean
}

const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isListOf = (value: unknown, isMember: (member: unknown) => boolean) =>
  Array.isArray(value) && value.every(isMember)
const isUsageName = (value: unknown) => isText(value) && isUsage(value as string)

const FACT_FORMS: readonly FactForm[] = [
  { member: 'agent', form: 'what `recognise` returns', isSo: (value) => isObject(value) && isObject(value.leads) },
  { member: 'joined', form: 'a list of paths', isSo: (value) => isListOf(value, isText) },
  { member: 'uri', form: 'a string', isSo: isText },
  { member: 'purposes', form: 'a list of strings', isSo: (value) => isListOf(value, isText) },
  { member: 'meta', form: 'a list of fields, of `readMeta`', isSo: (value) => isListOf(value, isEmbedded) },
  { member: 'elements', form: 'a list of fields, of `readClassToken`', isSo: (value) => isListOf(value, isElement) },
  { member: 'interprets', form: '`all`, `crawl-only` or `{ usages, qualifiers }`', isSo: isCapability },
  { member: 'dialect', form: '`acap` or `rep`', isSo: (value) => value === 'acap' || value === 'rep' },
  { member: 'application', form: 'a string', isSo: isText },
  {
    member: 'assurance',
    form: `one of ${ASSURANCES.map((each) => `\`${each}\``).join(', ')}`,
    isSo: (value) => ASSURANCES.some((each) => each === value),
  },
]

function isElement(value: unknown): boolean {
  return isObject(value) && isUsageName(value.usage) && (value.effect === 'allow' || value.effect === 'disallow')
}

function isEmbedded(value: unknown): boolean {
  if (!isElement(value)) return false
  const { name, purposes, qualifiers } = value as Record<string, unknown>
  return isText(name) && isListOf(purposes, isText) && isListOf(qualifiers, isObject)
}

function isCapability(value: unknown): boolean {
  if (value === 'all' || value === 'crawl-only') return true
  return isObject(value) && isListOf(value.usages, isUsageName) && isListOf(value.qualifiers, isText)
}

/**
 * The same facts with a path as their target.
 * @throws TypeError that names the first fact that is missing or wrong, and says what it must be.
 */
export function checkFacts<T extends Asked>(facts: T): T {
  if (typeof facts !== 'object' || facts === null)
    throw new TypeError('the question must be `{ userAgent, target, now }`')
  const { userAgent, now, usage }: Asked = facts
  if (typeof userAgent !== 'string') throw new TypeError('`userAgent` must be a string; empty where there is none')
  if (!Number.isFinite(now)) throw new TypeError('`now` must be milliseconds since 1970, such as `Date.now()`')
  if (usage !== undefined && !isUsage(usage))
    throw new TypeError(`unknown usage \`${String(usage)}\`: one of ${USAGES.join(', ')}`)
  for (const { member, form, isSo } of FACT_FORMS) {
    const value: unknown = facts[member]
    if (value !== undefined && !isSo(value)) throw new TypeError(`\`${member}\` must be ${form}`)
  }
  return withPath(facts)
}

/**
 * The same question with the path and query of a full URL as its target, and the URL as its `uri`; a fragment never
 * travels. @throws TypeError for a target that is neither a path nor a URL.
 */
function withPath<T extends Pick<Facts, 'target' | 'uri'>>(facts: T): T {
  const { target, uri }: Pick<Facts, 'target' | 'uri'> = facts
  if (typeof target !== 'string') throw new TypeError(`\`target\` must be ${TARGET}`)
  if (target.startsWith('/')) return facts
  const [, home, rest] = FULL_URL.exec(target) ?? []
  if (home === undefined || rest === undefined) throw new TypeError(`\`${target}\` is no target: give ${TARGET}`)
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return { ...facts, uri: uri ?? home + path, target: path }
}

const TARGET = 'a path that begins with `/`, or an http or https URL'

/** Scheme and host, and what stands behind them up to a fragment. */
const FULL_URL = /^(https?:\/\/[^/?#\\\s]+)([^#]*)/i
