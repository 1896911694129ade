import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeQualifiers, readQualifiers } from '../../src/words/qualifier-issues.ts'
import { splitQualifiers } from '../../src/words/qualifier-words.ts'
import { USAGES, type Usage } from '../../src/words/usages.ts'

const OUTSIDE: readonly [Usage, string, string][] = [
  ['index', 'time-limit', 'unknown'],
  ['index', 'colour=red', 'unknown'],
  ['index', '=3-days', 'unknown'],
  ['index', 'time-limit=', 'value'],
  ['index', 'time-limit=3-day', 'value'],
  ['index', 'time-limit=0-days', 'value'],
  ['index', 'time-limit=until-2027-02-29', 'value'],
  ['index', `time-limit=${'9'.repeat(400)}-days`, 'value'],
  ['index', 'max-length=20-words', 'misplaced'],
  ['index', 'location=https://www.example.com/', 'misplaced'],
  ['index', "must-use-resource=/o'clock", 'value'],
  ['index', 'must-use-resource=/<b>', 'value'],
  ['index', 'must-use-resource=/100%', 'value'],
  ['index', 'must-use-resource=/é', 'value'],
  ['index', 'must-use-resource=the-acap:extract:id:', 'value'],
  ['index', 'must-use-resource=the-acap:extract:idlist:a,,b', 'value'],
  ['index', 'must-use-resource=the-acap:extract:class:%FF', 'value'],
  ['index', 'must-use-resource=THE-ACAP:photo:x', 'value'],
  ['present', 'must-include-resource=the-acap:photo:id:x', 'value'],
  ['present', 'must-include-resource=the-acap:credit:the-acap:x', 'value'],
  ['present', 'prohibited-modification=colour', 'value'],
  ['present', 'target-condition=ipaddressrangelist:1.2.03.4', 'value'],
  ['present', 'target-condition=ipaddressrangelist:1.2.3.256', 'value'],
  ['present', 'target-condition=ipaddressrangelist:1.2.3.1-::1', 'value'],
  ['present', 'target-condition=ipaddressrangelist:1.2.3.1-1.2.3.2-1.2.3.3', 'value'],
  ['present', 'target-condition=ipaddressmasklist:10.1.1.0/24', 'value'],
  ['present', 'target-condition=ipaddressmasklist:10.1.1.0', 'value'],
  ['present', 'target-condition=permitteddomainlist:a_b', 'value'],
  ['present', 'target-condition=permitteddomainlist:', 'value'],
  ['present', 'target-condition=permittedcountrylist:BEL', 'value'],
  ['present', 'target-condition=moonphase:full', 'value'],
  ['other', 'usage-ref=the-acap:credit:/x', 'value'],
]

describe('[Q4] what is outside the grammar makes the permission a prohibition', () => {
  test.each(OUTSIDE)('allow-%s %s', (usage, text, kind) => {
    const reading = readQualifiers(text, usage, '1.1', 'robots')
    expect(reading.uninterpretable).toBe(true)
    expect(reading.issues.map((issue) => issue.kind)).toEqual([kind])
  })

  test('is judged before Q2 drops any', () => {
    const reading = readQualifiers(
      'time-limit=3-days time-limit=4-days time-limit=x',
      'index',
      '1.1',
      'robots',
    )
    expect(reading.uninterpretable).toBe(true)
  })
})

const UNDERSTOOD: readonly [Usage, string, unknown][] = [
  ['index', 'TIME-LIMIT = Until-Recrawled', { type: 'time-limit', untilRecrawled: true }],
  ['index', 'time-limit=until%2Drecrawled', { type: 'time-limit', untilRecrawled: true }],
  ['index', 'must-use-resource=/%7Ea', { type: 'must-use-resource', uri: '/%7Ea' }],
  [
    'index',
    'must-use-resource=The-ACAP:Extract:TagList:P,h%31',
    { type: 'must-use-resource', extract: 'tag', names: ['P', 'h1'] },
  ],
  [
    'index',
    'must-use-resource=the-acap:extract:idlist:a%2Cb,c',
    { type: 'must-use-resource', extract: 'id', names: ['a,b', 'c'] },
  ],
  [
    'present',
    'must-include-resource=the-acap:credit:http://example.com/c',
    { type: 'must-include-resource', role: 'credit', uri: 'http://example.com/c' },
  ],
  [
    'present',
    'target-condition=ipaddressrangelist:1.2.4.1-1.2.2.255',
    {
      type: 'target-condition',
      condition: 'ipaddressrangelist',
      values: [{ from: '1.2.4.1', to: '1.2.2.255' }],
    },
  ],
]

