import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expiresAt, isDate } from '../../src/base/calendar.ts'
import { addressFamily } from '../../src/base/ip-address.ts'
import { decodePercent, encodePercent } from '../../src/words/path-form.ts'
import { readVersion } from '../../src/words/version.ts'

describe('[Q3] dates', () => {
  test.each(['2028-02-29', '2000-02-29', '1999-12-31', '0001-01-01'])('%s exists', (date) => {
    expect(isDate(date)).toBe(true)
  })

  test.each([
    '2027-02-29',
    '1900-02-29',
    '2027-13-01',
    '2027-00-01',
    '2027-01-32',
    '2027-1-1',
    '+02027-01-01',
    '',
  ])('`%s` does not exist', (date) => {
    expect(isDate(date)).toBe(false)
  })

  test('a permission lapses at the end of its day in UTC', () => {
    expect(new Date(expiresAt('2026-02-28')).toISOString()).toBe('2026-03-01T00:00:00.000Z')
  })
})

describe('[Q4] addresses', () => {
  test('every address of either family', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => addressFamily(address) === 4))
    fc.assert(fc.property(fc.ipV6(), (address) => addressFamily(address) === 6))
  })

  test.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.256',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1.2.3.4::',
    '::1.2.3',
    '::12345',
    '1:2:3:4:5:6:7::8',
  ])('`%s` is none', (text) => {
    expect(addressFamily(text)).toBe(0)
  })
})

describe('[Q4] percent triples', () => {
  test('what is encoded is decoded to itself, and holds no separator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encoded = encodePercent(text)
        expect(encoded).toMatch(/^[!-~]*$/)
        expect(encoded).not.toMatch(/[,"'#\s]/)
        expect(decodePercent(encoded)).toBe(text)
      }),
    )
  })

  test.each(['%', '%4', '%zz', '%FF', '%C3', 'a%'])('`%s` cannot be decoded', (text) => {
    expect(decodePercent(text)).toBeNull()
  })

  test('a lone surrogate becomes U+FFFD', () => {
    expect(encodePercent('\ud800')).toBe('%EF%BF%BD')
  })
})

describe('[V1] [V3] version numbers', () => {
  test.each([
    ['1.0', '1.0', false],
    ['1.1', '1.1', false],
    ['01.01', '1.1', false],
    ['1.1.9', '1.1', false],
    ['1.2', 'later', false],
    ['1.17', 'later', false],
    ['1.10', 'later', false],
    ['2.0', 'none', false],
    ['0.9', 'none', false],
    ['11.1', 'none', false],
    ['1', '1.0', true],
    ['1.', '1.0', true],
    ['one', '1.0', true],
    ['', '1.0', true],
    ['1.1 draft', '1.0', true],
  ])('`%s` is read as %s', (declared, reading, malformed) => {
    expect(readVersion(declared)).toEqual({ declared, reading, malformed })
  })
})
