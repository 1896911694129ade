/**
 * fast-check arbitraries for whole sites: a generated policy with crawlers' profiles and routes beside it.
 */
import fc from 'fast-check'
import { readRouteField } from '../../src/grammar/meta.ts'
import { patternForm } from '../../src/grammar/path-form.ts'
import { check } from '../../src/language/check.ts'
import { parse } from '../../src/language/parse.ts'
import { QUALIFIER_TABLE } from '../../src/vocabulary/qualifier-table.ts'
import { type CrawlerProfile, DEFAULT_SITE } from '../../src/vocabulary/site-config.ts'
import { USAGES } from '../../src/vocabulary/usages.ts'
import type { Reading } from './evaluators.ts'
import {
  effectAndUsage,
  type GeneratedPolicy,
  NAMES,
  PURPOSES,
  pattern,
  policies,
  qualifiers,
} from './generate-policies.ts'

/** A site's policy, and what its site.toml would say. */
export interface GeneratedSite {
  readonly policy: GeneratedPolicy
  readonly crawlers: Readonly<Record<string, Pick<CrawlerProfile, 'purposes' | 'interprets' | 'dialect'>>>
  readonly routes: readonly { readonly match: string; readonly fields: readonly string[] }[]
}

export const interprets: fc.Arbitrary<CrawlerProfile['interprets']> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('all' as const) },
  { weight: 1, arbitrary: fc.constant('crawl-only' as const) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        usages: fc.subarray([...USAGES]),
        qualifiers: fc.subarray(QUALIFIER_TABLE.map((row) => row.type)),
        elements: fc.boolean(),
      },
      { requiredKeys: ['usages', 'qualifiers'] },
    ),
  },
)

export const purposes = fc.array(fc.constantFrom(...PURPOSES, 'newish', 'http://p.test/#x'), { maxLength: 2 })
export const dialect = fc.constantFrom('acap' as const, 'acap' as const, 'acap' as const, 'rep' as const)

const profiles = fc.dictionary(fc.constantFrom(...NAMES), fc.record({ purposes, interprets, dialect }), { maxKeys: 2 })

const routeField = fc
  .tuple(
    fc.constantFrom('', '', ...NAMES.map((name) => `${name}: `)),
    fc.constantFrom('', 'news '),
    effectAndUsage,
    qualifiers,
  )
  .map((parts) => parts.join(''))
const route = fc.record({ match: pattern, fields: fc.array(routeField, { maxLength: 3 }) })

/** Sites; most have nothing but a policy. */
export const sites: fc.Arbitrary<GeneratedSite> = fc.record({
  policy: policies,
  crawlers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: profiles }),
  routes: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(route, { maxLength: 3 }) },
  ),
})

/** Reads a site as the language does. */
export function readGenerated({ policy: { files }, crawlers, routes }: GeneratedSite): Reading {
  const full = Object.entries(crawlers).map(([name, profile]) => [name, { ...profile, networks: [], category: null }])
  const { policy } = check({
    site: 'generated',
    config: { ...DEFAULT_SITE, crawlers: Object.fromEntries(full) },
    trees: new Map(Object.entries(files).map(([path, text]) => [path, parse(text, path)])),
    routes: routes.map(({ match, fields }, index) => ({
      index,
      match: patternForm(/^[/*]/.test(match) ? match : `/${match}`),
      fields: fields.flatMap((text) => readRouteField(text).field ?? []),
    })),
    followsReferences: true,
  })
  return { policy, files }
}
