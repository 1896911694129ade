/**
 * Findings about the crawlers that a policy addresses: names, purposes, and lines that join the wrong group.
 */
import { didYouMean } from '../suggest.ts'
import { quote, row, words } from './row.ts'

export const CRAWLER_ROWS = {
  'unreachable-purpose': row(
    'ACAP057',
    'warning',
    `Fields below a usage purpose apply to crawlers that have it. The edge knows a crawler's purposes only from its
profile in site.toml (L8). Without a matching profile the edge never applies the fields below, though crawlers may read
them. In a route's \`fields\`, a word before \`allow-\` or \`disallow-\` is also a purpose; a crawler's name is followed
by a colon.`,
    (purpose: string, known: readonly string[], route?: { readonly named: string | null }) => {
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
  ),
  'misspelt-crawler': row(
    'ACAP115',
    'warning',
    `The name is one or two letters away from that of a well-known crawler. No crawler sends it, so the lines below it
apply to no crawler. The crawler that you meant follows other rules (I1). A profile \`[crawlers.NAME]\` in site.toml is
also compared with the crawlers that the site's files name and that have no profile.`,
    (name: string, meant: string, what: 'rules' | 'profile') =>
      words(
        `${quote(name)} is almost \`${meant}\`, which ${what === 'rules' ? 'does not read these rules' : 'does not get this profile'}`,
        `did you mean \`${meant}\`?`,
      ),
  ),
  'category-as-crawler': row(
    'ACAP122',
    'warning',
    `The registry puts crawlers into categories, such as \`training\` (I5). Only \`[categories.NAME]\` in site.toml
addresses all crawlers of a category (I6). In a group, a record or a route the word is the name of a single crawler, and
no known crawler has it.`,
    (name: string) =>
      words(
        `${quote(name)} is a category of crawlers, not a crawler`,
        `write \`[categories.${name}]\` and \`crawl = false\` in site.toml, or name the crawlers here`,
      ),
  ),
  'browser-name': row(
    'ACAP059',
    'warning',
    `Browsers, in-app browsers, televisions, mail and chat clients send this word in their User-Agent, or it is a number
or a single letter. A name that readers send identifies no crawler (I1): the edge refuses no client by it, but one whose
whole header is a word that readers never send alone. It stays in the served robots.txt. A \`User-agent\` value is cut at its first character that is not a letter, digit, \`-\` or
\`_\` (C1), so a whole header such as \`Mozilla/5.0 (compatible; …)\` is cut to \`Mozilla\`.`,
    (value: string, name: string) =>
      words(
        value === name
          ? `${quote(name)} is a word of browsers' headers: it identifies no crawler`
          : `${quote(value)} is cut to ${quote(name)}, a word of browsers' headers: it identifies no crawler`,
        'write the name that only the crawler sends',
      ),
  ),
  'run-over-fields': row(
    'ACAP068',
    'warning',
    `Only \`Allow\` and \`Disallow\` close a run of \`User-agent\` lines (RFC 9309 2.2.4, R4): a delay, a comment or a
sitemap does not. This line therefore joins the group above it, and both share all rules. Some parsers begin a new group
here.`,
    (line: number, between: string) =>
      words(
        `this line joins the group of line ${line}, because \`${between}\` does not end a group`,
        'write a rule before this line, such as an empty `Disallow:`',
      ),
  ),
  'group-after-records': row(
    'ACAP084',
    'note',
    `ACAP strongly recommends records at the end, after all conventional groups (ACAP Part 1, 2.10.2). Parsers that know
no ACAP skip the records. A rule that is later added without its own \`User-agent\` line then joins the wrong group.`,
    (record: number) =>
      words(
        `this group stands after the ACAP record of line ${record}`,
        'move it before the first `ACAP-crawler` line',
      ),
  ),
  'converter-merged': row(
    'ACAP086',
    'warning',
    `An empty \`Disallow\` lets this crawler in everywhere, and ACAP has no field for that. The converter of 2007 wrote
nothing for it, so the \`ACAP-crawler\` line joined the next record (ACAP Part 1, 2.3) and its prohibitions. This once
shut out a search engine that had a contract.`,
    (name: string, line: number) =>
      words(
        `${quote(name)} joins the record below it, where line ${line} prohibits what its empty \`Disallow\` permits`,
        'write `ACAP-allow-crawl: /` below this line',
      ),
  ),
  'unmatchable-name': row(
    'ACAP087',
    'warning',
    `A crawler name must occur literally in the User-Agent header (ACAP Part 1, 2.3.1, I1). It has no wildcards except
\`*\` alone, and a header contains only printable ASCII.`,
    (name: string, reason: 'wildcard' | 'letters') =>
      words(
        `no User-Agent matches ${quote(name)}`,
        reason === 'wildcard'
          ? 'write the name without `*`, or `*` alone for any crawler'
          : 'write the name that the crawler sends',
      ),
  ),
  'token-of-no-agent': row(
    'ACAP088',
    'note',
    `Some operators read a token in robots.txt that none of their requests contains. The served robots.txt has it for
them. The edge cannot recognise requests by it, because the crawler sends another name.`,
    (name: string, crawler: string) =>
      words(
        `no request carries ${quote(name)}: its operator fetches as \`${crawler}\`, so nothing is enforced for it here`,
        null,
      ),
  ),
  'too-many-names': row(
    'ACAP097',
    'warning',
    `The edge writes a page's permissions into it as META tags, for \`robots\` and for each named crawler whose fields
differ. So one cached copy serves everybody (E6). Each name adds about eight tags at most, and many names make every
page longer.`,
    (names: number) =>
      words(
        `a page here carries tags for ${names} named crawlers`,
        'put crawlers with the same rules into one record for `*`',
      ),
  ),
}
