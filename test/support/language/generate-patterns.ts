/** Random patterns of paths, mostly short and rooted, so that many match the same path. */
import fc from 'fast-check'

/** One of some texts. */
export const one = (...values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values)

export function joined(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(one(...pieces), { maxLength }).map((parts) => parts.join(''))
}

const PIECES = ['a', '/', '*', 'b', 'A', '?', '%61', '%2F', '%2a', '.', 'é', '%', '~', '$', '=']
export const pattern = fc.oneof(
  {
    weight: 4,
    arbitrary: one(
      '/',
      '/a',
      '/a/',
      '/a*',
      '/a$',
      '/*',
      '*',
      '/b',
      '/A/b',
      '/a/b',
      '/*b',
      '/a*b',
      '/*$',
    ),
  },
  { weight: 3, arbitrary: joined(PIECES, 4).map((body) => `/${body}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(joined(PIECES, 3), one('', '$')).map(([body, end]) => `/${body}${end}`),
  },
  { weight: 1, arbitrary: joined(PIECES, 3) },
  {
    weight: 1,
    arbitrary: one(
      '/robots.txt',
      '/[ab]',
      '/a[!b]*',
      '/?b',
      '/\\*',
      '/[a',
      '/a\\b',
      '/a[a\\]-]',
      '/a[\\-b]',
      '/[a-b/]?',
      '/a[\\]',
      '/a[!]',
      'http://a/',
    ),
  },
)
