/**
 * Findings about names of crawlers and conventional groups (C1, I1-I6, X1-X4, A1).
 */
import { didYouMean } from '../suggest.ts'
import { listed, MOST_PATTERNS, quote, words } from './words.ts'

export const CRAWLER_MESSAGES = {
  'unreachable-purpose': (purpose: string, known: readonly string[], route?: { readonly named: string | null }) => {
    const added = 'add it to `purposes` of `[crawlers.NAME]` in site.toml'
    const named = route?.named ?? null
    return words(
      route === undefined
        ? `no crawler of this record is known to have the purpose ${quote(purpose)}`
        : `${quote(purpose)} is read as a purpose, but no crawler here is known to have it`,
      didYouMean(
        purpose,
        known,
        named === null ? added : `write ${quote(named)} if it is a crawler's name, or ${added}`,
      ),
    )
  },
  'misspelt-crawler': (name: string, meant: string, what: 'rules' | 'profile') =>
    words(
      `${quote(name)} is almost \`${meant}\`, which ${what === 'rules' ? 'does not read these rules' : 'does not get this profile'}`,
      `did you mean \`${meant}\`?`,
    ),
  'category-as-crawler': (name: string) =>
    words(
      `${quote(name)} is a category of crawlers, not a crawler`,
      `write \`[categories.${name}]\` and \`crawl = false\` in site.toml, or name the crawlers here`,
    ),
  'browser-name': (value: string, name: string) =>
    words(
      value === name
        ? `${quote(name)} is a word of browsers' headers: it identifies no crawler`
        : `${quote(value)} is cut to ${quote(name)}, a word of browsers' headers: it identifies no crawler`,
      'write the name that only the crawler sends',
    ),
  'run-over-fields': (line: number, between: string) =>
    words(
      `this line joins the group of line ${line}, because \`${between}\` does not end a group`,
      'write a rule before this line, such as an empty `Disallow:`',
    ),
  'group-after-records': (record: number) =>
    words(`this group stands after the ACAP record of line ${record}`, 'move it before the first `ACAP-crawler` line'),
  'converter-merged': (name: string, line: number) =>
    words(
      `${quote(name)} joins the record below it, where line ${line} prohibits what its empty \`Disallow\` permits`,
      'write `ACAP-allow-crawl: /` below this line',
    ),
  'unmatchable-name': (name: string, reason: 'wildcard' | 'letters') =>
    words(
      `no User-Agent matches ${quote(name)}`,
      reason === 'wildcard'
        ? 'write the name without `*`, or `*` alone for any crawler'
        : 'write the name that the crawler sends',
    ),
  'token-of-no-agent': (name: string, crawler: string) =>
    words(
      `no request carries ${quote(name)}: its operator fetches as \`${crawler}\`, so nothing is enforced for it here`,
      null,
    ),
  'too-many-names': (names: number) =>
    words(
      `a page here carries tags for ${names} named crawlers`,
      'put crawlers with the same rules into one record for `*`',
    ),
  'replaced-rules': (name: string, others: number, patterns: readonly string[]) => {
    const who = others === 0 ? `${quote(name)} does` : `${quote(name)} and ${others} other${others === 1 ? '' : 's'} do`
    const open = listed(patterns.map(quote), MOST_PATTERNS)
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
