/**
 * fast-check arbitraries for questions aimed at a generated policy. They come as a few values of each fact, which are
 * then crossed: one policy is asked hundreds of questions, and a counterexample shrinks to one value of each.
 */
import fc from 'fast-check'
import type { ElementField } from '../../../src/words/embedded.ts'
import type { MetaTag } from '../../../src/words/meta.ts'
import { readMeta } from '../../../src/words/meta-issues.ts'
import { USAGES, type Usage } from '../../../src/words/usages.ts'
import type { Question } from '../../reference/question.ts'
import {
  DATES,
  effectAndUsage,
  type GeneratedPolicy,
  NAMES,
  qualifiers,
} from '../language/generate-policies.ts'
import { dialect, interprets, purposes } from '../language/generate-sites.ts'

/** How to make a target: a pattern of the policy, what its wildcards stand for, and what is done to it. */
interface Aim {
  readonly pattern: number
  readonly fill: string
  readonly tail: string
  readonly twist: 'none' | 'upper' | 'encode' | 'cut'
}

/** What is asked besides who, where and what for. */
type Context = Omit<Question, 'userAgent' | 'target' | 'usage' | 'joined'> & {
  readonly tags: readonly MetaTag[]
  /** P6: whether the target less its last one or two characters is joined to it. */
  readonly joins?: boolean
}

/** A few values of each fact. */
export interface Questions {
  readonly aims: readonly Aim[]
  readonly agents: readonly string[]
  readonly usages: readonly Usage[]
  readonly contexts: readonly Context[]
}

const one = fc.constantFrom

const aim: fc.Arbitrary<Aim> = fc.record({
  pattern: fc.nat({ max: 40 }),
  fill: one('', 'a', 'b', '/', 'a/b', '*'),
  tail: one('', '', '', 'a', '/', 'b', '?b', '$', '#a', 'é'),
  twist: one('none', 'none', 'none', 'upper', 'encode', 'cut'),
})

const AROUND = [
  'Mozilla/5.0 (compatible; %; +http://ab.test/ba) Gecko/2',
  'Mozilla/5.0 (Linux; %; ba) AppleWebKit/1 %/1',
  'Mozilla/5.0 (X11; %/1; aba) Gecko',
  'Mozilla/5.0 (Windows; compatible; %)',
  '% (+http://%.test/)',
  'http://x;%',
  '%@ab.test',
  '+%.test/ba ab',
]

/** Names in a row, joined so that they stand alone, touch, or contain one another. */
const agent = fc
  .tuple(fc.array(one(...NAMES, 'x', 'AB', '_'), { maxLength: 3 }), one(' ', '/', '-', '; ', ''))
  .chain(([names, between]) => {
    const text = names.join(between)
    // Most headers are plain; the others have what I1 leaves out.
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant(text) },
      { weight: 1, arbitrary: one(...AROUND).map((around) => around.replaceAll('%', text)) },
    )
  })

const CLOCK = [
  'T12:00:00Z',
  'T06:00:00Z',
  'T05:59:59.5Z',
  'T06:30:59.999Z',
  'T23:59:59.999Z',
  'T00:00:00Z',
  'T04:01:00Z',
]
const now = fc
  .tuple(one(...DATES.slice(0, 3)), one(...CLOCK))
  .map(([date, time]) => Date.parse(date + time))

const LOCATIONS = [
  'https://www.test/a',
  'https://WWW.test:443/%61',
  'http://www.test/a',
  '/a',
  'https://',
]
const location = one('', '', '', ...LOCATIONS.map((uri) => ` location=${uri}`))
const tag: fc.Arbitrary<MetaTag> = fc.record({
  name: one('robots', 'robots', ...NAMES, 'ROBOTS', 'AB', '*'),
  content: fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(
          one('ACAP ', 'acap\n', 'ACAP news ', 'ACAP * '),
          effectAndUsage,
          qualifiers,
          location,
        )
        .map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: one('ACAP version 1.1', 'ACAP version 2.0', 'noindex', 'ACAP', 'ACAP allow-'),
    },
  ),
})
const element: fc.Arbitrary<ElementField> = fc.record({
  effect: one('allow', 'disallow'),
  usage: one(...USAGES),
})

const context: fc.Arbitrary<Context> = fc
  .record(
    {
      now,
      uri: one(...LOCATIONS.slice(0, 3)),
      tags: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(tag, { maxLength: 3 }) },
      ),
      elements: fc.array(element, { maxLength: 1 }),
      purposes,
      interprets,
      dialect,
      application: one('app', 'other'),
      joins: fc.boolean(),
      assurance: one('claimed', 'claimed', 'claimed', 'failed'),
      unlisted: one(false, false, false, true),
    },
    { requiredKeys: ['now', 'tags'] },
  )
  .map((facts) => ({ ...facts, meta: readMeta(facts.tags).fields }))

const OFTEN = [
  'crawl',
  'crawl',
  'crawl',
  'index',
  'index',
  'present-snippet',
  'present-snippet',
  'present',
  'other',
] as const
const usage = one<Usage>(...OFTEN, ...USAGES)

/** A few values of each fact; their product is what is asked. */
export const questions: fc.Arbitrary<Questions> = fc.record({
  aims: fc.array(aim, { minLength: 1, maxLength: 8 }),
  agents: fc.array(agent, { minLength: 1, maxLength: 4 }),
  usages: fc.uniqueArray(usage, { minLength: 1, maxLength: 3 }),
  contexts: fc.array(context, { minLength: 1, maxLength: 4 }),
})

/** Every combination of the values, aimed at the policy. */
export function* cross(
  policy: GeneratedPolicy,
  { aims, agents, usages, contexts }: Questions,
): Generator<Question> {
  const targets = [...new Set(aims.map((each) => targetFor(policy, each)))]
  for (const { tags: _, joins, ...facts } of contexts)
    for (const userAgent of agents)
      for (const target of targets)
        for (const usage of usages)
          yield { ...facts, userAgent, target, usage, ...(joins && { joined: joinedTo(target) }) }
}

function joinedTo(target: string): readonly string[] {
  return [target.slice(0, -1), target.slice(0, -2)].filter((each) => each.startsWith('/'))
}

function targetFor({ patterns }: GeneratedPolicy, { pattern, fill, tail, twist }: Aim): string {
  const from = patterns.length === 0 ? '/' : patterns[pattern % patterns.length]!
  const body = from.replaceAll('*', fill).replace(/\$$/, '') + tail
  const rooted = body.startsWith('/') ? body : `/${body}`
  if (twist === 'upper') return rooted.toUpperCase()
  if (twist === 'cut') return rooted.slice(0, Math.max(1, rooted.length - 1))
  return twist === 'encode' ? rooted.replaceAll('a', '%61').replaceAll('b', '%62') : rooted
}
