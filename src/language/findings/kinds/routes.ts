/** Findings: fields of routes. */
import { type KindOfFinding, quote, words } from '../words.ts'

export const ROUTES_FINDINGS = {
  'route-field-form': {
    code: 'ACAP056',
    severity: 'error',
    words: (field: string, lacks: 'name' | 'usage') =>
      words(
        {
          name: `${quote(field)} is ignored: the text before its colon is not a crawler's name`,
          usage: `${quote(field)} is ignored: it holds neither \`allow-USAGE\` nor \`disallow-USAGE\``,
        }[lacks],
        {
          name: 'write a name there; for any crawler, write neither name nor colon',
          usage: 'write one, as `disallow-index`, or `NAME: disallow-index` for one crawler',
        }[lacks],
      ),
    explain:
      "Each of a route's fields is the content of a META tag without the word ACAP: an " +
      'optional crawler name and colon, an optional usage purpose, then `allow-USAGE` with ' +
      'its qualifiers, or `disallow-USAGE` (E4).',
  },
  'route-allows-crawl': {
    code: 'ACAP058',
    severity: 'error',
    words: (field: string) =>
      words(
        `a route cannot permit the crawl, as ${quote(field)} does`,
        'write the permission in robots.txt, or use `location`',
      ),
    explain:
      'A route may only prohibit the crawl, or bind it to a location (E5). Before its ' +
      'first request for a page, a crawler can learn only from robots.txt that it may ' +
      'fetch it.',
  },
  'route-over-permission': {
    code: 'ACAP066',
    severity: 'error',
    words: (permitted: string, match: string) =>
      words(
        `the route ${quote(match)} prohibits the crawl, and this permits ${quote(permitted)} inside it`,
        'remove the permission, or give the route a pattern that leaves it out',
      ),
    explain:
      "A route's crawl prohibition is published in every record and group of the generated " +
      'robots.txt (E5). A permission with a narrower pattern would win there. The ' +
      'robots.txt would then permit a crawl that the edge refuses.',
  },
  'route-contradiction': {
    code: 'ACAP067',
    severity: 'warning',
    words: (permission: string, prohibition: string) =>
      words(
        `${quote(permission)} never decides: the route also says ${quote(prohibition)}`,
        'remove one of them',
      ),
    explain:
      'If two fields of one level contradict each other, the usage is prohibited (ACAP ' +
      'Part 2, 2.2.8, E2).',
  },
  'shadowed-route': {
    code: 'ACAP108',
    severity: 'warning',
    words: (match: string, earlierLine: number) =>
      words(
        `this route never applies: the route in line ${earlierLine} has the same match, ${quote(match)}`,
        'merge the two routes, or give one of them another match',
      ),
    explain:
      'If several routes match a page, only the narrowest applies, else the first (E4). So ' +
      'the second of two routes with the same match never applies.',
  },
  'take-down-query': {
    code: 'ACAP117',
    severity: 'note',
    words: (path: string, more: number) =>
      words(
        more === 0
          ? `the take-down of ${quote(path)} does not count for ${quote(`${path}?x`)}`
          : `the take-downs of ${quote(path)} and ${more} more do not count where a query follows`,
        'write `take-down-query = "any"` under `[paths]` in site.toml',
      ),
    explain:
      'A take-down counts for exactly the path and query that it names (T1). With another ' +
      'query, as in `/gone.html?x`, most servers still send the page. `take-down-query = ' +
      '"any"` in site.toml makes take-downs without a query count for their paths with any ' +
      'query.',
  },
  'published-embargo': {
    code: 'ACAP144',
    severity: 'warning',
    words: (match: string) =>
      words(
        `the served robots.txt tells everybody of ${quote(match)} before its date`,
        '`published = false` refuses without naming the path; `published = true` says that it may be known',
      ),
    explain:
      'The crawl prohibition of a route is published in the served robots.txt, so that ' +
      'crawlers which honour it need not be refused (E5). Everybody can read that file. A ' +
      'path under an embargo, whose name already says what will be there, is better not ' +
      'published: crawlers that ask for it are refused all the same.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>
