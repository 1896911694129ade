/**
 * What the value of each qualifier may be, in words for authors. Apart from the table of qualifiers, so that the edge does
 * not carry it.
 */
import type { QualifierType } from './restriction.ts'

const LOCATOR = '`id:NAME`, `class:NAME`, `meta:NAME`, `text:WORDS` or a URI'

/** The forms of a value, by the type of the qualifier. */
export const VALUE_FORMS: Readonly<Record<QualifierType, string>> = {
  'time-limit': '`until-recrawled`, `until-YYYY-MM-DD`, `N-days` or `plus-terms`',
  'must-use-resource':
    'a URI, `the-acap:text:WORDS`, or `the-acap:extract:` with `id:NAME`, `class:NAME`, `meta:NAME`, `idlist:A,B`, `classlist:A,B` or `taglist:A,B`',
  'max-length': '`N-chars` or `N-words`',
  'prohibited-modification':
    '`any`, `format`, `style`, `appearance`, `translation`, `content`, `annotation`, `metadata`, `structure` or `plus-terms`',
  'must-include-resource': `a URI, \`plus-terms\`, or \`the-acap:ROLE:\` (extract, credit, link, license-link, registration-link) with ${LOCATOR}`,
  'prohibited-context': '`within-user-frame`',
  'required-context': '`within-original-frame` or `within-user-frame`',
  'target-condition':
    '`ipaddressrangelist:`, `ipaddressmasklist:`, `permitteddomainlist:`, `prohibiteddomainlist:`, `permittedcountrylist:` or `prohibitedcountrylist:` with a list, or `rulesref:` with a URI',
  'usage-ref': `a URI, or \`the-acap:ROLE:\` (link, terms-link, permission-link) with ${LOCATOR}`,
  location: "the page's own absolute URI",
}
