import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSelectors } from '../../src/language/site/read-selectors.ts'
import { REFUSED, TAKEN } from '../support/language/selectors.ts'

function isTaken(selector: string): boolean {
  try {
    new HTMLRewriter().on(selector, {})
    return true
  } catch {
    return false
  }
}

describe('[E1] a selector of a route', () => {
  test.each(TAKEN)('%j is one to the runtime, too', (selector) => {
    expect(isTaken(selector)).toBe(true)
  })

  test.each(REFUSED)('%j is none to the runtime, either', (selector) => {
    expect(isTaken(selector)).toBe(false)
  })

  test('that the schema takes, the runtime takes', () => {
    const parts = [
      'a',
      'n',
      '-',
      '--',
      '_',
      '1',
      '2n',
      '+',
      '.',
      '#',
      '*',
      '|',
      '~',
      '=',
      '[',
      ']',
      '(',
      ')',
      ':',
      ',',
    ]
    const words = [
      ' ',
      '\n',
      '>',
      '"',
      "'",
      '\\',
      '\\.',
      ':not(',
      ':nth-child(',
      ':first-child',
      'odd',
      '[a=',
      ' i]',
      'é',
      '.b',
    ]
    const text = fc.oneof(
      fc.array(fc.constantFrom(...parts, ...words), { minLength: 1, maxLength: 8 }),
      fc.array(fc.constantFrom(...TAKEN, ...words), { minLength: 1, maxLength: 4 }),
    )
    fc.assert(
      fc.property(text, (pieces) => {
        const selector = pieces.join('')
        return readSelectors(selector) === null || isTaken(selector)
      }),
      { numRuns: 20_000, seed: 9309 },
    )
  })
})
