/**
 * What a policy is made of: the rules of reading that the conformance cases leave to one file's structure.
 */
import { describe, expect, it } from 'vitest'
import type { PermissionField } from '../../src/language/policy/policy.ts'
import { read } from '../support/language/checked.ts'

/** The fields of the first record, in short. */
function fieldsOf(...lines: readonly string[]): string[] {
  const say = ({ effect, usage, patterns, uninterpretable }: PermissionField) =>
    `${effect} ${usage} ${patterns.join(' ')}${uninterpretable ? ' ?' : ''}`
  return read(...lines).policy.records[0]!.fields.map(say)
}

describe('a field', () => {
  it('keeps the author’s words and place', () => {
    const { policy } = read(
      '# one',
      '',
      '  ACAP-crawler: *',
      '\tACAP-disallow-crawl :  /A/b  # why',
      'User-agent: *',
      'Allow: /',
    )
    expect(policy.records[0]?.fields[0]).toEqual({
      effect: 'disallow',
      usage: 'crawl',
      patterns: ['/A/b'],
      qualifiers: [],
      uninterpretable: false,
      origin: { source: 'robots.txt', line: 4, text: 'ACAP-disallow-crawl :  /A/b' },
    })
    expect(policy.groups[0]?.rules[0]?.origin).toEqual({
      source: 'robots.txt',
      line: 6,
      text: 'Allow: /',
    })
  })

  it('[P2, P4] has patterns in one form, with their slash', () => {
    expect(
      fieldsOf(
        'ACAP-crawler: *',
        'ACAP-disallow-crawl: caf\u00e9/%7eu/%2f',
        'ACAP-disallow-crawl: *.gif',
      ),
    ).toEqual(['disallow crawl /caf%C3%A9/~u/%2F', 'disallow crawl *.gif'])
  })

  it('[P5] means each pattern of a set; those that never match are left out', () => {
    const set = 'ACAP-resource-set: Some /a/ b/ http://x.test/ *.gif'
    expect(
      fieldsOf(set, 'ACAP-crawler: *', 'ACAP-disallow-crawl: THE-ACAP:Resource-Set:sOME'),
    ).toEqual(['disallow crawl /a/ /b/ *.gif'])
    expect(
      fieldsOf(
        'ACAP-resource-set: none http://x.test/',
        'ACAP-crawler: *',
        'ACAP-disallow-crawl: the-acap:resource-set:none',
      ),
    ).toEqual([])
  })

  it('[P5] of an unknown set is about everything if it prohibits, and none if it permits', () => {
    const set = 'the-acap:resource-set:missing'
    expect(
      fieldsOf('ACAP-crawler: *', `ACAP-disallow-crawl: ${set}`, `ACAP-allow-crawl: ${set}`),
    ).toEqual(['disallow crawl /'])
  })

  it('[L7] of a composite usage is one field for each constituent, with its qualifiers', () => {
    const { policy } = read(
      'ACAP-composite-usage: shown (short) index',
      'ACAP-qualified-usage: short present-snippet max-length=9-words',
      'ACAP-crawler: *',
      'ACAP-allow-(shown): /a/',
    )
    expect(policy.records[0]?.fields).toMatchObject([
      { usage: 'present-snippet', qualifiers: [{ type: 'max-length', count: 9, unit: 'words' }] },
      { usage: 'index', qualifiers: [] },
    ])
  })

  it('[L7, Q2] adds explicit qualifiers after those of the definition', () => {
    const { policy } = read(
      'ACAP-qualified-usage: short present-snippet max-length=9-words',
      'ACAP-crawler: *',
      'ACAP-allow-(short): /a/ max-length=20-words time-limit=3-days',
    )
    expect(policy.records[0]?.fields[0]?.qualifiers).toEqual([
      { type: 'max-length', count: 9, unit: 'words' },
      { type: 'time-limit', days: 3 },
    ])
  })

  it('[L7] of one name means the first well-formed definition, of any kind', () => {
    const definitions = [
      'ACAP-qualified-usage: a store x=1',
      'ACAP-composite-usage: a index',
      'ACAP-qualified-usage: A preserve time-limit=3-days',
    ]
    expect(fieldsOf(...definitions, 'ACAP-crawler: *', 'ACAP-allow-(a): /')).toEqual([
      'allow index /',
    ])
  })

  it('[Q4] is a permission that cannot be interpreted, or under a later version none [V3]', () => {
    const field = 'ACAP-allow-index: /a/ colour=red'
    expect(fieldsOf('ACAP-crawler: *', field)).toEqual(['allow index /a/ ?'])
    expect(fieldsOf('ACAP-version: 1.1', 'ACAP-crawler: *', field)).toEqual(['allow index /a/ ?'])
    expect(fieldsOf('ACAP-version: 1.2', 'ACAP-crawler: *', field)).toEqual([])
  })

  it('[V2] is ignored for each constituent that needs 1.1, and stands for the others', () => {
    const lines = [
      'ACAP-qualified-usage: terms present must-include-resource=plus-terms',
      'ACAP-composite-usage: both (terms) index',
      'ACAP-crawler: *',
      'ACAP-allow-(both): /',
    ]
    expect(fieldsOf(...lines)).toEqual(['allow index /'])
    expect(fieldsOf('ACAP-version: 1.1', ...lines)).toEqual(['allow present /', 'allow index /'])
  })

  it.each([
    { lines: ['ACAP-allow-index: / time-limit=plus-terms bogus'] },
    { lines: ['ACAP-allow-index: / time-limit=plus-terms colour=red'] },
    { lines: ['ACAP-allow-index: / time-limit=plus-terms time-limit=soon'] },
    { lines: ['ACAP-allow-index: / time-limit=plus-terms max-length=9-words'] },
    { lines: ['ACAP-allow-index: / time-limit=plus-terms location=https://a.example/'] },
    {
      lines: [
        'ACAP-qualified-usage: x index time-limit=plus-terms bogus',
        'ACAP-allow-(x): / always',
      ],
    },
  ])('[V2] that is ignored is not said to be read as a prohibition: $lines.0', ({ lines }) => {
    const all = ['ACAP-crawler: *', ...lines]
    const messagesOf = (...whole: readonly string[]) =>
      read(...whole).findings.map(({ message }) => message)
    expect(fieldsOf(...all)).toEqual([])
    expect(
      messagesOf(...all).filter((message) => message.includes('the permission is ignored')),
    ).toHaveLength(1)
    expect(
      messagesOf(...all).filter((message) => message.includes('is read as a prohibition')),
    ).toEqual([])
    expect(messagesOf(...all).join()).toContain(
      'under version 1.1 the permission would be read as a prohibition',
    )
    expect(messagesOf('ACAP-version: 1.1', ...all).join()).toContain(
      ': the permission is read as a prohibition',
    )
  })
})

