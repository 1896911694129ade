/**
 * Texts made of the pieces of the language, so that chance writes things that mean something, and things that nearly do.
 */
import fc from 'fast-check'
import { FIELD_TABLE } from '../../../src/language/policy/fields.ts'
import { QUALIFIER_TABLE } from '../../../src/words/qualifier-table.ts'
import { USAGES } from '../../../src/words/usages.ts'
import { readExhibits } from '../decide/conformance.ts'

const policies = readExhibits('conformance').flatMap(({ exhibits }) =>
  exhibits.map(({ policy }) => policy),
)

const pieces = [
  ...FIELD_TABLE.map(({ name }) => name),
  ...USAGES,
  ...QUALIFIER_TABLE.map(({ type }) => type),
  ...[
    '(a)',
    'a',
    '*',
    '/',
    '/a*',
    '$',
    '%',
    '%2',
    '%41',
    '#',
    '=',
    ':',
    ',',
    ';',
    '"',
    '@',
    '?1',
    ' ',
    '\t',
  ],
  ...[
    '\n',
    '\r',
    '\r\n',
    ': /a ',
    ': *\n',
    ': b\n',
    'Disallow: /a\n',
    'ACAP-crawler: *\n',
    'User-agent: a\n',
  ],
  ...[
    'the-acap:resource-set:',
    'the-acap:extract:id:',
    'the-acap:',
    'http://',
    'until-2026-01-01',
    '3-days',
    '1.1',
    '2.0',
  ],
  ...['until-recrawl', 'ref=', 'present-links', 'dissallow', 'user agent'],
  ...[
    '\ufeff',
    '\ufeff\ufeffUser-agent: a\n',
    '\u00a0',
    '\u00a0Allow: /\n',
    '\u2028',
    '\v',
    '\f',
    '\ufffd',
    '\u2013',
    '\u0130',
    '\u212a',
    '\ud800',
    '💩',
    '\0',
    '\x1b',
    'toString',
    '__proto__',
    'constructor',
  ],
]

const patchwork = fc
  .array(fc.constantFrom(...pieces), { maxLength: 40 })
  .map((parts) => parts.join(''))

const cut = fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom('', ...pieces))

/** A policy of the conformance cases with some of it cut out, doubled or replaced. */
const mutated = fc
  .tuple(fc.constantFrom(...policies), fc.array(cut, { maxLength: 6 }))
  .map(([policy, cuts]) =>
    cuts.reduce((all, [at, length, piece]) => {
      const from = all.length === 0 ? 0 : at % all.length
      return all.slice(0, from) + piece + all.slice(from + length)
    }, policy),
  )

export const policyTexts = fc.oneof(patchwork, mutated)
