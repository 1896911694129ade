/**
 * fast-check arbitraries for whole sites: a generated policy with a site.toml of crawlers' profiles and routes beside it.
 */
import fc from 'fast-check'
import { readSite } from '../../../src/language/site/read-site.ts'
import { QUALIFIER_TABLE } from '../../../src/words/qualifier-table.ts'
import type { Interprets } from '../../../src/words/restriction.ts'
import type { CrawlerProfile } from '../../../src/words/site-config.ts'
import { USAGES } from '../../../src/words/usages.ts'
import type { Reading } from '../decide/evaluators.ts'
import { pattern } from './generate-patterns.ts'
import {
  effectAndUsage,
  type GeneratedPolicy,
  NAMES,
  PURPOSES,
  policies,
  qualifiers,
} from './generate-policies.ts'

/** What is generated of a crawler's profile. */
type Profile = Pick<CrawlerProfile, 'purposes' | 'interprets' | 'dialect'>

/** What is generated of a route. */
interface Route {
  readonly match: string
  readonly fields: readonly string[]
  readonly location: boolean | string
}

export const interprets: fc.Arbitrary<Interprets> = fc.oneof(
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

export const purposes = fc.array(fc.constantFrom(...PURPOSES, 'newish', 'http://p.test/#x'), {
  maxLength: 2,
})
export const dialect = fc.constantFrom(
  'acap' as const,
  'acap' as const,
  'acap' as const,
  'rep' as const,
)

const routeField = fc
  .tuple(
    fc.constantFrom('', '', ...NAMES.map((name) => `${name}: `)),
    fc.constantFrom('', 'news '),
    effectAndUsage,
    qualifiers,
  )
  .map((parts) => parts.join(''))

const profiles: fc.Arbitrary<Readonly<Record<string, Profile>>> = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.record({ purposes, interprets, dialect }),
  { maxKeys: 2 },
)
const routes: fc.Arbitrary<readonly Route[]> = fc.array(
  fc.record({
    match: pattern,
    fields: fc.array(routeField, { maxLength: 3 }),
    location: fc.constantFrom(false, false, true, 'https://www.test/a'),
  }),
  { maxLength: 3 },
)

/** Sites; half of them have nothing but a policy. */
export const sites: fc.Arbitrary<GeneratedPolicy> = fc
  .tuple(
    policies,
    fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: profiles }),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: routes }),
    fc.constantFrom('https://www.test', 'https://www.test/'),
    fc.constantFrom(
      '',
      '',
      '',
      '[paths]\nfolds = ["case"]\n',
      '[paths]\ntake-down-query = "any"\n',
    ),
  )
  .map(([policy, crawlers, all, canonical, paths]) => {
    if (Object.keys(crawlers).length + all.length + paths.length === 0) return policy
    return {
      ...policy,
      files: { ...policy.files, 'site.toml': writeToml(crawlers, all, canonical, paths) },
    }
  })

function writeToml(
  crawlers: Readonly<Record<string, Profile>>,
  all: readonly Route[],
  canonical: string,
  paths: string,
): string {
  return [
    'hosts = ["www.test"]',
    `canonical = ${toml(canonical)}`,
    paths,
    ...Object.entries(crawlers).map(([name, profile]) =>
      table(`[crawlers.${toml(name)}]`, profile),
    ),
    ...all.map((route) => table('[[route]]', route)),
  ].join('\n')
}

function table(head: string, members: object): string {
  return [head, ...Object.entries(members).map(([key, value]) => `${key} = ${toml(value)}`)].join(
    '\n',
  )
}

/** A value as TOML: JSON, except the `=` of inline tables. */
function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key} = ${toml(inner)}`)
    .join(', ')} }`
}

/** Reads a site as the language does. */
export function readGenerated({ files }: GeneratedPolicy): Reading {
  const encoder = new TextEncoder()
  const bytes = Object.entries(files).map(([path, text]) => [path, encoder.encode(text)] as const)
  const { policy } = readSite('generated', new Map(bytes), { now: 0 })
  return { policy, files }
}
