/**
 * What the edge serves, from what the author wrote: order, completeness, and the lines that are added.
 */
import { describe, expect, it } from 'vitest'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { COMMENTS_ROUTE, readingOf, served, text } from '../../support/author/served-robots.ts'

describe('order', () => {
  it('[V4] puts the version comment first and ACAP-version before every other ACAP field', () => {
    const author = text(
      'ACAP-resource-set: s /a',
      'ACAP-version: 1.1',
      'ACAP-crawler: *',
      'ACAP-allow-crawl: /',
    )
    expect(served(author)).toBe(
      text(
        '##ACAP version=1.1',
        '',
        'ACAP-version: 1.1',
        'ACAP-resource-set: s /a',
        '',
        'ACAP-crawler: *',
        'ACAP-allow-crawl: /',
      ),
    )
  })

  it.each(['##ACAP version=1.1', '## ACAP version = 1.1', '# acap  Version =1.1'])(
    '[V4] declares the version that is in force, and never another: %s',
    (comment) => {
      const author = text(comment, 'ACAP-crawler: *', 'ACAP-allow-crawl: /')
      expect(served(author)).toBe(
        text(
          '##ACAP version=1.0',
          '',
          'ACAP-version: 1.0',
          '',
          'ACAP-crawler: *',
          'ACAP-allow-crawl: /',
        ),
      )
    },
  )

  it('[V4] names no version where nothing is ACAP', () => {
    expect(served(text('##ACAP version=1.0', 'User-agent: *', 'Disallow: /x'))).toBe(
      text('User-agent: *', 'Disallow: /x'),
    )
    expect(served('')).toBe('')
    expect(
      served(text('User-agent: *', 'Disallow: /x', 'ACAP-ignore-conventional-records')),
    ).toMatch(/^##ACAP version=1\.0\n/)
  })

  it('[R1] keeps a first line that begins like a BOM', () => {
    expect(served('\ufeff\ufeffnote: x\n')).toBe('\ufeff\ufeffnote: x\n')
  })

  it('puts conventional records before ACAP records, and what stands before a line with it', () => {
    const author = text(
      '# For readers of ACAP',
      'ACAP-crawler: *',
      'ACAP-disallow-index: /old/ # since 2020',
      'Sitemap: https://example.test/map.xml',
      'Clean-param: ref /',
      '',
      '# For everybody',
      'User-agent: *',
      'Disallow: /private/',
    )
    expect(served(author)).toBe(
      text(
        '##ACAP version=1.0',
        'Sitemap: https://example.test/map.xml',
        'Clean-param: ref /',
        '',
        '# For everybody',
        'User-agent: *',
        'Disallow: /private/',
        '',
        'ACAP-version: 1.0',
        '',
        '# For readers of ACAP',
        'ACAP-crawler: *',
        'ACAP-disallow-index: /old/ # since 2020',
      ),
    )
  })

  it('[R5] keeps what is ignored where it stands as a comment', () => {
    const author = text(
      'User-agent: *',
      'Allow: /',
      'ACAP-disallow-index: /',
      'ACAP-crawler: *',
      'ACAP-allow-crawl: /',
    )
    expect(served(`${author}Disallow: /x # why\n`)).toContain('Allow: /\n# Disallow: /x # why\n')
    expect(served(author)).toContain('# ACAP-disallow-index: /\nACAP-crawler: *\n')
  })

  it('[R4] keeps a record without fields from joining the one behind it', () => {
    const author = text(
      'ACAP-crawler: a',
      'User-agent: *',
      'Disallow:',
      'ACAP-crawler: b',
      'ACAP-disallow-crawl: /',
    )
    expect(served(author)).toMatch(/ACAP-crawler: b\nACAP-disallow-crawl: \/\n\nACAP-crawler: a\n$/)
  })

  it('[R7] keeps a record for everybody without fields from silencing the names of the one behind it', () => {
    const author = text(
      'ACAP-crawler: *',
      'User-agent: *',
      'Disallow: /',
      'ACAP-crawler: b',
      'User-agent: a',
      'Disallow:',
    )
    expect(served(author)).toMatch(/\n# ACAP-crawler: \*\nACAP-crawler: b\n$/)
  })

  it('[R9] writes names as they are best written', () => {
    const author = text(
      'user-agent : *',
      'Dissallow:/x',
      'ACAP-crawler: *',
      'ACAP-allow present-snippet: /',
    )
    expect(served(author)).toContain('User-agent: *\nDisallow: /x\n')
    expect(served(author)).toContain('ACAP-allow-present-snippet: /\n')
  })
})

describe('completeness', () => {
  it('gives a group without a rule an empty Disallow', () => {
    expect(served(text('User-agent: a', 'Crawl-delay: 5', '# end'))).toContain(
      'Crawl-delay: 5\nDisallow:\n# end\n',
    )
  })

  it("adds the site's signals to every group that has none of its own", () => {
    const site = text(
      '[signals]',
      'content-signal = "ai-train=no"',
      'license = "https://example.test/rsl.xml"',
    )
    const author = text('User-agent: a', 'Content-Signal: ai-train=yes', 'Allow: /')
    expect(served(author, site)).toBe(
      text(
        'License: https://example.test/rsl.xml',
        '',
        'User-agent: a',
        'Content-Signal: ai-train=yes',
        'Allow: /',
        '',
        'User-agent: *',
        'Content-Signal: ai-train=no',
        'Disallow:',
      ),
    )
  })

  it("[R4] writes the site's licence beside one that is a group's alone", () => {
    const site = text('[signals]', 'license = "https://example.test/rsl.xml"')
    const group = text('User-agent: a', 'Disallow: /', 'License: https://example.test/rsl.xml')
    expect(served(group, site)).toBe(`License: https://example.test/rsl.xml\n\n${group}`)
    const file = text('License: https://example.test/rsl.xml', 'User-agent: a', 'Disallow: /')
    expect(served(file, site)).toBe(file)
  })

  it('[R10] says how many bytes the served file is over 500 KiB', () => {
    const lines = Array.from({ length: 51_200 }, (_, i) => `Allow: /${i % 10}/`)
    const { findings } = generateRobots(readingOf(text('User-agent: *', ...lines)))
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['ACAP002', expect.stringMatching(/^the file is \d+ bytes over/)],
    ])
  })

  it('[R11] serves referenced files as they are', () => {
    const news = text('ACAP-crawler: Partner', 'ACAP-allow-index: /')
    const author = text('ACAP-crawler: Partner', 'ACAP-permissions-reference: /news.txt')
    expect(generateRobots(readingOf(author, '', { 'news.txt': news })).files[1]).toEqual({
      path: 'news.txt',
      text: news,
    })
  })
})

