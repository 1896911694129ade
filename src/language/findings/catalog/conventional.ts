/**
 * Findings about what extends conventional groups (X1-X3, A1).
 */
import { quote, row, words } from './row.ts'

export const CONVENTIONAL_ROWS = {
  'malformed-robot-version': row(
    'ACAP070',
    'warning',
    `\`Robot-version\` is a number such as \`2.0\`. Without one that is understood the group is read as RFC 9309 has it (X1).`,
    (value: string) =>
      words(`${quote(value)} is no version: the group is read conventionally`, 'write `2.0`, or `1.0`'),
  ),
  'experimental-robot-version': row(
    'ACAP071',
    'warning',
    `An odd minor version is experimental, and the standard of 1996 asks robots to ignore such a group: its names use the
group of the next-longest matching token, or that of \`*\` (X1).`,
    (value: string) =>
      words(
        `version ${quote(value)} is experimental: the group does not exist for its names`,
        'write an even minor version, such as `2.0`',
      ),
  ),
  'malformed-visit-time': row(
    'ACAP072',
    'warning',
    `A visiting time is two times of day in UTC, \`HHMM\` or \`HH:MM\`, joined by \`-\` or white space. Another value is ignored
(X2): crawlers may come at any time.`,
    (value: string) => words(`${quote(value)} is no window of two times: it is ignored`, 'write `0600-0845`'),
  ),
  'malformed-request-rate': row(
    'ACAP073',
    'warning',
    `A rate is a number of documents, \`/\`, and a time in seconds, minutes (\`m\`) or hours (\`h\`), with a window of two times
behind it if it is not always meant. Another value is ignored (X3).`,
    (value: string) => words(`${quote(value)} is no rate: it is ignored`, 'write `1/10m`, or `1/10m 1300-1659`'),
  ),
  'malformed-crawl-delay': row(
    'ACAP074',
    'warning',
    `\`Crawl-delay\` is a number of seconds between two documents. Another value is ignored (X3).`,
    (value: string) => words(`${quote(value)} is no number of seconds: it is ignored`, 'write a number'),
  ),
  'malformed-directives': row(
    'ACAP075',
    'warning',
    `\`App-Directives\` is an optional path, white space, and a List of RFC 9651 whose members are application tokens with
parameters: \`examplesearch;widgets=?0, other;a=1\`. A value that is none is ignored as a whole (A1).`,
    (from: string) =>
      words(
        from === ''
          ? 'the list breaks off here: the field is ignored'
          : `the list cannot be read from ${quote(from)} on: the field is ignored`,
        'write `token;name=value, token;name=value`',
      ),
  ),
  'directive-of-no-token': row(
    'ACAP076',
    'warning',
    `Each member of \`App-Directives\` is a Token: the identifier of an application. A string, number or inner list names
none and is ignored (A1).`,
    (item: string) =>
      words(`${quote(item)} names no application: it is ignored`, 'write the application as a token, without quotes'),
  ),
}
