/**
 * Findings about a folder of policies: what its sites contain, share and need.
 */
import { didYouMean, nearest } from '../suggest.ts'
import { quote, words } from './words.ts'

export const SITE_MESSAGES = {
  'missing-robots': (files: readonly string[]) => {
    const near = nearest('robots.txt', files)
    return words(
      'the site has no `robots.txt`',
      near === null
        ? "write one, or begin the folder's name with a dot if it is not a site"
        : `rename ${quote(near)} to \`robots.txt\``,
    )
  },
  'no-hosts': () =>
    words('the site has no hosts, so it is never used', 'add `hosts = ["www.example.com"]` with your own host'),
  'shared-host': (host: string) =>
    words(`${quote(host)} is already a host of another site`, 'remove it from one of the two'),
  'unknown-network': (name: string, known: readonly string[]) =>
    words(
      `there is no list of addresses \`.networks/${name}.json\``,
      didYouMean(name, known, 'write the list, or add its address to `.networks/sources.toml` and run `acap networks`'),
    ),
  'faulty-network-list': (fault: string) => words(fault, 'correct the file, or fetch it again with `acap networks`'),
  'faulty-crawler-list': (fault: string) =>
    words(`the list cannot be read: ${fault}`, 'fetch it again with `acap crawlers --write`'),
  'old-list': (days: number, renew: string) =>
    words(`the list is ${days} days old`, `fetch a newer one with \`${renew}\``),
}