describe('a record', () => {
  it('[R7] for `*` is for `*` alone; a name that is empty is none', () => {
    const { policy } = read(
      'ACAP-crawler: A',
      'ACAP-crawler: *',
      'ACAP-allow-crawl: /',
      'ACAP-crawler: B b',
      'ACAP-crawler:',
      'ACAP-crawler: B B',
    )
    expect(policy.records.map(({ names }) => names)).toEqual([['*'], ['b b']])
  })

  it('[R7] has no sub-record whose purposes are all empty', () => {
    const { policy } = read(
      'ACAP-crawler: *',
      'ACAP-usage-purpose:',
      'ACAP-allow-crawl: /',
      'ACAP-usage-purpose: News/#x',
      'ACAP-allow-crawl: /b',
    )
    expect(
      policy.records[0]?.subRecords.map(({ purposes, fields }) => [purposes, fields.length]),
    ).toEqual([[['news/'], 1]])
  })

  it('[T1] has requests for one path each', () => {
    const { policy } = read(
      'ACAP-crawler: *',
      'ACAP-request-take-down: A/%7Eb?C=$x',
      'ACAP-request-re-crawl: /x$',
      'ACAP-request-re-crawl: /y',
    )
    expect(policy.records[0]?.actions.map(({ action, path }) => [action, path])).toEqual([
      ['take-down', '/a/~b?c=%24x'],
      ['re-crawl', '/y'],
    ])
  })

  it('[V3] of another major version is none, and still owns its lines', () => {
    const { policy } = read(
      'ACAP-version: 2.0',
      'ACAP-ignore-conventional-records',
      'User-agent: *',
      'Disallow: /a',
      'ACAP-crawler: *',
      'Disallow: /b',
    )
    expect(policy.version).toEqual({ declared: '2.0', reading: 'none' })
    expect([policy.ignoresConventional, policy.records, policy.groups[0]?.rules.length]).toEqual([
      false,
      [],
      1,
    ])
    expect(policy.repGroups[0]?.rules.length).toBe(2)
  })
})
