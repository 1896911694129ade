/**
 * Findings about what extends conventional groups (X1-X3, A1).
 */
import { listed, quote, words } from './words.ts'

/** How many patterns a message names. */
const MOST_PATTERNS = 3

export const CONVENTIONAL_MESSAGES = {
  'replaced-rules': (name: string, others: number, patterns: readonly string[]) => {
    const more = patterns.length - MOST_PATTERNS
    const shown = patterns.slice(0, MOST_PATTERNS).map(quote)
    const who = others === 0 ? `${quote(name)} does` : `${quote(name)} and ${others} other${others === 1 ? '' : 's'} do`
    const open = listed(more > 0 ? [...shown, `${more} more`] : shown)
    return words(
      `${who} not read the rules for \`*\`, so ${open} ${patterns.length === 1 ? 'is' : 'are'} open here`,
      'repeat those rules in this group, or write `Allow: /` if everything else may be fetched',
    )
  },
  'tied-rules': (pattern: string, allow: string, line: number) =>
    words(
      pattern === allow
        ? `line ${line} allows ${quote(pattern)} as well, and the Allow decides`
        : `line ${line} allows ${quote(allow)}, which is as long, and the Allow decides where both match`,
      'remove one of the two, or make the one that should decide longer',
    ),
  'ignored-rate': (field: string, engines: readonly string[], isOwn: boolean) => {
    const names = listed(engines.map(quote))
    const are = engines.length > 1
    return words(
      `${names} ${are ? 'ignore' : 'ignores'} \`${field}\` and ${are ? 'get' : 'gets'} 429 for requests above this rate once the site enforces`,
      isOwn
        ? `remove the rate from the group of ${names}`
        : `give ${names} a group of ${are ? 'their' : 'its'} own, with the same rules and without the rate`,
    )
  },
  'malformed-robot-version': (value: string) =>
    words(`${quote(value)} is not a version, so the group is read by RFC 9309`, 'write `2.0`, or `1.0`'),
  'experimental-robot-version': (value: string) =>
    words(
      `version ${quote(value)} is experimental, so crawlers ignore the group`,
      'write an even minor version, such as `2.0`',
    ),
  'malformed-visit-time': (value: string) =>
    words(`${quote(value)} is not a window of two times, so it is ignored`, 'write two times, such as `0600-0845`'),
  'malformed-request-rate': (value: string) =>
    words(`${quote(value)} is not a rate, so it is ignored`, 'write `1/10m`, or `1/10m 1300-1659`'),
  'malformed-crawl-delay': (value: string) =>
    words(`${quote(value)} is not a number of seconds, so it is ignored`, 'write a number'),
  'malformed-directives': (from: string) =>
    words(
      from === ''
        ? 'the list ends too early, so the field is ignored'
        : `the list cannot be read from ${quote(from)} on, so the field is ignored`,
      'the form is `token;name=value, token;name=value`',
    ),
  'directive-of-no-token': (item: string) =>
    words(
      `${quote(item)} is not the name of an application, so it is ignored`,
      'write the application as a token, without quotes',
    ),
}
