/** Writes a robots.txt from rules as objects, in the shape that web frameworks use. */
import { checkMembers } from '../../base/check-argument.ts'
import { trimBlanks } from './lines.ts'

/** The rules of a robots.txt, in the shape of Next.js and Nuxt. */
export interface RobotsRules {
  readonly rules: RobotsRule | readonly RobotsRule[]
  /** Addresses of sitemaps. @default none */
  readonly sitemaps?: string | readonly string[]
  /** The same under the name that Next.js uses. @default none */
  readonly sitemap?: string | readonly string[]
}

/** What these crawlers may fetch. */
export interface RobotsRule {
  /** @default '*', all crawlers */
  readonly userAgent?: string | readonly string[]
  /** Paths that may be fetched: each begins with `/` or `*`. @default none */
  readonly allow?: string | readonly string[]
  /**
   * Paths that may not be fetched: each begins with `/` or `*`, or is empty, for none. @default
   * none
   */
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
 * @throws TypeError for a value that no line can have, for a path that never matches, for rules
 * that are none, and for an unknown member.
 */
export function robotsText(robots: RobotsRules): string {
  const { rules, sitemaps = [], sitemap = [] }: Partial<RobotsRules> = robots ?? {}
  checkMembers('robotsText', robots, ['rules', 'sitemaps', 'sitemap'])
  const groups = [rules].flat().map((rule) => `${groupLines('robotsText', rule).join('\n')}\n`)
  const addresses = [sitemaps, sitemap]
    .flat(2)
    .map((each) => `${field('robotsText', 'Sitemap', each)}\n`)
  return [...groups, addresses.join('')].filter((part) => part !== '').join('\n')
}

/** The lines of a group. @throws TypeError in the caller's name for an invalid rule */
export function groupLines(caller: string, rule: RobotsRule | undefined): readonly string[] {
  if (typeof rule !== 'object' || rule === null)
    throw new TypeError(`${caller}: \`rules\` must be a rule, or a list of them`)
  checkMembers(caller, rule, ['userAgent', 'allow', 'disallow', 'crawlDelay'])
  const { userAgent = '*', allow = [], disallow = [], crawlDelay } = rule
  const names = [userAgent].flat()
  if (
    names.length === 0 ||
    names.some((name) => typeof name === 'string' && trimBlanks(name) === '')
  )
    throw new TypeError(`${caller}: \`userAgent\` names nobody`)
  const delay = crawlDelay === undefined ? null : seconds(caller, crawlDelay)
  const rules = [
    ...[allow].flat().map((path) => pathField(caller, 'Allow', path)),
    ...[disallow].flat().map((path) => pathField(caller, 'Disallow', path)),
  ]
  return [
    ...names.map((name) => field(caller, 'User-agent', name)),
    // A group without a rule would get the next group's rules.
    ...(rules.length > 0 ? rules : ['Disallow:']),
    ...(delay === null ? [] : [`Crawl-delay: ${delay}`]),
  ]
}

/** Without an exponent, which no parser reads. */
function seconds(caller: string, delay: unknown): string {
  if (typeof delay === 'number' && delay >= 0 && delay < LONGEST_DELAY)
    return String(Math.round(delay * 1000) / 1000)
  throw new TypeError(`${caller}: \`crawlDelay\` must be a number of seconds`)
}

const LONGEST_DELAY = 1e9

/** A rule; its path begins with `/` or `*`, or is empty: any other never matches. */
function pathField(caller: string, name: string, path: unknown): string {
  const line = field(caller, name, path)
  if (/^\w+:(?: [/*]|$)/.test(line)) return line
  throw new TypeError(`${caller}: \`${line}\` never matches: begin the path with \`/\` or \`*\``)
}

function field(caller: string, name: string, value: unknown): string {
  if (typeof value !== 'string' || /[\r\n#]/.test(value))
    throw new TypeError(
      `${caller}: a value of ${name} must be a string without line ends and \`#\``,
    )
  const written = trimBlanks(value)
  return written === '' ? `${name}:` : `${name}: ${written}`
}
