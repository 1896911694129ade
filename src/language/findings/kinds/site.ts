/** Findings: settings of site.toml. */
import { didYouMean, nearest } from '../suggest.ts'
import { type KindOfFinding, quote, words } from '../words.ts'

const SETTING_FORMS =
  'write `key = "text"`, `key = ["one", "two"]`, or `[table]` in a line of its own'

/** What the parser says, what it means, and what to do. */
const TOML_FAULTS: readonly (readonly [string, string, string])[] = [
  [
    'unexpected value',
    'this is not a value',
    'write a text in quotes, a number, `true` or `false`, or a list in brackets',
  ],
  ['incomplete key-value: cannot find end of key', 'this is not a setting', SETTING_FORMS],
  ['unexpected character in key', 'this is not the name of a setting or table', SETTING_FORMS],
  [
    'expected comma or end of structure',
    'a list or table before this is not closed',
    'write a comma between its items, and `]` or `}` behind the last',
  ],
  ['unfinished array', 'a list is not closed', 'write `]` behind its last item'],
  ['unfinished string', 'a text lacks its closing quote', 'write the quote'],
  [
    'each key-value declaration must be followed by an end-of-line',
    'something follows the value',
    'begin a new line, or write `#` before a comment',
  ],
  ['expected end of table array declaration', '`[[` is not closed', 'write `]]` behind the name'],
  [
    'trying to redefine an already defined table or value',
    'this has been set before',
    'remove one of the two',
  ],
  [
    'trying to redefine an already defined value',
    'this has been set before',
    'remove one of the two',
  ],
]

