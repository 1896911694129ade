/**
 * Findings about site.toml and cases.toml.
 */
import { didYouMean, nearest } from '../suggest.ts'
import { quote, row, words } from './row.ts'

export const TOML_ROWS = {
  'toml-syntax': row(
    'ACAP090',
    'error',
    `site.toml and cases.toml are written in TOML 1.0 (https://toml.io). Where the text is none, nothing of the file is
known, and the site is not built.`,
    (reason: string) =>
      words(
        `the file is no TOML: ${reason}`,
        'write `key = "text"`, `key = ["one", "two"]`, or `[table]` in a line of its own',
      ),
  ),
  'toml-unknown-key': row(
    'ACAP091',
    'error',
    `Each key has a meaning; docs/site-toml.md and docs/cases-toml.md list them all. An unknown one is an error rather than
ignored, since a misspelt setting would otherwise silently keep its default.`,
    (key: string, table: string, known: readonly string[]) =>
      words(
        `${quote(key)} is no key of ${table}`,
        didYouMean(key, known, known.length > 0 && known.length <= 12 ? `its keys are ${listed(known)}` : 'remove it'),
      ),
  ),
  'toml-missing-key': row(
    'ACAP092',
    'error',
    'The table means nothing without this key; docs/site-toml.md and docs/cases-toml.md say which keys a table needs.',
    (key: string, table: string) => words(`${table} has no ${quote(key)}`, `add ${quote(`${key} = …`)}`),
  ),
  'toml-value': row(
    'ACAP093',
    'error',
    'The value is not one that this key can have; docs/site-toml.md and docs/cases-toml.md say which it can.',
    (key: string, written: string, expected: string, options: readonly string[]) => {
      const near = nearest(written.replace(/^["']|["']$/g, ''), options)
      const fix = near === null ? `write ${expected}` : `did you mean \`${near}\`?`
      return words(`${quote(key)} cannot be ${quote(written)}`, fix)
    },
  ),
  'refusal-without-header': row(
    'ACAP094',
    'error',
    `A 401 must carry \`WWW-Authenticate\`, which says how to prove a licence (RFC 9110 15.5.2). A 402 means something only
with a price or a way to pay. Without them a crawler cannot act on the refusal.`,
    (status: number) =>
      words(
        `a refusal with status ${status} needs a header that says what would help`,
        status === 401
          ? 'add `headers = { www-authenticate = "License" }`, or refuse with 403'
          : 'add a header such as `headers = { crawler-price = "USD 0.01" }`, or refuse with 403',
      ),
  ),
  'location-without-canonical': row(
    'ACAP095',
    'error',
    `\`location = true\` permits the crawl only where the page's URL is the site's canonical origin followed by the path
(E3). Without \`canonical\` there is nothing to compare with.`,
    () =>
      words(
        '`location = true` has nothing to compare with',
        'add `canonical = "https://www.example.com"` to the site, or write the URI out',
      ),
  ),
  'repeated-crawler': row(
    'ACAP096',
    'error',
    "Names of crawlers are compared without letter case (I1), so two profiles that differ in it alone are one crawler's.",
    (name: string) =>
      words(`${quote(name)} has a profile already: letter case does not count`, 'write one table for both'),
  ),
}

/** Words in a sentence. */
function listed(known: readonly string[]): string {
  return known.map((word) => `\`${word}\``).join(', ')
}
