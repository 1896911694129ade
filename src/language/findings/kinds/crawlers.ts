/** Findings: crawlers, categories and lists. */
import { didYouMean } from '../suggest.ts'
import { type KindOfFinding, quote, quotedList, words } from '../words.ts'

export const CRAWLERS_FINDINGS = {
  'repeated-crawler': {
    code: 'ACAP096',
    severity: 'error',
    words: (name: string) =>
      words(
        `${quote(name)} has a profile already: letter case does not count`,
        'write one table for both',
      ),
    explain:
      'Names of crawlers are compared without letter case (I1), so two names that differ ' +
      'only in case are one crawler.',
  },
  'too-many-names': {
    code: 'ACAP097',
    severity: 'warning',
    words: (names: number) =>
      words(
        `a page here carries tags for ${names} named crawlers`,
        'put crawlers with the same rules into one record for `*`',
      ),
    explain:
      "The edge writes a page's permissions into it as META tags, for `robots` and for " +
      'each named crawler whose fields differ. So one cached copy serves everybody (E6). ' +
      'Each name adds about eight tags at most, and many names make every page longer.',
  },
  'unknown-network': {
    code: 'ACAP102',
    severity: 'error',
    words: (list: string, known: Iterable<string>) =>
      words(
        `there is no list of addresses \`.networks/${list}.json\``,
        didYouMean(
          list,
          known,
          'write the list, or add its address to `.networks/sources.toml` and run `acap networks`',
        ),
      ),
    silence: 'never',
    explain:
      "The lists of addresses that a crawler's profile names are in `.networks/` beside " +
      'the sites, one JSON file for each. Without the list, the edge cannot tell the ' +
      'crawler from others that use its name (I4), so the site is not built.',
  },
  'faulty-network-list': {
    code: 'ACAP103',
    severity: 'warning',
    words: (fault: string) =>
      words(fault, 'correct the file, or fetch it again with `acap networks`'),
    silence: 'never',
    explain:
      'A list of addresses is JSON, as operators publish it: `creationTime`, and ' +
      '`prefixes` of `ipv4Prefix` or `ipv6Prefix`. Entries that cannot be read prove no ' +
      'name (I4), and an old list disproves none.',
  },
  'misspelt-crawler': {
    code: 'ACAP115',
    severity: 'warning',
    words: (written: string, meant: string, loses: 'rules' | 'profile') =>
      words(
        {
          rules: `${quote(written)} is almost \`${meant}\`, which does not read these rules`,
          profile: `${quote(written)} is almost \`${meant}\`, which does not get this profile`,
        }[loses],
        `did you mean \`${meant}\`?`,
      ),
    explain:
      'The name is one or two letters away from that of a well-known crawler. No crawler ' +
      'sends it, so the lines below it apply to no crawler. The crawler that you meant ' +
      'follows other rules (I1). A profile `[crawlers.NAME]` in site.toml is also compared ' +
      "with the crawlers that the site's files name and that have no profile.",
  },
  'faulty-crawler-list': {
    code: 'ACAP118',
    severity: 'warning',
    words: (fault: string) =>
      words(`the list cannot be read: ${fault}`, 'fetch it again with `acap crawlers --write`'),
    explain:
      'The lists of crawlers in `.crawlers/` beside the sites are files that `acap ' +
      'crawlers --write` wrote: JSON with `date` and `crawlers`, each of these with a ' +
      '`name` and a `category`. A list that cannot be read is ignored: crawlers that only ' +
      'it names are readers (I3).',
  },
  'old-list': {
    code: 'ACAP119',
    severity: 'warning',
    words: (days: number, renew: string) =>
      words(`the list is ${days} days old`, `fetch a newer one with \`${renew}\``),
    explain:
      'A list of crawlers is more than a year old and lacks newer crawlers, or a fetched ' +
      'list of addresses is more than 30 days old. Such addresses prove a name, but no ' +
      'longer disprove one (I4): a name from another address is not refused for it, and is ' +
      'judged as a nameless crawler of its category, too. A list that you wrote yourself ' +
      'has no age.',
  },
  'category-as-crawler': {
    code: 'ACAP122',
    severity: 'warning',
    words: (name: string) =>
      words(
        `${quote(name)} stands for a category of crawlers, not for a crawler`,
        `write \`[categories.${name}]\` and \`crawl = false\` in site.toml, or name the crawlers here`,
      ),
    explain:
      'The registry puts crawlers into categories, such as `training` (I5). Only ' +
      '`[categories.NAME]` in site.toml addresses all crawlers of a category (I6). In a ' +
      'group, a record or a route the word is the name of a single crawler, and no known ' +
      'crawler has it.',
  },
  'category-exempts': {
    code: 'ACAP124',
    severity: 'warning',
    words: (category: string, names: readonly string[], path: string, isOne: boolean) =>
      words(
        isOne
          ? `${quotedList(names)} has a group of its own, which leaves ${quote(path)} open: \`[categories.${category}]\` does not apply to it`
          : `${quotedList(names)} have groups of their own, which leave ${quote(path)} open: \`[categories.${category}]\` does not apply to them`,
        isOne
          ? `remove the group, or write \`Disallow: ${path}\` there; \`Allow: ${path}\` if everything else there may be fetched`
          : `remove the groups, or write \`Disallow: ${path}\` there; \`Allow: ${path}\` if everything else there may be fetched`,
      ),
    silence: 'later',
    explain:
      '`[categories.NAME]` applies to the crawlers of the category that no group or record ' +
      'names (I6). An old group such as `User-agent: CCBot` with one `Disallow` keeps its ' +
      'crawler out of the category and leaves the rest of the site open to it. A group ' +
      'with `Allow: /` or an empty `Disallow` is meant as an exception and not reported.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>