describe('[Q4] what is understood', () => {
  test.each(UNDERSTOOD)('allow-%s %s', (usage, text, data) => {
    expect(readQualifiers(text, usage, '1.1', 'robots')).toMatchObject({
      qualifiers: [data],
      uninterpretable: false,
    })
  })
})

describe('[Q2] repeats', () => {
  const data = (usage: Usage, text: string) =>
    readQualifiers(text, usage, '1.1', 'embedded').qualifiers

  test.each([
    ['3-days', 'until-recrawled', 2],
    ['until-2027-01-01', '3-days', 2],
    ['until-recrawled', 'until-2027-01-01', 2],
    ['3-days', '4-days', 1],
    ['until-recrawled', 'until-recrawled', 1],
    ['3-days', 'plus-terms', 1],
  ])('time-limit=%s time-limit=%s', (first, second, count) => {
    const both = data('index', `time-limit=${first} time-limit=${second}`)
    expect(both).toHaveLength(count)
    expect(both[0]).toEqual(data('index', `time-limit=${first}`)[0])
  })

  test('plus-terms beside another time limit is the one that is ignored', () => {
    expect(data('index', 'time-limit=plus-terms time-limit=3-days')).toEqual(
      data('index', 'time-limit=3-days'),
    )
  })

  test('a third time limit is dropped before pairs are looked at', () => {
    expect(
      data('index', 'time-limit=3-days time-limit=4-days time-limit=until-recrawled'),
    ).toHaveLength(1)
  })

  test('rulesref counts only first and alone', () => {
    const rules = 'target-condition=rulesref:/rules'
    const country = 'target-condition=permittedcountrylist:BE'
    expect(data('present', `${rules} ${country}`)).toEqual(data('present', country))
    expect(data('present', `${country} ${rules}`)).toEqual(data('present', country))
    expect(data('present', `${rules} target-condition=rulesref:/more`)).toEqual(
      data('present', rules),
    )
  })

  test('of two locations the first counts', () => {
    expect(data('crawl', 'location=http://a.test/ location=http://b.test/')).toEqual([
      { type: 'location', uri: 'http://a.test/' },
    ])
  })

  test('what is dropped is reported, with its place', () => {
    const { issues } = readQualifiers(
      ' max-length=9-words max-length=2-words',
      'present-snippet',
      '1.1',
      'robots',
    )
    expect(issues).toMatchObject([{ kind: 'repeated', at: 20, length: 18 }])
  })
})

const KNOWN_LATER: readonly [Usage, string][] = [
  ['index', 'time-limit=3-days time-limit=until-recrawled'],
  ['index', 'time-limit=plus-terms'],
  ['crawl', 'time-limit=plus-terms'],
  ['index', 'must-use-resource=the-acap:extract:idlist:'],
  ['index', 'must-use-resource=the-acap:extract:classlist:a'],
  ['index', 'must-use-resource=the-acap:extract:taglist:a'],
  ['index', 'must-use-resource=the-acap:text:a'],
  ['present', 'must-include-resource=plus-terms'],
  ['present', 'must-include-resource=the-acap:license-link:id:a'],
  ['present', 'must-include-resource=the-acap:registration-link:id:a'],
  ['present', 'must-include-resource=the-acap:credit:text:a'],
  ['present', 'prohibited-modification=Appearance'],
  ['present', 'prohibited-modification=content'],
  ['present', 'prohibited-modification=metadata'],
  ['present', 'prohibited-modification=structure'],
  ['present', 'prohibited-modification=plus-terms'],
  ['present-original', 'required-context=within-user-frame'],
  ['present', 'target-condition=moonphase:full'],
  ['other', 'usage-ref=/terms'],
  ['other', 'ref=/terms'],
]

