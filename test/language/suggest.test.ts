/**
 * "Did you mean": the nearest known word, if one is near enough to be meant.
 */
import { describe, expect, it } from 'vitest'
import { didYouMean, nearest } from '../../src/language/findings/suggest.ts'

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

  it('is not looked for among more words than anybody chooses from, nor for a text that is not a word', () => {
    let looked = 0
    function* names() {
      for (; looked < 10_000; looked++) yield `name-${looked}`
    }
    expect(nearest('nome-7', names())).toBeNull()
    expect(looked).toBeLessThan(1000)
    expect(nearest('nome-7', ['name-7'])).toBe('name-7')
    expect(nearest(`x${'y'.repeat(10_000)}`, ['y'.repeat(10_000)])).toBeNull()
  })

  it('is offered, or what is said instead', () => {
    expect(didYouMean('crwal', KNOWN, null)).toBe('did you mean `crawl`?')
    expect(didYouMean('fly', KNOWN, 'there is none')).toBe('there is none')
    expect(didYouMean('fly', KNOWN, null)).toBeNull()
  })
})
