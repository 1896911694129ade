import { describe, expect, test } from 'vitest'
import { readQualifiers } from '../../src/words/qualifier-issues.ts'
import { isUsage, type Usage } from '../../src/words/usages.ts'
import { exhibitsOf } from '../support/decide/conformance.ts'

/** Every row of test/conformance/RESTRICTIONS.md: a usage, the text, the data. */
const ROWS: readonly (readonly [Usage, string, unknown])[] = [
  ['index', 'time-limit=until-recrawled', { type: 'time-limit', untilRecrawled: true }],
  ['index', 'time-limit=until-2027-01-01', { type: 'time-limit', until: '2027-01-01' }],
  ['preserve', 'time-limit=3-days', { type: 'time-limit', days: 3 }],
  ['present-link', 'time-limit=plus-terms', { type: 'time-limit', plusTerms: true }],
  ['index', 'must-use-resource=/page.txt', { type: 'must-use-resource', uri: '/page.txt' }],
  [
    'index',
    'must-use-resource=the-acap:extract:id:a',
    { type: 'must-use-resource', extract: 'id', names: ['a'] },
  ],
  [
    'index',
    'must-use-resource=the-acap:extract:idlist:a,b',
    { type: 'must-use-resource', extract: 'id', names: ['a', 'b'] },
  ],
  [
    'present',
    'must-use-resource=the-acap:extract:class:abstract',
    { type: 'must-use-resource', extract: 'class', names: ['abstract'] },
  ],
  [
    'present',
    'must-use-resource=the-acap:extract:classlist:a,b',
    { type: 'must-use-resource', extract: 'class', names: ['a', 'b'] },
  ],
  [
    'present-snippet',
    'must-use-resource=the-acap:extract:meta:snippet',
    { type: 'must-use-resource', extract: 'meta', names: ['snippet'] },
  ],
  [
    'index',
    'must-use-resource=the-acap:extract:taglist:p,h1',
    { type: 'must-use-resource', extract: 'tag', names: ['p', 'h1'] },
  ],
  [
    'index',
    'must-use-resource=the-acap:text:Buy%20it%20here',
    { type: 'must-use-resource', text: 'Buy it here' },
  ],
  ['present-snippet', 'max-length=250-chars', { type: 'max-length', count: 250, unit: 'chars' }],
  ['present-oldsnippet', 'max-length=030-words', { type: 'max-length', count: 30, unit: 'words' }],
  [
    'present',
    'prohibited-modification=translation prohibited-modification=format',
    { type: 'prohibited-modification', values: ['format', 'translation'] },
  ],
  [
    'present',
    'must-include-resource=plus-terms',
    { type: 'must-include-resource', plusTerms: true },
  ],
  [
    'present',
    'must-include-resource=/credit.html',
    { type: 'must-include-resource', uri: '/credit.html' },
  ],
  [
    'present',
    'must-include-resource=the-acap:credit:id:by',
    { type: 'must-include-resource', role: 'credit', extract: 'id', names: ['by'] },
  ],
  [
    'present-original',
    'prohibited-context=within-user-frame',
    { type: 'prohibited-context', value: 'within-user-frame' },
  ],
  [
    'present-oldcopy',
    'required-context=within-original-frame',
    { type: 'required-context', value: 'within-original-frame' },
  ],
  [
    'present-currentcopy',
    'required-context=within-user-frame',
    { type: 'required-context', value: 'within-user-frame' },
  ],
  [
    'present',
    'target-condition=ipaddressrangelist:1.2.3.1-1.2.3.50,::1',
    {
      type: 'target-condition',
      condition: 'ipaddressrangelist',
      values: [
        { from: '1.2.3.1', to: '1.2.3.50' },
        { from: '::1', to: '::1' },
      ],
    },
  ],
  [
    'present',
    'target-condition=ipaddressmasklist:10.1.1.0/0.0.0.255',
    {
      type: 'target-condition',
      condition: 'ipaddressmasklist',
      values: [{ address: '10.1.1.0', mask: '0.0.0.255' }],
    },
  ],
  [
    'present',
    'target-condition=permitteddomainlist:BE,www.example-news.test',
    {
      type: 'target-condition',
      condition: 'permitteddomainlist',
      values: ['be', 'www.example-news.test'],
    },
  ],
  [
    'present',
    'target-condition=prohibiteddomainlist:nl',
    { type: 'target-condition', condition: 'prohibiteddomainlist', values: ['nl'] },
  ],
  [
    'present',
    'target-condition=permittedcountrylist:be,FR',
    { type: 'target-condition', condition: 'permittedcountrylist', values: ['BE', 'FR'] },
  ],
  [
    'present',
    'target-condition=prohibitedcountrylist:BE',
    { type: 'target-condition', condition: 'prohibitedcountrylist', values: ['BE'] },
  ],
  [
    'present',
    'target-condition=rulesref:http://example.com/rules/',
    { type: 'target-condition', condition: 'rulesref', uri: 'http://example.com/rules/' },
  ],
  ['other', 'usage-ref=/terms.html', { type: 'usage-ref', uri: '/terms.html' }],
  [
    'other',
    'usage-ref=the-acap:terms-link:/terms.xml',
    { type: 'usage-ref', role: 'terms-link', uri: '/terms.xml' },
  ],
  [
    'other',
    'usage-ref=the-acap:link:text:Ask%20us',
    { type: 'usage-ref', role: 'link', text: 'Ask us' },
  ],
]

describe('[Q5] every row of RESTRICTIONS.md', () => {
  test.each(ROWS)('allow-%s %s', (usage, text, data) => {
    const reading = readQualifiers(text, usage, '1.1', 'robots')
    expect(reading).toMatchObject({
      qualifiers: [data],
      uninterpretable: false,
      ignored: null,
      issues: [],
    })
  })
})

describe('conformance cases with one qualified permission each', () => {
  for (const { id, policy, cases } of exhibitsOf('part1')) {
    if (!/^part1-(q5|2\.5)/.test(id)) continue
    const version = /^ACAP-version: 1\.1$/m.test(policy) ? '1.1' : '1.0'
    for (const expected of cases) {
      if (expected.restrictions === undefined || expected.expect !== 'permitted') continue
      const line = policy
        .split('\n')
        .find((text) => text.includes(` ${expected.target.replace(/[^/]*$/, '')} `))
      const [, usage, rest] = /^ACAP-allow-([\w-]+): \S+ (.*)$/.exec(line ?? '') ?? []
      if (usage === undefined || rest === undefined || !isUsage(usage) || usage !== expected.usage)
        continue
      test(`${id} ${usage} ${rest}`, () => {
        expect(readQualifiers(rest, usage, version, 'robots').qualifiers).toEqual(
          expect.arrayContaining([...expected.restrictions!]),
        )
      })
    }
  }
})
