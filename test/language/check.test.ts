/**
 * What a policy is made of: the rules of reading that the conformance cases leave to one file's structure.
 */
import { describe, expect, it } from 'vitest'
import type { PermissionField } from '../../src/language/policy/policy.ts'
import { readText } from '../../src/language/site/read-site.ts'

const NOW = { now: Date.UTC(2026, 0, 15) }

function read(...lines: readonly string[]) {
  return readText(lines.join('\n'), 'example', NOW)
}

/** The fields of the first record, in short. */
function fieldsOf(...lines: readonly string[]): string[] {
  const say = ({ effect, usage, patterns, uninterpretable }: PermissionField) =>
    `${effect} ${usage} ${patterns.join(' ')}${uninterpretable ? ' ?' : ''}`
  return read(...lines).policy.records[0]!.fields.map(say)
}

function codesOf(...lines: readonly string[]): string[] {
  return read(...lines).findings.map(({ code, line }) => `${code}:${line}`)
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

it('findings stand in the order of their lines', () => {
  expect(
    codesOf(
      'Allow: /',
      'ACAP-crawler: *',
      'ACAP-allow-fly: /',
      'Dsallow: /',
      'ACAP-allow-index: x colour=red',
    ),
  ).toEqual(['ACAP013:1', 'ACAP033:3', 'ACAP104:4', 'ACAP039:5', 'ACAP050:5'])
})

describe('[R1] octets that are not UTF-8', () => {
  const found = (...parts: readonly (string | number)[]) => {
    const bytes = parts.flatMap((part) =>
      typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)],
    )
    return readText(new Uint8Array(bytes)).findings.filter(({ code }) => code === 'ACAP001')
  }

  it('are pointed at, and no U+FFFD that stands before them', () => {
    const [finding] = found('# \ufffd\ufffd\n# caf', 0xe9, '\n')
    expect(finding).toMatchObject({
      line: 2,
      column: 6,
      length: 1,
      message: 'the file is not UTF-8 here',
    })
  })

  it('are counted without any U+FFFD of the text', () => {
    const [finding] = found('\ufeff# \ufffc\ufffd', 0xe2, 0x82, '\ufffd\n# ', 0xe9, '\ufffd')
    expect(finding).toMatchObject({
      line: 1,
      column: 5,
      message: 'the file is not UTF-8 here and in one more place',
    })
    expect(found('# \ufffd')).toEqual([])
  })

  it.each(['', '\ufeff'])('are one fault where the file is UTF-16', (mark) => {
    const little = Buffer.from(
      `${mark}User-agent: *\nDisallow: /private/\nDisallow: /日本/\n`,
      'utf16le',
    )
    for (const octets of [little, Buffer.from(little).swap16()]) {
      expect(
        readText(octets).findings.map(({ code, line, message }) => `${code}:${line} ${message}`),
      ).toEqual([
        'ACAP126:1 the file is no text, but UTF-16 or binary: crawlers read no rule in it, and it prohibits nothing',
      ])
    }
    expect(found('User-agent: *\nDisallow: /\0\n')).toEqual([])
    expect(readText('\n\0a').findings).toMatchObject([
      { code: 'ACAP126', line: 2, column: 1, length: 1 },
    ])
  })
})

it('[R10] one byte too many is reported as one', () => {
  const [finding] = readText(`# ${'a'.repeat(511_999)}`).findings
  expect(finding?.message).toBe('the file is one byte over the 500 KiB that crawlers read')
})

it('[R10] a file beyond 500 KiB is an error with the bytes over', () => {
  const line = `Disallow: /${'a'.repeat(100)}\n`
  const text = `User-agent: *\n${line.repeat(4700)}`
  const [finding] = readText(text).findings
  expect(finding).toMatchObject({ code: 'ACAP002', severity: 'error', line: 4701 })
  expect(finding?.message).toContain(`${text.length - 512_000} bytes over`)
  expect(readText(text.slice(0, 512_000)).findings).toEqual([])
  expect(readText(`${text.slice(0, 511_999)}\u00e9`).findings.map(({ code }) => code)).toEqual([
    'ACAP002',
    'ACAP009',
  ])
})
