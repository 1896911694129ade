/**
 * Where the policy, the terms and the licence of a site are, as a Link header (RFC 8288) and in words.
 */
import { PROJECT } from '../../vocabulary/project.ts'

/** The header's value. */
export function policyLinks(
  home: string,
  terms: string | null,
  license: string | null,
  references: readonly string[],
): string {
  const links = [`<${home}/robots.txt>; rel="describedby"; type="text/plain"`]
  if (terms !== null) links.push(`<${uri(terms)}>; rel="terms-of-service"`)
  if (license !== null) links.push(`<${uri(license)}>; rel="license"; type="application/rsl+xml"`)
  for (const reference of references) links.push(`<${uri(reference)}>; rel="license"`)
  return links.join(', ')
}

/** What the header of a refusal has more: where operators read what it means. */
export function helpLink(): string {
  return PROJECT.crawlersPage === null ? '' : `, <${uri(PROJECT.crawlersPage)}>; rel="help"`
}

/** The last rows of an answer in words: where the policy is, whom to ask, and where operators read what it means. */
export function policyRows(home: string, contact: string | null): string {
  const rows = { Policy: `${home}/robots.txt`, Contact: contact, Help: PROJECT.crawlersPage }
  return Object.entries(rows)
    .map(([name, value]) => (value === null ? '' : `${`${name}:`.padEnd(9)}${value}\n`))
    .join('')
}

/** What would end a link early, or cannot stand in a header, is percent-encoded. */
export function uri(text: string): string {
  return text.replace(/[^!#-;=?-~]/gu, encodeURIComponent)
}
