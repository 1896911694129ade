/**
 * What may be a name in a list of crawlers. Lists are made by many hands: a name that readers send, or that stands for no
 * crawler in particular, would turn people into crawlers.
 */
import { policyToken } from './policy-tokens.ts'
import { isReadersName, SHARED_NAMES } from './reader-words.ts'

/** Words of no crawler in particular, beside those of readers' headers; then words of devices and of programs that people use. */
const NO_NAMES: ReadonlySet<string> = new Set(
  'spider bot robot crawler compatible http operator code cursor trae nitro speedy username'.split(' '),
)

/** Why a name is left out by which readers would be crawlers. */
export const READERS_SEND_IT = 'readers send it'

const SHORTEST = 3
const LONGEST = 64

/** Letters, digits, and the signs that names of crawlers have. No sign of an expression, a URL or a mail address is among them. */
const NAME = /^[a-z0-9_!][a-z0-9_!.&' -]*[a-z0-9_!]$/

/** Whether a name in lower case may stand for a crawler. */
export function isCrawlersName(name: string): boolean {
  return faultOfName(name) === null
}

/** Why a name in lower case may stand for no crawler; null where it may. */
function faultOfName(name: string): string | null {
  if (isReadersName(name)) return READERS_SEND_IT
  if (NO_NAMES.has(name)) return 'it names no crawler in particular'
  if (name.length < SHORTEST && !SHARED_NAMES.has(name)) return 'it is too short'
  return null
}

/** The same for a name that somebody publishes, which may hold anything. */
export function faultOfForeignName(name: string): string | null {
  if (name.length > LONGEST) return `it is longer than ${LONGEST} characters`
  if (policyToken(name) !== undefined) return 'no request carries it'
  return NAME.test(name) ? faultOfName(name) : 'it is not a name'
}
