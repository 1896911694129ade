/**
 * R6: what is read prints as the same bytes, and its lines tile its text.
 */
import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { print } from '../../src/language/text/print.ts'
import { parse } from '../../src/language/text/tree.ts'
import { exhibitsOf } from '../support/decide/conformance.ts'
import { policyTexts } from '../support/language/policy-texts.ts'
import { runs } from '../support/runs.ts'

const topics = readdirSync(`${import.meta.dirname}/../conformance`).filter((file) =>
  file.endsWith('.json'),
)
const entries = topics.flatMap((file) => exhibitsOf(file.replace('.json', '')))

const RUNS = runs(3_000, 100_000)

/** Bytes that are likely to be taken apart wrongly: line ends, separators, BOMs, broken UTF-8. */
const nastyBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '#',
        ':',
        ' ',
        '\t',
        '\ufeff',
        'ACAP-crawler: *',
        'Disallow: /',
        '\u2013',
        '💩',
      ),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => new TextEncoder().encode(parts.join('')))
const anyBytes = fc.oneof(nastyBytes, fc.uint8Array({ maxLength: 200 }))

describe('[R6] print(parse(x)) is x', () => {
  it.each(entries.map(({ id, policy }) => [id, policy] as const))('%s', (_id, policy) => {
    const bytes = new TextEncoder().encode(policy)
    expect(print(parse(bytes))).toEqual(bytes)
    expect(print(parse(policy))).toEqual(bytes)
  })

  it('for any bytes at all', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(print(parse(bytes))).toEqual(new Uint8Array(bytes))
      }),
      { numRuns: RUNS },
    )
  })

  it('for policies with cuts and additions', () => {
    fc.assert(
      fc.property(policyTexts, (text) => {
        const bytes = new TextEncoder().encode(text)
        expect(print(parse(bytes))).toEqual(bytes)
        expect(print(parse(text))).toEqual(bytes)
      }),
      { numRuns: RUNS },
    )
  })

  it('for broken UTF-8 behind a BOM, with any line ends', () => {
    const bytes = new Uint8Array([
      0xef, 0xbb, 0xbf, 0x61, 0x3a, 0xe2, 0x82, 0x0d, 0x62, 0xff, 0x0d, 0x0a, 0xc3, 0x0a, 0x63,
    ])
    expect(print(parse(bytes))).toEqual(bytes)
    expect(parse(bytes).lines).toHaveLength(4)
  })
})

describe('[R6] every character is accounted for', () => {
  it('lines tile the text, and the parts of a line stand in order', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const { source, lines } = parse(bytes)
        let at = 0
        for (const line of lines) {
          expect(line.start).toBe(at)
          const places = [
            line.start,
            line.nameStart,
            line.nameEnd,
            line.valueStart,
            line.valueEnd,
            line.end,
            line.next,
          ]
          expect(places).toEqual([...places].sort((a, b) => a - b))
          at = line.next
        }
        expect(at).toBe(source.text.length)
      }),
      { numRuns: RUNS },
    )
  })
})
