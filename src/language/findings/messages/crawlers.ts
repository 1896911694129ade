/**
 * Findings about the crawlers that a policy addresses: names, purposes, and lines that join the wrong group.
 */
import { didYouMean } from '../suggest.ts'
import { quote, words } from './words.ts'

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
}
