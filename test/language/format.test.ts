/**
 * `acap fmt`: canonical, idempotent, comments in place, and the same policy before and after.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Policy } from '../../src/language/policy/policy.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { format } from '../../src/language/text/format.ts'
import { parse } from '../../src/language/text/tree.ts'
import { readExhibits } from '../support/decide/conformance.ts'
import { policyTexts } from '../support/language/policy-texts.ts'
import { runs } from '../support/runs.ts'

const policies = readExhibits('conformance').flatMap(({ exhibits }) => exhibits)

/** A policy without what formatting may change: places and words. */
function meaning(text: string): unknown {
  const bare = (_key: string, value: unknown) => (_key === 'origin' ? undefined : value)
  return JSON.parse(JSON.stringify(readText(text).policy satisfies Policy, bare))
}

function comments(text: string): string[] {
  const tree = parse(text)
  return tree.lines.flatMap((line) =>
    line.comment < 0 ? [] : tree.source.text.slice(line.comment, line.end).trimEnd(),
  )
}

describe('a formatted file', () => {
  it.each(policies.map(({ id, policy }) => [id, policy] as const))(
    '%s means the same',
    (_id, policy) => {
      const formatted = format(parse(policy))
      expect(meaning(formatted)).toEqual(meaning(policy))
      expect(format(parse(formatted))).toBe(formatted)
      expect(comments(formatted)).toEqual(comments(policy))
    },
  )

  it('means the same, keeps its comments, and does not change again, for any text', () => {
    fc.assert(
      fc.property(policyTexts, (text) => {
        const formatted = format(parse(text))
        expect(format(parse(formatted))).toBe(formatted)
        expect(comments(formatted)).toEqual(comments(text))
        expect(meaning(formatted)).toEqual(meaning(text))
      }),
      { numRuns: runs(1_000, 50_000) },
    )
  })

  it('is written as the specifications would have it', () => {
    const text = `\ufeff\r
# conventional  \r
USER-AGENT :\tmothbot\r
Disalow:/a b/  # not there\r
\r
\r
Sitemap https://www.example.com/s.xml\r
# ACAP
acap\u2013crawler:*
ACAP-allow preserve:/news/   time-limit = until-recrawl
ACAP-allow-present-links  /a/
ACAP-ignore-conventional-records:
  what is this
X-Note :  kept`
    expect(format(parse(text))).toBe(`# conventional
User-agent: mothbot
Disallow: /a b/ # not there

Sitemap: https://www.example.com/s.xml

# ACAP
ACAP-crawler: *
ACAP-allow-preserve: /news/ time-limit=until-recrawled
ACAP-allow-present-link: /a/
ACAP-ignore-conventional-records
what is this
X-Note :  kept
`)
  })

  it('of nothing is nothing', () => {
    expect(format(parse('\n \r\n\n'))).toBe('')
  })
})