export const SITE_FINDINGS = {
  'toml-syntax': {
    code: 'ACAP090',
    severity: 'error',
    words: (reason: string) => {
      const [, what, remedy] = TOML_FAULTS.find(([begin]) => begin === reason) ?? [
        reason,
        reason,
        SETTING_FORMS,
      ]
      return words(`the file is not TOML: ${what}`, remedy)
    },
    silence: 'never',
    explain:
      'site.toml and cases.toml are written in TOML 1.0 (https://toml.io). After a syntax ' +
      'error the file cannot be read, and the site is not built.',
  },
  'toml-unknown-key': {
    code: 'ACAP091',
    severity: 'error',
    words: (key: string, table: string, known: readonly string[]) => {
      const isShort = known.length > 0 && known.length <= 12
      const keys = known.map((word) => `\`${word}\``).join(', ')
      return words(
        `${quote(key)} is not a key of ${table}`,
        didYouMean(key, known, isShort ? `its keys are ${keys}` : 'remove it'),
      )
    },
    explain:
      'Each key has a meaning; docs/site-toml.md and docs/cases-toml.md list them all. An ' +
      'unknown key is an error, because a misspelt setting would silently keep its default.',
  },
  'toml-missing-key': {
    code: 'ACAP092',
    severity: 'error',
    words: (key: string, table: string) =>
      words(`${table} has no ${quote(key)}`, `add ${quote(`${key} = …`)}`),
    explain:
      'The table needs this key; docs/site-toml.md and docs/cases-toml.md list the ' +
      'required keys.',
  },
  'toml-value': {
    code: 'ACAP093',
    severity: 'error',
    // Without a value it is the key's own name that is wrong.
    words: (
      key: string,
      written: string | null,
      expected: string,
      options: readonly string[],
      table?: string,
    ) => {
      const near = nearest((written ?? key).replace(/^["']|["']$/g, ''), options)
      const fix = near === null ? `write ${expected}` : `did you mean \`${near}\`?`
      return words(
        `${quote(key)} cannot be ${written === null ? `a key of ${table}` : quote(written)}`,
        fix,
      )
    },
    explain:
      'The key cannot have this value; docs/site-toml.md and docs/cases-toml.md list the ' +
      'values of each key.',
  },
  'refusal-without-header': {
    code: 'ACAP094',
    severity: 'error',
    words: (status: number) =>
      words(
        `a refusal with status ${status} needs a header that says how to get access`,
        status === 401
          ? 'add `headers = { www-authenticate = "License" }`, or refuse with 403'
          : 'add a header such as `headers = { crawler-price = "USD 0.01" }`, or refuse with 403',
      ),
    explain:
      'A 401 must carry `WWW-Authenticate`, which says how to prove a licence (RFC 9110 ' +
      '15.5.2). A 402 needs a price or a way to pay. Without them a crawler cannot act on ' +
      'the refusal.',
  },
  'location-without-canonical': {
    code: 'ACAP095',
    severity: 'error',
    words: () =>
      words(
        '`location = true` has nothing to compare with',
        'add `canonical = "https://www.example.com"` to the site, or write the whole URI',
      ),
    explain:
      "`location = true` permits the crawl only where the page's URL is the site's " +
      'canonical origin followed by the path (E3). Without `canonical` there is nothing to ' +
      'compare with.',
  },
  'missing-robots': {
    code: 'ACAP098',
    severity: 'error',
    words: (misspelt: string | null) =>
      words(
        'the site has no `robots.txt`',
        misspelt === null
          ? "write one, or begin the folder's name with a dot if it is not a site"
          : `rename ${quote(misspelt)} to \`robots.txt\``,
      ),
    silence: 'never',
    explain:
      'Each folder below the folder of policies is a site, and its `robots.txt` is the ' +
      "site's policy. Without it the site has no policy and is not built. Folders whose " +
      'names begin with a dot are not sites.',
  },
  'document-without-address': {
    code: 'ACAP151',
    severity: 'error',
    words: (document: string) =>
      words(
        `${document} names an absolute address, and this path has none`,
        'add `canonical = "https://www.example.com"` with your own origin to the site',
      ),
    explain:
      'RSL 1.0 finds a licence by the absolute URL of the `License` line in robots.txt. ' +
      'The path of `license-path` gets its scheme and host from `canonical`, and so does the manifest of Content Telemetry.',
  },
  'no-hosts': {
    code: 'ACAP100',
    severity: 'warning',
    words: () =>
      words(
        'the site has no hosts, so it is never used',
        'add `hosts = ["www.example.com"]` with your own host',
      ),
    silence: 'never',
    explain:
      'The edge finds the policy of a request by its host. A site without hosts in its ' +
      'site.toml is built but never used.',
  },
  'shared-host': {
    code: 'ACAP101',
    severity: 'error',
    words: (host: string) =>
      words(`${quote(host)} is already a host of another site`, 'remove it from one of the two'),
    silence: 'never',
    explain:
      'The edge finds the policy of a request by its host, so a host belongs to one site. ' +
      'Hosts are compared without letter case.',
  },
  'contact-form': {
    code: 'ACAP109',
    severity: 'warning',
    words: (contact: string) =>
      words(
        `${quote(contact)} is neither a mail address nor a URL`,
        'write an address such as `licensing@example.com`, or a URL that begins with `https://`',
      ),
    explain:
      "Every refusal names the contact, so that a crawler's operator can ask for a " +
      'licence. A program can use a mail address or a URL; anything else needs a person to ' +
      'read it.',
  },
  'canonical-elsewhere': {
    code: 'ACAP125',
    severity: 'warning',
    words: (canonical: string, meant: string | null) =>
      words(
        `${quote(canonical)} is at none of the site's hosts, so \`location = true\` closes every page of its routes`,
        meant === null
          ? 'write one of the hosts in `canonical`, or add its host to `hosts`'
          : `did you mean \`${meant}\`?`,
      ),
    explain:
      "`location = true` permits the crawl only where the page's URL is `canonical` " +
      "followed by the path (E3). If `canonical` names a host that is none of the site's, " +
      'every request of this site is for another URL, so these routes close their pages to ' +
      'all crawlers.',
  },
  'too-many-dates': {
    code: 'ACAP127',
    severity: 'error',
    words: (most: number) =>
      words(
        `routes have more than ${most} dates ahead`,
        'remove those that are farthest, and add them when others are over',
      ),
    explain:
      'A build makes a program and a robots.txt for each stretch of time between the dates ' +
      'of routes that are ahead (E7). More than 32 are refused: none of them may be left ' +
      'out.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>
