/** Rules as an object, in the shape that web frameworks have → the text of a robots.txt. */

/** What a robots.txt says, by rules for crawlers. */
export interface RobotsRules {
  readonly rules: RobotsRule | readonly RobotsRule[]
  /** Addresses of sitemaps. */
  readonly sitemaps?: string | readonly string[]
}

interface RobotsRule {
  /** Default `*`, all crawlers. */
  readonly userAgent?: string | readonly string[]
  readonly allow?: string | readonly string[]
  readonly disallow?: string | readonly string[]
  /** Seconds between two pages. */
  readonly crawlDelay?: number
}

/**
 * The text of a robots.txt: a group for each rule, then the sitemaps.
 * @throws TypeError for a value that no line can have, and for rules that are none.
 */
export function robotsText({ rules, sitemaps = [] }: RobotsRules): string {
  const groups = [rules].flat().map((rule: RobotsRule) => groupText(rule))
  const addresses = [sitemaps].flat().map((each) => field('Sitemap', each))
  return [...groups, addresses.join('')].filter((part) => part !== '').join('\n')
}

function groupText({ userAgent = '*', allow = [], disallow = [], crawlDelay }: RobotsRule): string {
  const names = [userAgent].flat()
  if (names.length === 0) throw new TypeError('robotsText: `userAgent` names nobody')
  if (crawlDelay !== undefined && !(crawlDelay >= 0))
    throw new TypeError('robotsText: `crawlDelay` must be a number of seconds')
  const rules = [
    ...[allow].flat().map((path) => field('Allow', path)),
    ...[disallow].flat().map((path) => field('Disallow', path)),
  ]
  return [
    ...names.map((name) => field('User-agent', name)),
    // A group without a rule would take the names of the next one for its own.
    ...(rules.length > 0 ? rules : ['Disallow:\n']),
    ...(crawlDelay === undefined ? [] : [`Crawl-delay: ${crawlDelay}\n`]),
  ].join('')
}

function field(name: string, value: unknown): string {
  if (typeof value !== 'string' || /[\r\n#]/.test(value))
    throw new TypeError(
      `robotsText: a value of ${name} must be a string without line ends and \`#\``,
    )
  return value.trim() === '' ? `${name}:\n` : `${name}: ${value.trim()}\n`
}
