/**
 * Routes that prohibit the crawl, as fast-check arbitraries and as site.toml.
 */
import fc from 'fast-check'
import { pattern } from '../language/generate-patterns.ts'
import { NAMES } from '../language/generate-policies.ts'

/** Routes about the crawl, for everybody or for one crawler, a few for a purpose. */
export const crawlRoutes = fc.array(
  fc.record({
    match: pattern,
    fields: fc.array(
      fc
        .tuple(
          fc.constantFrom('', '', ...NAMES.map((name) => `${name}: `)),
          fc.constantFrom('', '', '', 'news '),
        )
        .map(([who, why]) => `${who}${why}disallow-crawl`),
      { maxLength: 2 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
)

/** A site.toml with these routes. */
export function routesToml(
  all: readonly { readonly match: string; readonly fields: readonly string[] }[],
): string {
  return all.map(({ match, fields }) => route(match, ...fields)).join('')
}

/** A site.toml with one route. */
export function route(match: string, ...fields: readonly string[]): string {
  return [
    '[[route]]',
    `match = ${JSON.stringify(match)}`,
    `fields = ${JSON.stringify(fields)}`,
    '',
  ].join('\n')
}
