/**
 * Where the policy, the terms and the licence of a site are, as a Link header (RFC 8288) and in words.
 */

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

/** The last rows of an answer in words: where the policy is, and whom to ask. */
export function policyRows(home: string, contact: string | null): string {
  return `Policy:  ${home}/robots.txt\n${contact === null ? '' : `Contact: ${contact}\n`}`
}

/** What would end a link early, or cannot stand in a header, is percent-encoded. */
export function uri(text: string): string {
  return text.replace(/[^!#-;=?-~]/gu, encodeURIComponent)
}
