/** The findings of several documents that a site serves beside robots.txt. */
import { expect, test } from 'vitest'
import { servedDocuments } from '../../../src/author/convert/served-documents.ts'
import { findingLines, lines, NOW, siteReading } from '../../support/author/conversions.ts'

const SITE =
  'canonical = "https://rsl.test"\n[signals]\nlicense-path = "/l.xml"\ntdmrep = "policy"\n'
const BOTH = lines(
  'ACAP-crawler: *',
  'ACAP-disallow-other: /rsl/',
  'ACAP-disallow-preserve: /tdmrep/',
  'ACAP-allow-index: /rsl/',
)
const findingsOf = (site: string) => {
  const reading = siteReading({ 'robots.txt': BOTH, 'site.toml': site })
  return findingLines(servedDocuments(reading, { now: NOW }).findings)
}

test('what two vocabularies cannot express is reported once', () => {
  expect(findingsOf(SITE)).toEqual([
    expect.stringMatching(/^robots.txt:3 ACAP112 .* in rsl: a licence/),
    'robots.txt:3 ACAP113 letter case changes what `ACAP-disallow-other: /rsl/` covers: paths are read as they are written in rsl and tdmrep',
    'robots.txt:4 ACAP110 rsl and tdmrep cannot express `ACAP-disallow-preserve: /tdmrep/`',
    'robots.txt:5 ACAP110 rsl and tdmrep cannot express `ACAP-allow-index: /rsl/`',
  ])
  expect(
    findingsOf(SITE.replace(/^tdmrep.*\n/m, '')).filter((each) => each.includes('tdmrep and')),
  ).toEqual([])
})
