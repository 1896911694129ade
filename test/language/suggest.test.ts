/**
 * "Did you mean": the nearest known word, if one is near enough to be meant.
 */
import { describe, expect, it } from 'vitest'
import { didYouMean, nearest } from '../../src/language/suggest.ts'

const KNOWN = ['crawl', 'follow', 'index', 'preserve', 'present', 'present-snippet', 'other']

describe('the nearest word', () => {
  it.each([
    ['crwal', 'crawl'],
    ['craw', 'crawl'],
    ['Index', 'index'],
    ['preserv', 'preserve'],
    ['presnt-snipet', 'present-snippet'],
    ['pristine', null],
    ['fly', null],
    ['', null],
  ])('to %j is %j', (word, expected) => {
    expect(nearest(word, KNOWN)).toBe(expected)
  })

  it('is offered, or what is said instead', () => {
    expect(didYouMean('crwal', KNOWN, null)).toBe('did you mean `crawl`?')
    expect(didYouMean('fly', KNOWN, 'there is none')).toBe('there is none')
    expect(didYouMean('fly', KNOWN, null)).toBeNull()
  })
})
