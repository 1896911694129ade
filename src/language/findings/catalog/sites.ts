/**
 * Findings about a folder of policies: what its sites contain, share and need.
 */
import { didYouMean, nearest } from '../suggest.ts'
import { quote, row, words } from './row.ts'

export const SITE_ROWS = {
  'missing-robots': row(
    'ACAP098',
    'error',
    `Each folder below the folder of policies is a site, and its \`robots.txt\` is the site's policy. Without it the
site has no policy and is not built. Folders whose names begin with a dot are not sites.`,
    (files: readonly string[]) => {
      const near = nearest('robots.txt', files)
      return words(
        'the site has no `robots.txt`',
        near === null
          ? "write one, or begin the folder's name with a dot if it is not a site"
          : `rename ${quote(near)} to \`robots.txt\``,
      )
    },
  ),
  'no-hosts': row(
    'ACAP100',
    'warning',
    `The edge finds the policy of a request by its host. A site without hosts in its site.toml is built but never used.`,
    () => words('the site has no hosts, so it is never used', 'add `hosts = ["www.example.com"]` with your own host'),
  ),
  'shared-host': row(
    'ACAP101',
    'error',
    `The edge finds the policy of a request by its host, so a host belongs to one site. Hosts are compared without
letter case.`,
    (host: string) => words(`${quote(host)} is already a host of another site`, 'remove it from one of the two'),
  ),
  'unknown-network': row(
    'ACAP102',
    'error',
    `The lists of addresses that a crawler's profile names are in \`.networks/\` beside the sites, one JSON file for
each. Without the list, the edge cannot tell the crawler from others that use its name (I4), so the site is not built.`,
    (name: string, known: readonly string[]) =>
      words(
        `there is no list of addresses \`.networks/${name}.json\``,
        didYouMean(
          name,
          known,
          'write the list, or add its address to `.networks/sources.toml` and run `acap networks`',
        ),
      ),
  ),
  'faulty-network-list': row(
    'ACAP103',
    'warning',
    `A list of addresses is JSON, as operators publish it: \`creationTime\`, and \`prefixes\` of \`ipv4Prefix\` or
\`ipv6Prefix\`. Entries that cannot be read prove no name (I4), and an old list disproves none.`,
    (fault: string) => words(fault, 'correct the file, or fetch it again with `acap networks`'),
  ),
  'faulty-crawler-list': row(
    'ACAP118',
    'warning',
    `The lists of crawlers in \`.crawlers/\` beside the sites are files that \`acap crawlers --write\` wrote: JSON with
\`date\` and \`crawlers\`, each of these with a \`name\` and a \`category\`. A list that cannot be read is ignored:
crawlers that only it names are readers (I3).`,
    (fault: string) => words(`the list cannot be read: ${fault}`, 'fetch it again with `acap crawlers --write`'),
  ),
  'old-list': row(
    'ACAP119',
    'warning',
    `The list is more than a year old. It lacks newer crawlers, and its addresses may have new owners. Old addresses no
longer disprove a name (I4).`,
    (days: number, renew: string) => words(`the list is ${days} days old`, `fetch a newer one with \`${renew}\``),
  ),
}
