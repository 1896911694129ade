import { describe, expect, test } from 'vitest'
import { categorySite, NO_TRAINING } from '../../support/author/category-site.ts'

/** The findings about names that a closed category does not cover. */
const uncovered = (robots: string, toml = NO_TRAINING) =>
  categorySite(robots, toml).generated.findings.filter(({ code }) => code === 'ACAP124')

describe('[I6] a crawler with a group of its own', () => {
  test('is reported where that group leaves `/` open, all in one finding', () => {
    const found = uncovered(
      'User-agent: CCBot\nDisallow: /x\n\nUser-agent: GPTBot\nUser-agent: Bingbot\nDisallow: /y\n',
    )
    expect(found).toMatchObject([
      {
        source: 'site.toml',
        message:
          '`CCBot` and `GPTBot` have groups of their own, which leave `/` open: `[categories.training]` does not apply to them',
        related: [{ source: 'robots.txt', line: 1 }, { line: 4 }],
      },
    ])
  })

  test.each(['Disallow: /', 'Allow: /', 'Disallow:', 'Disallow: /*'])(
    'is not where it says %s',
    (rule) => {
      expect(uncovered(`User-agent: CCBot\nDisallow: /x\n${rule}\n`)).toEqual([])
    },
  )

  test('is not where the category is open, or the crawler of another one', () => {
    expect(uncovered('User-agent: CCBot\nDisallow: /x\n', '')).toEqual([])
    expect(uncovered('User-agent: Bingbot\nDisallow: /x\n')).toEqual([])
  })

  test('is not where a comment silences it', () => {
    const toml = '[categories.training]\ncrawl = false # acap-ignore ACAP124 they have a contract\n'
    expect(uncovered('User-agent: CCBot\nDisallow: /x\n', toml)).toEqual([])
    expect(categorySite('User-agent: CCBot\nDisallow: /x\n', toml).reading.findings).toEqual([])
  })
})
