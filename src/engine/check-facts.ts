/**
 * What a caller of the library gives → facts that the engine can trust. Every entry point of the library calls it, so all
 * treat a target alike; the edge builds its own facts and does not pay for it.
 */
import { isUsage, USAGES } from '../vocabulary/usages.ts'
import type { Facts } from './facts.ts'

/** The members that every question has. */
type Asked = Pick<Facts, 'userAgent' | 'target' | 'now' | 'usage' | 'uri'>

/**
 * The same facts with a path as their target.
 * @throws TypeError for an unknown usage, and for a `userAgent`, `target` or `now` that is missing or wrong.
 */
export function checkFacts<T extends Asked>(facts: T): T {
  if (typeof facts !== 'object' || facts === null)
    throw new TypeError('the question must be `{ userAgent, target, now }`')
  const { userAgent, now, usage }: Asked = facts
  if (typeof userAgent !== 'string') throw new TypeError('`userAgent` must be a string; empty where there is none')
  if (!Number.isFinite(now)) throw new TypeError('`now` must be milliseconds since 1970, such as `Date.now()`')
  if (usage !== undefined && !isUsage(usage))
    throw new TypeError(`unknown usage \`${String(usage)}\`: one of ${USAGES.join(', ')}`)
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
