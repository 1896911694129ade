/**
 * Findings about what extends conventional groups (X1-X3, A1).
 */
import { listed, quote, row, words } from './row.ts'

/** How many patterns a message names. */
const MOST_PATTERNS = 3

export const CONVENTIONAL_ROWS = {
  'replaced-rules': row(
    'ACAP106',
    'warning',
    `A crawler uses one group: the one with the longest name that matches, else the group for \`*\` (RFC 9309 2.2.1,
C1). Its own group replaces the group for \`*\`. So pages that only the group for \`*\` closes are open to this crawler.
A group that opens everything with \`Disallow:\` or \`Allow: /\` is not reported. Nor is anything in a file with so
many long rules that comparing them all would take too long.`,
    (name: string, others: number, patterns: readonly string[]) => {
      const more = patterns.length - MOST_PATTERNS
      const shown = patterns.slice(0, MOST_PATTERNS).map(quote)
      const who =
        others === 0 ? `${quote(name)} does` : `${quote(name)} and ${others} other${others === 1 ? '' : 's'} do`
      const open = listed(more > 0 ? [...shown, `${more} more`] : shown)
      return words(
        `${who} not read the rules for \`*\`, so ${open} ${patterns.length === 1 ? 'is' : 'are'} open here`,
        'repeat those rules in this group, or write `Allow: /` if everything else may be fetched',
      )
    },
  ),
  'tied-rules': row(
    'ACAP107',
    'warning',
    `The longest rule that matches a path decides. If two are equally long, the Allow decides (RFC 9309 2.2.2, C1).
Parsers older than RFC 9309 use the first line instead. In a file with very many rules, only equal patterns are
compared.`,
    (pattern: string, allow: string, line: number) =>
      words(
        pattern === allow
          ? `line ${line} allows ${quote(pattern)} as well, and the Allow decides`
          : `line ${line} allows ${quote(allow)}, which is as long, and the Allow decides where both match`,
        'remove one of the two, or make the one that should decide longer',
      ),
  ),
  'ignored-rate': row(
    'ACAP123',
    'warning',
    `Google's crawlers read neither \`Crawl-delay\` nor \`Request-rate\` (docs/interop.md). They come as fast as before, and
where the site enforces, each request above the rate gets 429 (X3). After days of 429, Google crawls less and drops
pages. A group for \`*\` applies to Googlebot unless it has a group of its own.`,
    (field: string, isOwn: boolean) =>
      words(
        `\`Googlebot\` ignores \`${field}\` and gets 429 for requests above this rate once the site enforces`,
        isOwn
          ? 'remove the rate from the group of Googlebot'
          : 'give `Googlebot` a group of its own, with the same rules and without the rate',
      ),
  ),
  'malformed-robot-version': row(
    'ACAP070',
    'warning',
    `\`Robot-version\` is a number such as \`2.0\`. With any other value the group is read by RFC 9309 (X1).`,
    (value: string) =>
      words(`${quote(value)} is not a version, so the group is read by RFC 9309`, 'write `2.0`, or `1.0`'),
  ),
  'experimental-robot-version': row(
    'ACAP071',
    'warning',
    `An odd minor version is experimental, and the standard of 1996 asks robots to ignore such a group: its names use the
group of the next-longest matching token, or that of \`*\` (X1).`,
    (value: string) =>
      words(
        `version ${quote(value)} is experimental, so crawlers ignore the group`,
        'write an even minor version, such as `2.0`',
      ),
  ),
  'malformed-visit-time': row(
    'ACAP072',
    'warning',
    `A visiting time is two times of day in UTC, \`HHMM\` or \`HH:MM\`, joined by \`-\` or white space. Another value is ignored
(X2): crawlers may come at any time.`,
    (value: string) =>
      words(`${quote(value)} is not a window of two times, so it is ignored`, 'write two times, such as `0600-0845`'),
  ),
  'malformed-request-rate': row(
    'ACAP073',
    'warning',
    `A rate is a number of documents, \`/\`, and a time in seconds, minutes (\`m\`) or hours (\`h\`), optionally
followed by a window of two times. Another value is ignored (X3).`,
    (value: string) => words(`${quote(value)} is not a rate, so it is ignored`, 'write `1/10m`, or `1/10m 1300-1659`'),
  ),
  'malformed-crawl-delay': row(
    'ACAP074',
    'warning',
    `\`Crawl-delay\` is a number of seconds between two documents. Another value is ignored (X3).`,
    (value: string) => words(`${quote(value)} is not a number of seconds, so it is ignored`, 'write a number'),
  ),
  'malformed-directives': row(
    'ACAP075',
    'warning',
    `\`App-Directives\` is an optional path, white space, and a List of RFC 9651 whose members are application tokens
with parameters: \`examplesearch;widgets=?0, other;a=1\`. Any other value is ignored as a whole (A1).`,
    (from: string) =>
      words(
        from === ''
          ? 'the list ends too early, so the field is ignored'
          : `the list cannot be read from ${quote(from)} on, so the field is ignored`,
        'the form is `token;name=value, token;name=value`',
      ),
  ),
  'directive-of-no-token': row(
    'ACAP076',
    'warning',
    `Each member of \`App-Directives\` is a Token: the identifier of an application. A string, number or inner list
names no application and is ignored (A1).`,
    (item: string) =>
      words(
        `${quote(item)} is not the name of an application, so it is ignored`,
        'write the application as a token, without quotes',
      ),
  ),
}
