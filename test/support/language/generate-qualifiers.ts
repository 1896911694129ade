/** fast-check arbitraries for qualifiers and embedded fields as typed data, each valid where it stands (Q1, Q2, Q5). */
import fc from 'fast-check'
import { QUALIFIER_TABLE } from '../../../src/words/qualifier-table.ts'
import type { Locator, Qualifier, QualifierType } from '../../../src/words/restriction.ts'
import { USAGES } from '../../../src/words/usages.ts'
import type { Writable } from '../../../src/words/write-meta.ts'
import { writeQualifier } from '../../../src/words/write-qualifier.ts'

const NAME = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
const TEXT = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const URI = fc.constantFrom(
  '/a.html',
  'http://example.com/a?b=c,d',
  '../%41%2f',
  'x',
  '//host:8080/',
  'urn:x:y',
)
const DATE = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
const COUNT = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const ADDRESS = fc.oneof(fc.ipV4(), fc.constantFrom('10.0.0.1', '255.255.255.255'))
const LABEL = fc.constantFrom('be', 'www.example-news.test', '0-1', 'xn--bcher-kva.test')
const COUNTRY = fc.constantFrom('BE', 'FR', 'DE')

const LOCATOR: fc.Arbitrary<Locator> = fc.oneof(
  fc.record({ extract: fc.constantFrom('id', 'class', 'meta'), names: fc.tuple(NAME) }),
  fc.record({ text: TEXT }),
  fc.record({ uri: URI }),
)

function many<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: 1, maxLength: 3 })
}

/** What one type may contribute to a field: after Q2, so already in the form in which it stands. */
const BY_TYPE: Readonly<Record<QualifierType, fc.Arbitrary<readonly Qualifier[]>>> = {
  'time-limit': fc.oneof(
    fc.constant([{ type: 'time-limit', plusTerms: true }] as const),
    fc
      .shuffledSubarray(['untilRecrawled', 'until', 'days'] as const, {
        minLength: 1,
        maxLength: 2,
      })
      .chain((kinds) =>
        fc.record({ day: DATE, days: COUNT }).map(({ day, days }) =>
          kinds.map((kind): Qualifier => {
            if (kind === 'untilRecrawled') return { type: 'time-limit', untilRecrawled: true }
            if (kind === 'days') return { type: 'time-limit', days }
            return { type: 'time-limit', until: day.toISOString().slice(0, 10) }
          }),
        ),
      ),
  ),
  'must-use-resource': fc
    .oneof(
      fc.record({ uri: URI }),
      fc.record({ text: TEXT }),
      fc.record({ extract: fc.constantFrom('id', 'class', 'tag'), names: many(NAME) }),
      fc.record({ extract: fc.constant('meta'), names: fc.tuple(NAME) }),
    )
    .map((members) => [{ type: 'must-use-resource', ...members } as Qualifier]),
  'max-length': fc
    .record({ count: COUNT, unit: fc.constantFrom('chars', 'words') })
    .map((members) => [{ type: 'max-length', ...members }]),
  'prohibited-modification': fc
    .oneof(
      fc.constantFrom(['any'], ['plus-terms']),
      fc.subarray(
        [
          'annotation',
          'appearance',
          'content',
          'format',
          'metadata',
          'structure',
          'style',
          'translation',
        ],
        {
          minLength: 1,
        },
      ),
    )
    .map((values) => [{ type: 'prohibited-modification', values } as Qualifier]),
  'must-include-resource': fc
    .oneof(
      fc.constant({ plusTerms: true }),
      fc.record({ uri: URI }),
      fc
        .tuple(
          fc.constantFrom('extract', 'credit', 'link', 'license-link', 'registration-link'),
          LOCATOR,
        )
        .map(([role, locator]) => ({ role, ...locator })),
    )
    .map((members) => [{ type: 'must-include-resource', ...members } as Qualifier]),
  'prohibited-context': fc.constant([{ type: 'prohibited-context', value: 'within-user-frame' }]),
  'required-context': fc
    .constantFrom('within-original-frame', 'within-user-frame')
    .map((value) => [{ type: 'required-context', value }] as readonly Qualifier[]),
  'target-condition': fc.oneof(
    URI.map((uri): readonly Qualifier[] => [
      { type: 'target-condition', condition: 'rulesref', uri },
    ]),
    many(
      fc.oneof(
        fc.record({
          condition: fc.constant('ipaddressrangelist'),
          values: many(fc.record({ from: ADDRESS, to: ADDRESS })),
        }),
        fc.record({
          condition: fc.constant('ipaddressmasklist'),
          values: many(fc.record({ address: fc.ipV6(), mask: fc.ipV6() })),
        }),
        fc.record({
          condition: fc.constantFrom('permitteddomainlist', 'prohibiteddomainlist'),
          values: many(LABEL),
        }),
        fc.record({
          condition: fc.constantFrom('permittedcountrylist', 'prohibitedcountrylist'),
          values: many(COUNTRY),
        }),
      ),
    ).map((list) => list.map((members) => ({ type: 'target-condition', ...members }) as Qualifier)),
  ),
  'usage-ref': many(
    fc.oneof(
      fc.record({ uri: URI }),
      fc
        .tuple(fc.constantFrom('link', 'terms-link', 'permission-link'), LOCATOR)
        .map(([role, locator]) => ({ role, ...locator })),
    ),
  ).map((list) => list.map((members) => ({ type: 'usage-ref', ...members }) as Qualifier)),
  location: fc
    .constantFrom('https://www.example.com/', 'http://a@B.test:8080/x?y#z', '/relative')
    .map((uri) => [{ type: 'location', uri }]),
}

/** Qualifiers of one field, grouped by type, valid on the usage. */
export function qualifiersFor(usage: (typeof USAGES)[number]): fc.Arbitrary<readonly Qualifier[]> {
  const types = QUALIFIER_TABLE.filter((row) => row.usages.includes(usage)).map((row) => row.type)
  return fc
    .shuffledSubarray(types)
    .chain((chosen) => fc.tuple(...chosen.map((type) => BY_TYPE[type])))
    .map((groups) => groups.flat())
}

/** Permissions and prohibitions as a META tag can say them, each for one purpose or none. */
export const WRITABLE: fc.Arbitrary<Writable & { readonly qualifiers: readonly Qualifier[] }> = fc
  .record({
    effect: fc.constantFrom('allow', 'disallow'),
    usage: fc.constantFrom(...USAGES),
    purposes: fc.oneof(
      fc.constant([]),
      fc
        .constantFrom(
          'news',
          'news.search.test*',
          'http://p.test/x%23y',
          'allow-index',
          'disallow-',
          'version',
        )
        .map((p) => [p]),
    ),
  })
  // Q1: a permission of `other` needs a reference.
  .filter(({ effect, usage }) => effect === 'disallow' || usage !== 'other')
  .chain((head) =>
    (head.effect === 'allow' ? qualifiersFor(head.usage) : fc.constant([])).map((qualifiers) => ({
      ...head,
      qualifiers,
      words: qualifiers.flatMap(writeQualifier),
      uninterpretable: false,
    })),
  )
