/**
 * What both halves read alike (grammar/) held to the reference evaluator's own readings, on generated text.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesUserAgent } from '../src/words/name-token.ts'
import {
  foldCase,
  patternForm,
  purposeForm,
  purposePatternForm,
  targetForm,
} from '../src/words/path-form.ts'
import { isAtLocation } from '../src/words/uri.ts'
import { sameLocation } from './reference/location.ts'
import { stands } from './reference/names.ts'
import * as reference from './reference/patterns.ts'
import { comparePatterns } from './support/decide/compare-patterns.ts'
import { runs } from './support/runs.ts'

const options = { numRuns: runs(4_000, 1_000_000), seed: 1 }

/** A string of a few pieces, so that the interesting ones meet. */
function piecesOf(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(''))
}

const PATH_PIECES = [
  '/',
  'a',
  'B',
  '*',
  '$',
  '%',
  '2',
  'f',
  '%61',
  '%2a',
  '%2F',
  '%e3',
  '#',
  '?',
  'é',
  '💩',
  '\\',
  '^',
  '~',
  ' ',
  '\ud800',
  '\0',
]
const paths = piecesOf(PATH_PIECES, 8)

/** Holds a reading to the reference's own. */
function agree<T>(
  texts: fc.Arbitrary<string>,
  reading: (text: string) => T,
  expected: (text: string) => T,
): void {
  const property = fc.property(texts, (text) => {
    expect(reading(text), JSON.stringify(text)).toEqual(expected(text))
  })
  fc.assert(property, options)
}

describe('[P2] the one form of paths', () => {
  it('targets have the form that the reference gives them', () =>
    agree(paths, targetForm, reference.targetForm))

  it('purposes have it, too', () => agree(paths, purposeForm, reference.purposeForm))

  it('patterns keep `*` and a final `$` and are otherwise formed like targets', () => {
    const likeTargets = (pattern: string, form: (text: string) => string) => {
      const end = pattern.endsWith('$') ? '$' : ''
      const body = pattern.slice(0, pattern.length - end.length)
      return body.split('*').map(form).join('*') + end
    }
    agree(paths, patternForm, (text) => likeTargets(text.split('#')[0]!, reference.targetForm))
    agree(paths, purposePatternForm, (text) => likeTargets(text, reference.purposeForm))
  })

  it('what is in the form stays as it is, unless a stray `%` meets what was decoded behind it', () => {
    const tidy = paths.filter((text) => !/%(?![0-9a-f]{2})/i.test(text))
    agree(tidy, (text) => patternForm(patternForm(text)), patternForm)
    agree(tidy, (text) => targetForm(targetForm(text)), targetForm)
  })

  it('letter case is that of ASCII', () => {
    agree(piecesOf(['İ', 'ı', 'K', 'ſ', 'A', 'Z', 'é', 'É', '[', '@'], 4), foldCase, reference.fold)
  })
})

describe('[L3] which of two patterns is narrower', () => {
  const patterns = piecesOf(['/', 'a', 'A', 'b', '*', '*', '%2A'], 5).chain((body) =>
    fc.constantFrom(body, `${body}$`),
  )

  it('as the text says, both ways', () => {
    fc.assert(
      fc.property(patterns, patterns, (a, b) => {
        const order = comparePatterns(a, b)
        expect(order === 'narrower').toBe(reference.isNarrower(a, b))
        expect(order === 'broader').toBe(reference.isNarrower(b, a))
      }),
      options,
    )
  })

  it('is a strict partial order', () => {
    fc.assert(
      fc.property(patterns, patterns, patterns, (a, b, c) => {
        const narrower = (x: string, y: string) => comparePatterns(x, y) === 'narrower'
        expect(narrower(a, a)).toBe(false)
        expect(narrower(a, b) && narrower(b, a)).toBe(false)
        if (narrower(a, b) && narrower(b, c)) expect(narrower(a, c)).toBe(true)
      }),
      options,
    )
  })
})

it('[I1] a name in a User-Agent header', () => {
  const words = piecesOf(['a', 'b', 'ab', '-', '_', '/', '1', ' ', 'é', '.'], 6)
  fc.assert(
    fc.property(words, words, (name, userAgent) => {
      expect(matchesUserAgent(name, userAgent)).toBe(stands(name, userAgent))
    }),
    options,
  )
})

it('[E3] a location and the resource’s own URI', () => {
  const uris = fc
    .tuple(
      fc.constantFrom('http', 'HTTPS', 'https', 'ftp', '', '1x'),
      fc.constantFrom('://', '://', ':', '//', ''),
      fc.constantFrom('', 'u@', 'U@', 'u:p@', '@'),
      fc.constantFrom('a', 'A', 'b.c', '[::1]', '', '%61'),
      fc.constantFrom('', ':', ':80', ':443', ':8443', ':x'),
      piecesOf(['/', '.', '..', 'a', '%2e', '%2f', 'A', '%61', '~'], 5).map((path) =>
        path === '' ? '' : `/${path}`,
      ),
      fc.constantFrom('', '?', '?a', '?A', '?a/../b'),
      fc.constantFrom('', '#', '#a'),
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(uris, uris, (location, resource) => {
      expect(isAtLocation(location, resource)).toBe(sameLocation(location, resource))
    }),
    { ...options, numRuns: options.numRuns * 5 },
  )
})
