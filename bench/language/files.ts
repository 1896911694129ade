/**
 * Files to measure with: conventional ones of a given size as real sites write them, and the worst
 * shapes for a parser.
 */

const DIRECTORIES = [
  'search',
  'account',
  'cgi-bin',
  'wp-admin',
  'tag',
  'print',
  'archive/2019',
  'api/v2',
  'images/tmp',
]

/**
 * A conventional robots.txt of about so many bytes: groups of a dozen rules, some wildcards,
 * comments, sitemaps.
 */
export function conventionalFile(size: number): string {
  const lines = ['# robots.txt', 'Sitemap: https://www.example.com/sitemap.xml', '']
  let length = 0
  for (let i = 0; length < size; i++) {
    const path = `/${DIRECTORIES[i % DIRECTORIES.length]}/${i}`
    const line =
      i % 14 === 0
        ? `\n# group ${i}\nUser-agent: ${i === 0 ? '*' : `Crawler-${i}`}`
        : `${i % 5 === 0 ? 'Allow' : 'Disallow'}: ${path}${i % 8 === 0 ? '/*.html$' : '/'}`
    lines.push(line)
    length += line.length + 1
  }
  return lines.join('\n')
}

/** About so many characters of lines of each kind, one after the other, each with its number. */
function numbered(size: number, ...kinds: readonly ((i: number) => string)[]): string {
  const lines = ['ACAP-version: 1.1', 'ACAP-crawler: *']
  for (let i = 0, length = 0; length < size; i++) {
    const added = kinds.map((lineOf) => lineOf(i))
    lines.push(...added)
    length += added.join('\n').length + 1
  }
  return lines.join('\n')
}

/**
 * Texts that punish backtracking, repeated searches and long lines, each of about so many
 * characters.
 */
export function worstShapes(size: number): ReadonlyMap<string, string> {
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length))
  return new Map([
    ['blank lines', fill('\n')],
    ['carriage returns', fill('\r')],
    ['spaces in one line', fill(' ')],
    ['spaces before a colon', `${fill(' ')}x :`],
    ['colons', fill(':')],
    ['hashes', fill('#\n')],
    ['one long value', `Disallow: /${fill('a')}`],
    ['one long name', `${fill('a')}: x`],
    ['words without a colon', fill('Disallow /a b\n')],
    ['words in one line', fill('ACAP-allow ')],
    ['dashes', fill('\u2013')],
    ['a run of spaces', `Disallow: /${fill(' ')}x y`],
    ['preferences', `User-agent: *\nContent-Usage: ${fill('a=n,')}`],
    ['a run of spaces in a name', `User-agent: a${fill(' ')}b`],
    ['beginnings of fields in a name', `User-agent: ${fill('acap-')}`],
    [
      'a run of stars',
      `ACAP-crawler: *\nACAP-disallow-crawl: /${fill('*')}a\nACAP-allow-crawl: /${fill('*')}a$\n`,
    ],
    ['stars', `ACAP-crawler: *\nACAP-disallow-crawl: /${fill('*a')}`],
    ['equal rules for `*`', `User-agent: *\n${fill('Disallow: /private/\n')}`],
    [
      'rules and exceptions for `*`',
      numbered(
        size,
        (i) => (i === 0 ? 'User-agent: *' : `Disallow: /p${i}/`),
        (i) => `Allow: /p${i}/open/`,
      ),
    ],
    ['one run of names', fill('User-agent: a\n')],
    ['one run of crawlers', fill('ACAP-crawler: a\n')],
    ['misplaced fields', `ACAP-crawler: *\n${fill('Disallow: /a\n')}`],
    ['unknown fields', fill('Dsallow: /a\n')],
    ['qualifiers', `ACAP-crawler: *\nACAP-allow-index: / ${fill('time-limit=3-days ')}`],
    ['sub-records', `ACAP-crawler: *\n${fill('ACAP-usage-purpose: a\nACAP-disallow-crawl: /\n')}`],
    [
      'equal fields',
      `ACAP-crawler: *\n${fill('ACAP-disallow-crawl: /a\nACAP-allow-crawl: /a*\n')}`,
    ],
    ['definitions', fill('ACAP-resource-set: a /b\n')],
    ['a set of many patterns', `ACAP-resource-set: a ${fill('/b ')}`],
    [
      'unknown sets',
      numbered(
        size,
        (i) => `ACAP-resource-set: set-${i} /a`,
        (i) => `ACAP-allow-crawl: the-acap:resource-set:sot-${i}`,
      ),
    ],
    [
      'unknown usages',
      numbered(
        size,
        (i) => `ACAP-qualified-usage: use-${i} index time-limit=1-days`,
        (i) => `ACAP-allow-(uso-${i}): /`,
      ),
    ],
    [
      'settings in a run of names',
      numbered(
        size,
        (i) => `User-agent: bot${i}`,
        () => 'Crawl-delay: 5',
      ),
    ],
    ['app directives', `User-agent: *\nApp-Directives: ex${fill(';a=1')}`],
    ['content signals', `User-agent: *\nContent-Signal: ${fill('search=maybe,')}`],
  ])
}