it('knows the served line of every line of the author', () => {
  const author = text(
    'User-agent: *',
    'Disallow: /a',
    'ACAP-crawler: *',
    'ACAP-allow-crawl: /',
    'Sitemap: https://a.test/s',
  )
  const { files, servedLine } = generateRobots(readingOf(author, COMMENTS_ROUTE))
  const lines = files[0]!.text.split('\n')
  for (const [i, line] of author.trimEnd().split('\n').entries()) {
    expect(lines[servedLine('robots.txt', i + 1)! - 1]).toBe(line)
  }
})

it('[X1] all routes are written where a glob might permit something between them', () => {
  const route = (match: string) =>
    text('[[route]]', `match = "${match}"`, 'fields = ["disallow-crawl"]')
  const author = text('User-agent: old', 'Robot-version: 2.0', 'Allow: /a?c*', 'Disallow: /x*')
  expect(served(author, route('/a') + route('/abc/'))).toContain(
    'Disallow: /x*\nDisallow: /a*\nDisallow: /abc/*\n',
  )
  const plain = author.replace('/a?c*', '/y')
  expect(served(plain, route('/a') + route('/abc/'))).toContain('Disallow: /x*\nDisallow: /a*\n\n')
})

it('[R6] a file with more blank lines than a call takes arguments is served', () => {
  const blank = '\n'.repeat(200_000)
  expect(served(`User-agent: *\nDisallow: /a\n${blank}# end\n`).endsWith('# end\n')).toBe(true)
})
