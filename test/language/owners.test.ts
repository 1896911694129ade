/**
 * R4, R5, R7: which group or record a line belongs to.
 */
import { describe, expect, it } from 'vitest'
import { groupsIn } from '../../src/language/text/group-runs.ts'
import type { Ownership } from '../../src/language/text/owners.ts'
import { parse } from '../../src/language/text/tree.ts'

/** Groups and records by line numbers: `names > fields`, a sub-record in brackets. */
function shape({ blocks, misplaced }: Ownership): string[] {
  const numbers = (lines: readonly { readonly number: number }[]) =>
    lines.map(({ number }) => number).join(' ')
  const shapes = blocks.map((block) => {
    const fields = block.fields.map((field) => ('line' in field ? field.line : field))
    const subs = block.kind === 'record' ? block.subRecords : []
    const inner = subs
      .map(({ purposes, fields: own }) => ` [${numbers(purposes)} > ${numbers(own)}]`)
      .join('')
    return `${block.kind} ${numbers(block.names)} > ${numbers(fields)}${inner}`
  })
  return [
    ...shapes,
    ...misplaced.map(({ line, inside }) => `${line.number} in ${inside?.kind ?? 'nothing'}`),
  ]
}

function read(lines: readonly string[]): string[] {
  return shape(parse(lines.join('\n')))
}

describe('[R4] a run of User-agent lines', () => {
  it('goes on over other fields, and is closed by a rule', () => {
    const lines = [
      'User-agent: a',
      'Crawl-delay: 5',
      'X-note: hi',
      'Sitemap: s',
      'User-agent: b',
      'Disallow:',
      'User-agent: c',
    ]
    expect(read(lines)).toEqual(['group 1 5 > 2 6', 'group 7 > '])
  })

  it('is not closed by an ACAP record, nor by a rule that the record makes dead', () => {
    const lines = [
      'User-agent: a',
      'ACAP-crawler: x',
      'ACAP-disallow-crawl: /',
      'Disallow: /dead',
      'User-agent: b',
      'Disallow: /',
    ]
    expect(read(lines)).toEqual(['group 1 5 > 6', 'record 2 > 3', '4 in record'])
  })

  it('takes a licence for that of the latest group, and of the file before the first', () => {
    const lines = [
      'License: f',
      'User-agent: a',
      'License: a',
      'User-agent: b',
      'Allow: /',
      'ACAP-crawler: *',
      'License: b',
    ]
    expect(read(lines)).toEqual(['group 2 4 > 3 5 7', 'record 6 > '])
  })

  it('tells how many names stand before a field', () => {
    const { blocks } = parse(
      'User-agent: a\nComment: one\nUser-agent: b\nComment: two\nAllow: /\nComment: three\n',
    )
    const seen = blocks.flatMap((block) =>
      block.kind === 'group' ? block.fields.map(({ namesSeen }) => namesSeen) : [],
    )
    expect(seen).toEqual([1, 2, 2, 2])
  })
})

describe('[R4] a run of ACAP-crawler lines', () => {
  it('goes on over file-level and unknown fields, and over conventional ones', () => {
    const lines = [
      'ACAP-crawler: a',
      'Sitemap: s',
      'ACAP-version: 1.1',
      'Crawl-delay: 1',
      'ACAP-crawler: b',
      'ACAP-allow-crawl: /',
    ]
    expect(read(lines)).toEqual(['record 1 5 > 6', '4 in record'])
  })

  it.each([
    'ACAP-allow-crawl: /',
    'ACAP-disallow-fly: /',
    'ACAP-request-re-crawl: /a',
    'ACAP-permissions-reference: /a',
  ])('is closed by %s', (field) => {
    expect(read(['ACAP-crawler: a', field, 'ACAP-crawler: b'])).toEqual([
      'record 1 > 2',
      'record 3 > ',
    ])
  })

  it('is closed by a User-agent line', () => {
    expect(read(['ACAP-crawler: a', 'User-agent: b', 'ACAP-crawler: c'])).toEqual([
      'record 1 > ',
      'group 2 > ',
      'record 3 > ',
    ])
  })

  it('is opened by a line that names no crawler', () => {
    expect(read(['ACAP-crawler:', 'ACAP-allow-crawl: /', 'User-agent:', 'Allow: /'])).toEqual([
      'record 1 > 2',
      'group 3 > 4',
    ])
  })
})

describe('[R5] what belongs to nothing where it stands', () => {
  it('is kept apart, and changes nothing else', () => {
    const lines = [
      'Allow: /',
      'ACAP-allow-crawl: /',
      'User-agent: a',
      'ACAP-allow-crawl: /',
      'Allow: /',
      'ACAP-crawler: b',
      'Allow: /',
    ]
    expect(read(lines)).toEqual([
      'group 3 > 5',
      'record 6 > ',
      '1 in nothing',
      '2 in nothing',
      '4 in group',
      '7 in record',
    ])
  })
})

describe('[R7] sub-records', () => {
  it('begin with a run of purposes, closed by a permission or prohibition', () => {
    const lines = [
      ...[
        'ACAP-crawler: a',
        'ACAP-allow-crawl: /',
        'ACAP-usage-purpose: b',
        'ACAP-request-take-down: /x',
        'ACAP-usage-purpose: c',
      ],
      ...[
        'ACAP-disallow-index: /',
        'ACAP-allow-index: /x',
        'ACAP-usage-purpose: d',
        'ACAP-crawler: e',
        'ACAP-usage-purpose: f',
      ],
    ]
    expect(read(lines)).toEqual(['record 1 > 2 4 [3 5 > 6 7] [8 > ]', 'record 9 >  [10 > ]'])
  })
})

it('[C3] to crawlers that know no ACAP its lines are unknown lines', () => {
  const { lines } = parse(
    'User-agent: a\nACAP-crawler: x\nDisallow: /\nACAP-disallow-crawl: /\nUser-agent: b\n',
  )
  expect(shape({ blocks: groupsIn(lines), misplaced: [] })).toEqual(['group 1 > 3', 'group 5 > '])
})
