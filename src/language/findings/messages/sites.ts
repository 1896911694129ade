/**
 * Findings about a folder of policies, and about site.toml and cases.toml.
 */
import { didYouMean, nearest } from '../suggest.ts'
import { quote, words } from './words.ts'

const ANY_FIX = 'write `key = "text"`, `key = ["one", "two"]`, or `[table]` in a line of its own'
const VALUE = 'write a text in quotes, a number, `true` or `false`, or a list in brackets'
const ONCE = ['this has been set before', 'remove one of the two'] as const

/** Messages of the parser, and the cause and fix in plain words. */
const SYNTAX: Readonly<Record<string, readonly [cause: string, fix: string]>> = {
  'invalid value': ['this is not a value', VALUE],
  'incomplete key-value: cannot find end of key': ['this is not a setting', ANY_FIX],
  'illegal character in key': ['this is not the name of a setting or table', ANY_FIX],
  'expected comma or end of structure': [
    'a list or table before this is not closed',
    'write a comma between its items, and `]` or `}` behind the last',
  ],
  'unfinished array': ['a list is not closed', 'write `]` behind its last item'],
  'unfinished string': ['a text lacks its closing quote', 'write the quote'],
  'each key-value declaration must be followed by an end-of-line': [
    'something follows the value',
    'begin a new line, or write `#` before a comment',
  ],
  'expected end of table array declaration': ['`[[` is not closed', 'write `]]` behind the name'],
  'trying to redefine an already defined table or value': ONCE,
  'trying to redefine an already defined value': ONCE,
}

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
  'toml-syntax': (reason: string) => {
    const [cause, fix] = SYNTAX[reason] ?? [reason.replace(/^(?:illegal|invalid)/, 'unexpected'), ANY_FIX]
    return words(`the file is not TOML: ${cause}`, fix)
  },
  'toml-unknown-key': (key: string, table: string, known: readonly string[]) =>
    words(
      `${quote(key)} is not a key of ${table}`,
      didYouMean(key, known, known.length > 0 && known.length <= 12 ? `its keys are ${listed(known)}` : 'remove it'),
    ),
  'toml-missing-key': (key: string, table: string) =>
    words(`${table} has no ${quote(key)}`, `add ${quote(`${key} = …`)}`),
  // Without a value it is the key's own name that is wrong.
  'toml-value': (key: string, written: string | null, expected: string, options: readonly string[], table?: string) => {
    const near = nearest((written ?? key).replace(/^["']|["']$/g, ''), options)
    const fix = near === null ? `write ${expected}` : `did you mean \`${near}\`?`
    return words(`${quote(key)} cannot be ${written === null ? `a key of ${table}` : quote(written)}`, fix)
  },
  'too-many-dates': (most: number) =>
    words(
      `routes have more than ${most} dates ahead`,
      'remove those that are farthest, and add them when others are over',
    ),
  'refusal-without-header': (status: number) =>
    words(
      `a refusal with status ${status} needs a header that says how to get access`,
      status === 401
        ? 'add `headers = { www-authenticate = "License" }`, or refuse with 403'
        : 'add a header such as `headers = { crawler-price = "USD 0.01" }`, or refuse with 403',
    ),
  'contact-form': (contact: string) =>
    words(
      `${quote(contact)} is neither a mail address nor a URL`,
      'write an address such as `licensing@example.com`, or a URL that begins with `https://`',
    ),
  'location-without-canonical': () =>
    words(
      '`location = true` has nothing to compare with',
      'add `canonical = "https://www.example.com"` to the site, or write the whole URI',
    ),
  'canonical-elsewhere': (canonical: string, hosts: readonly string[]) => {
    const near = nearest(canonical.replace(/^\w+:\/\//, ''), hosts)
    return words(
      `${quote(canonical)} is at none of the site's hosts, so \`location = true\` closes every page of its routes`,
      near === null
        ? 'write one of the hosts in `canonical`, or add its host to `hosts`'
        : `did you mean \`${canonical.replace(/^(\w+:\/\/).*/, '$1')}${near}\`?`,
    )
  },
  'repeated-crawler': (name: string) =>
    words(`${quote(name)} has a profile already: letter case does not count`, 'write one table for both'),
}

/** Words in a sentence. */
function listed(known: readonly string[]): string {
  return known.map((word) => `\`${word}\``).join(', ')
}
