/** Rules as an object, in the shape that web frameworks have → the text of a robots.txt. */
import { trimBlanks } from './lines.ts'

/** What a robots.txt says, by rules for crawlers: the shape that Next.js and Nuxt have. */
export interface RobotsRules {
  readonly rules: RobotsRule | readonly RobotsRule[]
  /** Addresses of sitemaps. @default none */
  readonly sitemaps?: string | readonly string[]
  /** The same, by the name that Next.js has for it. @default none */
  readonly sitemap?: string | readonly string[]
}

/** What crawlers of these names may fetch. */
export interface RobotsRule {
  /** @default '*', all crawlers */
  readonly userAgent?: string | readonly string[]
  /** Paths that may be fetched. @default none */
  readonly allow?: string | readonly string[]
  /** Paths that may not be fetched. @default none */
  readonly disallow?: string | readonly string[]
  /** Seconds between two pages. @default no line */
  readonly crawlDelay?: number
}

/**
 * The text of a robots.txt: a group for each rule, then the sitemaps.
 *
 * @example
 * robotsText({ rules: { userAgent: '*', disallow: '/private/' } }) // 'User-agent: *\nDisallow: /private/\n'
 * @param robots `{ rules, sitemaps }`, as Next.js has it.
 * @throws TypeError for a value that no line can have, for rules that are none, and for an unknown member.
 */
export function robotsText(robots: RobotsRules): string {
  const { rules, sitemaps = [], sitemap = [] }: Partial<RobotsRules> = robots ?? {}
  checkMembers(robots, ['rules', 'sitemaps', 'sitemap'])
  const groups = [rules].flat().map((rule) => groupText(rule))
  const addresses = [sitemaps, sitemap].flat(2).map((each) => field('Sitemap', each))
  return [...groups, addresses.join('')].filter((part) => part !== '').join('\n')
}

function groupText(rule: RobotsRule | undefined): string {
  if (typeof rule !== 'object' || rule === null)
    throw new TypeError('robotsText: `rules` must be a rule, or a list of them')
  checkMembers(rule, ['userAgent', 'allow', 'disallow', 'crawlDelay'])
  const { userAgent = '*', allow = [], disallow = [], crawlDelay } = rule
  const names = [userAgent].flat()
  if (
    names.length === 0 ||
    names.some((name) => typeof name === 'string' && trimBlanks(name) === '')
  )
    throw new TypeError('robotsText: `userAgent` names nobody')
  const delay = crawlDelay === undefined ? null : seconds(crawlDelay)
  const rules = [
    ...[allow].flat().map((path) => field('Allow', path)),
    ...[disallow].flat().map((path) => field('Disallow', path)),
  ]
  return [
    ...names.map((name) => field('User-agent', name)),
    // A group without a rule would take the names of the next one for its own.
    ...(rules.length > 0 ? rules : ['Disallow:\n']),
    ...(delay === null ? [] : [`Crawl-delay: ${delay}\n`]),
  ].join('')
}

/** A member that is misspelt would be a rule that is not written. */
function checkMembers(value: object | undefined, known: readonly string[]): void {
  const unknown = Object.keys(value ?? {}).find((member) => !known.includes(member))
  if (unknown !== undefined)
    throw new TypeError(`robotsText: unknown member \`${unknown}\`: one of ${known.join(', ')}`)
}

/** Without an exponent, which nobody reads. */
function seconds(delay: unknown): string {
  if (typeof delay === 'number' && delay >= 0 && delay < LONGEST_DELAY)
    return String(Math.round(delay * 1000) / 1000)
  throw new TypeError('robotsText: `crawlDelay` must be a number of seconds')
}

const LONGEST_DELAY = 1e9

function field(name: string, value: unknown): string {
  if (typeof value !== 'string' || /[\r\n#]/.test(value))
    throw new TypeError(
      `robotsText: a value of ${name} must be a string without line ends and \`#\``,
    )
  const written = trimBlanks(value)
  return written === '' ? `${name}:\n` : `${name}: ${written}\n`
}