describe('[V2] [V3] the version gate', () => {
  test.each(KNOWN_LATER)('allow-%s %s is ignored under 1.0', (usage, text) => {
    expect(readQualifiers(text, usage, '1.0', 'robots').ignored).toBe('needs-1.1')
    expect(readQualifiers(text, usage, '1.1', 'robots').ignored).toBeNull()
  })

  test.each<[Usage, string]>([
    ['index', 'time-limit=3-days'],
    ['index', 'must-use-resource=the-acap:extract:id:taglist'],
    ['present', 'must-include-resource=the-acap:credit:plus-terms'],
    ['present', 'prohibited-modification=annotation'],
    ['present-original', 'required-context=within-original-frame'],
    ['present-original', 'prohibited-context=within-user-frame'],
  ])('allow-%s %s is known to 1.0', (usage, text) => {
    expect(readQualifiers(text, usage, '1.0', 'robots')).toMatchObject({
      ignored: null,
      uninterpretable: false,
    })
  })

  test('what Q4 does not understand is ignored under a later 1.m', () => {
    expect(readQualifiers('time-limit=moon', 'index', 'later', 'robots').ignored).toBe(
      'later-version',
    )
    expect(readQualifiers('time-limit=3-days', 'index', 'later', 'robots').ignored).toBeNull()
  })

  test('[L7] a definition and explicit qualifiers are judged together', () => {
    const definition = splitQualifiers('time-limit=3-days', 'robots')
    const explicit = splitQualifiers('time-limit=until-recrawled', 'robots')
    expect(judgeQualifiers([...definition, ...explicit], 'index', '1.0', 'robots').ignored).toBe(
      'needs-1.1',
    )
    expect(
      judgeQualifiers([...definition, ...explicit], 'index', '1.1', 'robots').qualifiers,
    ).toHaveLength(2)
  })
})

test.each<[string, Usage, object, object]>([
  [
    'time-limit=until-recrawl',
    'preserve',
    { type: 'time-limit', untilRecrawled: true },
    { at: 11, length: 13, meant: 'until-recrawled' },
  ],
  [
    'ref=/terms',
    'other',
    { type: 'usage-ref', uri: '/terms' },
    { at: 0, length: 3, meant: 'usage-ref' },
  ],
])('[R9] the misspelt %s is understood and reported', (text, usage, qualifier, place) => {
  const { qualifiers, issues } = readQualifiers(text, usage, '1.1', 'robots')
  expect(qualifiers).toEqual([qualifier])
  expect(issues).toMatchObject([{ kind: 'misspelt', ...place }])
})

test('[Q1] allow-other without usage-ref cannot be interpreted, and is reported', () => {
  expect(readQualifiers('', 'other', '1.0', 'robots')).toMatchObject({
    uninterpretable: true,
    issues: [{ kind: 'no-reference' }],
  })
})

test('[E3] a location that equals no page stays and is reported', () => {
  const reading = readQualifiers('location=/page.html', 'crawl', '1.0', 'embedded')
  expect(reading).toMatchObject({
    qualifiers: [{ type: 'location', uri: '/page.html' }],
    uninterpretable: false,
    issues: [{ kind: 'not-absolute', at: 9, length: 10 }],
  })
})

test('[R6] no text makes it throw, and every issue lies in the text', () => {
  const words = fc.constantFrom(
    ...'= :,%-/\t',
    'time-limit',
    'must-use-resource',
    'target-condition',
    'usage-ref',
    '%41',
    'the-acap:',
    'extract:',
    'id:',
    'rulesref:',
    '3-days',
    'until-',
    '2027-01-01',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 20 }).map((list) => list.join('')),
  )
  const version = fc.constantFrom('1.0', '1.1', 'later', 'none' as const)
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(...USAGES),
      version,
      fc.constantFrom('robots', 'embedded' as const),
      (input, usage, gate, place) => {
        const { issues, uninterpretable } = readQualifiers(input, usage, gate, place)
        for (const { at, length } of issues)
          expect(at >= 0 && length >= 0 && at + length <= input.length).toBe(true)
        const faults = ['unknown', 'misplaced', 'value', 'no-reference']
        if (uninterpretable) expect(issues.some(({ kind }) => faults.includes(kind))).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})
