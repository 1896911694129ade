/**
 * A1: Lists of RFC 9651, held against `structured-headers` where it can read them.
 */
import fc from 'fast-check'
import { type BareItem, DisplayString, isInnerList, parseList, Token } from 'structured-headers'
import { describe, expect, it } from 'vitest'
import { readList } from '../../src/language/policy/structured-list.ts'
import type { DirectiveValue } from '../../src/words/restriction.ts'
import { runs } from '../support/runs.ts'

function bareItem(item: BareItem): DirectiveValue {
  if (item instanceof Token) return { token: item.toString() }
  if (item instanceof DisplayString) return { display: item.toString() }
  if (item instanceof ArrayBuffer)
    return { bytes: btoa(String.fromCharCode(...new Uint8Array(item))) }
  return typeof item === 'number' ? item + 0 : (item as DirectiveValue)
}

function oracle(text: string): unknown {
  try {
    return parseList(text).map((member) => ({
      item: isInnerList(member) ? 'inner list' : bareItem(member[0]),
      parameters: Object.fromEntries(
        [...member[1]].map(([name, value]) => [name, bareItem(value)]),
      ),
    }))
  } catch {
    return 'fault'
  }
}

function ours(text: string): unknown {
  const list = readList(text)
  if (!list.ok) return 'fault'
  return list.members.map(({ item, parameters }) => ({
    item,
    parameters: Object.fromEntries(parameters),
  }))
}

const piece = fc.constantFrom(
  ...[
    'ex',
    'a1',
    '*',
    'A/b:c',
    ';',
    ',',
    '=',
    ' ',
    '\t',
    '"a b"',
    '"\\"\\\\"',
    '"',
    '\\',
    ':aGk=:',
    ':aGk:',
    ':',
    '?0',
    '?1',
  ],
  ...[
    '?',
    '-',
    '7',
    '-0',
    '1.5',
    '1.',
    '0.1234',
    '123456789012345',
    '1234567890123',
    '%"caf%c3%a9"',
    '%"%ff"',
    '%"',
    '(',
    ')',
    '.',
    '_',
  ],
)

describe('[A1] Lists of RFC 9651', () => {
  it('are read as `structured-headers` reads them', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('')
        expect(ours(text)).toEqual(oracle(text))
      }),
      { numRuns: runs(5_000, 100_000) },
    )
  })

  it('a Date may stand anywhere', () => {
    expect(ours('ex;a=@1700000000;b=@-1, y')).toEqual([
      { item: { token: 'ex' }, parameters: { a: { date: 1700000000 }, b: { date: -1 } } },
      { item: { token: 'y' }, parameters: {} },
    ])
  })

  it.each([
    ['ex;a=', 5],
    ['ex;a=1,', 7],
    ['ex ex2', 3],
    ['ex;a="é"', 5],
    ['ex;A', 3],
    ['ex;a=1.2345', 10],
    ['(a b', 4],
    ['ex;u=%"%ff"', 5],
  ])('%s cannot be read from offset %i on', (text, at) => {
    expect(readList(text)).toEqual({ ok: false, at })
  })

  it('a text of any length is read without a throw', () => {
    for (const text of [
      `"${'a'.repeat(3_000_000)}`,
      `ex${';a'.repeat(500_000)}`,
      '('.repeat(100_000),
    ]) {
      expect(readList(text).ok).toBe(text.startsWith('ex'))
    }
  })
})
