/**
 * Findings about a policy as a whole: fields that contradict, shadow or miss each other. One row per file of checks/.
 */
import { didYouMean } from '../suggest.ts'
import { quote, row, words } from './row.ts'

export const POLICY_ROWS = {
  'non-ascii-pattern': row(
    'ACAP009',
    'note',
    `A request's path is ASCII: clients send other characters as percent-encoded UTF-8, and patterns are compared in
that form (P2, RFC 9309 2.2.2). Crawlers that compare bytes unchanged find no match.`,
    (text: string, form: string) => words(`${quote(text)} is matched as \`${form}\``, `write \`${form}\``),
  ),
  'comment-version': row(
    'ACAP024',
    'note',
    `The comment \`##ACAP version=\` tells people that a file holds ACAP records; it declares nothing (ACAP Part 1, 2.8,
2.10.3, V1). The version in force is that of the field \`ACAP-version\`, and 1.0 without one.`,
    (version: string, declared: string) =>
      words(
        `the comment declares nothing: the file is read as version ${declared}, not ${version}`,
        version === '1.1'
          ? 'write `ACAP-version: 1.1` if features of 1.1 are used'
          : `write \`##ACAP version=${declared}\``,
      ),
  ),
  'unused-definition': row(
    'ACAP048',
    'note',
    `No field uses this name, so the definition has no effect. Perhaps a field misspells the name, or omits the
parentheses of a local usage (ACAP Part 1, 2.4.1.3).`,
    (name: string, kind: 'usage' | 'set') =>
      words(
        `${quote(name)} is never used`,
        kind === 'set'
          ? `write \`the-acap:resource-set:${name}\` where it is meant`
          : `write \`ACAP-allow-(${name})\` where it is meant`,
      ),
  ),
  'lone-other': row(
    'ACAP049',
    'note',
    `\`disallow-other\` decides for every usage that no other field decides, but never for the crawl (L4): a crawler
must be able to fetch a page to use what it is permitted. Alone in a record it prohibits indexing, preserving and
presenting, but not the crawl.`,
    () =>
      words('this prohibits every usage except the crawl', 'add `ACAP-disallow-crawl` if crawlers should stay away'),
  ),
  'route-over-permission': row(
    'ACAP066',
    'error',
    `A route's crawl prohibition is published in every record and group of the generated robots.txt (E5). A permission
with a narrower pattern would win there. The robots.txt would then permit a crawl that the edge refuses.`,
    (pattern: string, match: string) =>
      words(
        `the route ${quote(match)} prohibits the crawl, and this permits ${quote(pattern)} inside it`,
        'remove the permission, or give the route a pattern that leaves it out',
      ),
  ),
  'route-contradiction': row(
    'ACAP067',
    'warning',
    `If two fields of one level contradict each other, the usage is prohibited (ACAP Part 2, 2.2.8, E2).`,
    (permission: string, prohibition: string) =>
      words(`${quote(permission)} never decides: the route also says ${quote(prohibition)}`, 'remove one of them'),
  ),
  'shadowed-route': row(
    'ACAP108',
    'warning',
    `If several routes match a page, only the narrowest applies, else the first (E4). So the second of two routes with
the same match never applies.`,
    (match: string, line: number) =>
      words(
        `this route never applies: the route in line ${line} has the same match, ${quote(match)}`,
        'merge the two routes, or give one of them another match',
      ),
  ),
  'space-in-pattern': row(
    'ACAP069',
    'warning',
    `A conventional rule has one pattern, and a request one path. White space is part of the pattern, as \`%20\` (P2).
Only ACAP's resource sets are lists of patterns.`,
    (value: string) =>
      words(
        `${quote(value)} is one pattern with white space in it`,
        'write one line for each pattern, or `%20` for an intended space',
      ),
  ),
  'relative-uri': row(
    'ACAP077',
    'warning',
    `\`Sitemap\` and \`License\` need an absolute URI. Crawlers ignore anything else.`,
    (name: string, value: string) =>
      words(
        value === '' ? `this \`${name}\` has no value` : `${quote(value)} is not an absolute URI`,
        'write `https://` and the host before the path',
      ),
  ),
  'malformed-signal': row(
    'ACAP078',
    'warning',
    `\`Content-Signal\` knows \`search\`, \`ai-input\` and \`ai-train\` with \`yes\` or \`no\`, and \`use\` with
\`immediate\`, \`reference\` or \`full\`. Crawlers ignore anything else. The line is served unchanged.`,
    (item: string, name: string, names: readonly string[], choices: readonly string[]) =>
      words(
        `${quote(item)} is not a signal`,
        choices.length === 0
          ? didYouMean(name, names, `write one of ${names.join(', ')}`)
          : `write \`${name}=\` with ${choices.join(' or ')}`,
      ),
  ),
  'malformed-preference': row(
    'ACAP079',
    'warning',
    `\`Content-Usage\` is an optional path and a list of categories with \`y\` or \`n\`: \`train-ai=n, search=y\` (the
drafts of AI Preferences). Crawlers ignore anything else. The line is served unchanged.`,
    (item: string) => words(`${quote(item)} is not a preference`, 'write a category with `=y` or `=n`'),
  ),
  contradiction: row(
    'ACAP080',
    'warning',
    `If fields of one level have equal patterns, the prohibition decides (L3), because neither is narrower (ACAP Part 1,
2.4.6). The permission and its qualifiers never apply.`,
    (usage: string, pattern: string, line: number) =>
      words(
        `this permission of ${usage} never decides: line ${line} prohibits ${quote(pattern)}`,
        'remove one of the two',
      ),
  ),
  'shadowed-field': row(
    'ACAP081',
    'warning',
    `Patterns are compared character by character: one that has ended is broader than \`$\`, \`$\` broader than \`*\`,
and \`*\` broader than a character (ACAP Part 1, 2.4.6, L3). \`/a/*\` is therefore narrower than \`/a/\` though both
match the same, and wins wherever both apply.`,
    (pattern: string, shadow: string, line: number) =>
      words(
        `${quote(pattern)} never decides: ${quote(shadow)} in line ${line} is narrower, and matches all that it matches`,
        'remove one of the two, or the wildcard at the end',
      ),
  ),
  'repeated-field': row(
    'ACAP082',
    'note',
    'Another line says the same to the same crawler. One line is easier to keep right.',
    (line: number) => words(`this repeats line ${line}`, 'remove this line'),
  ),
  'wider-permission': row(
    'ACAP083',
    'note',
    `A field for a named crawler overrides every matching field for more crawlers, even a narrower one (ACAP Part 1,
2.2.1, L1). So this crawler may fetch pages that are closed to the others. If you do not want that, repeat the
prohibition in its record.`,
    (name: string, pattern: string, prohibited: string) =>
      words(
        `${quote(pattern)} also opens ${quote(prohibited)} to \`${name}\`, which is prohibited to others`,
        'repeat the prohibition in this record if it is meant for this crawler too',
      ),
  ),
  disagreement: row(
    'ACAP085',
    'note',
    `For the same pattern the ACAP field decides for crawlers that know ACAP (ACAP Part 1, 2.10.2, C2), and the
conventional rule for all others. That may be intended, to let in only crawlers that understand the conditions.`,
    (pattern: string, effect: 'allow' | 'disallow', line: number) =>
      words(
        effect === 'allow'
          ? `${quote(pattern)} is open to crawlers that know ACAP, and closed to others by line ${line}`
          : `${quote(pattern)} is closed to crawlers that know ACAP, and open to others by line ${line}`,
        'write the same in both, unless this is what you want',
      ),
  ),
  'expired-date': row(
    'ACAP089',
    'warning',
    `\`until-\` permits through the end of that day in UTC; then the permission has expired and the usage is prohibited
(Q3).`,
    (date: string) =>
      words(`the permission expired on ${date}, so the usage is prohibited`, 'write a later date, or a prohibition'),
  ),
}
