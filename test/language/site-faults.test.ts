import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSiteConfig } from '../../src/language/site/site.ts'
import { DEFAULT_SITE } from '../../src/words/site-config.ts'

const FAULTS: readonly [string, string, number, number, number, string, string][] = [
  ['mode = ', 'ACAP090', 1, 8, 1, 'the file is not TOML: ', 'write a text in quotes'],
  [
    'hosts = [a.test]',
    'ACAP090',
    1,
    10,
    1,
    'the file is not TOML: this is not a value',
    'write a text in quotes',
  ],
  ['[refuse\nstatus = 403', 'ACAP090', 1, 8, 1, 'this is not the name', 'in a line of its own'],
  ['hosts = ["a"\nmode = "off"', 'ACAP090', 2, 1, 1, 'not closed', '`]`'],
  ['hosts = ["a"', 'ACAP090', 1, 13, 1, 'not closed', '`]`'],
  ['mode = "off', 'ACAP090', 1, 8, 1, 'a text lacks its closing quote', 'write the quote'],
  ['mode = "off" # a\nmode = "off"', 'ACAP090', 2, 1, 1, 'this has been set before', 'remove one'],
  [
    'mode = "off" mode = "off"',
    'ACAP090',
    1,
    14,
    1,
    'something follows the value',
    'begin a new line',
  ],
  ['[[route]\nmatch = "/"', 'ACAP090', 1, 9, 1, '`[[` is not closed', 'write `]]`'],
  ['mode', 'ACAP090', 1, 1, 1, 'this is not a setting', 'write `key = '],
  ['mode = 01', 'ACAP090', 1, 8, 1, 'unexpected leading zero', 'write `key = '],
  ['hots = ["a"]', 'ACAP091', 1, 1, 4, '`hots` is not a key of the file', 'did you mean `hosts`?'],
  [
    '\n[embed]\naudiense = 1',
    'ACAP091',
    3,
    1,
    8,
    '`audiense` is not a key of `[embed]`',
    'did you mean `audience`?',
  ],
  [
    '[crawlers.a]\nfoo = 1',
    'ACAP091',
    2,
    1,
    3,
    '`foo` is not a key of `[crawlers.a]`',
    'its keys are `purposes`',
  ],
  [
    '[crawlers.a]\ninterprets = { usages = [], qualifiers = [], kind = 1 }',
    'ACAP091',
    2,
    46,
    4,
    '`kind`',
    'its keys',
  ],
  ['[[route]]\nfields = []', 'ACAP092', 1, 1, 9, '`[[route]]` has no `match`', 'add `match = …`'],
  [
    'mode = "enforced"',
    'ACAP093',
    1,
    8,
    10,
    '`mode` cannot be `"enforced"`',
    'did you mean `enforce`?',
  ],
  [
    'mode = "xyz"',
    'ACAP093',
    1,
    8,
    5,
    '`mode` cannot be `"xyz"`',
    'write `enforce`, `observe` or `off`',
  ],
  ['hosts = "a"', 'ACAP093', 1, 9, 3, '`hosts` cannot be `"a"`', 'write a list'],
  ['hosts = ["a",\n "b c"]', 'ACAP093', 2, 2, 5, '`hosts` cannot be `"b c"`', 'write a host name'],
  [
    'hosts = ["1.2.3.999"]',
    'ACAP093',
    1,
    10,
    11,
    '`hosts` cannot be `"1.2.3.999"`',
    'write a host as clients send it',
  ],
  [
    'hosts = ["a.test:65536"]',
    'ACAP093',
    1,
    10,
    14,
    '`hosts` cannot be',
    'write a host as clients send it',
  ],
  [
    'hosts = ["a.b.09"]',
    'ACAP093',
    1,
    10,
    8,
    '`hosts` cannot be',
    'write a host as clients send it',
  ],
  ['hosts = ["127.1"]', 'ACAP093', 1, 10, 7, '`hosts` cannot be', '`127.1` is sent as `127.0.0.1`'],
  [
    'hosts = ["[::00]"]',
    'ACAP093',
    1,
    10,
    8,
    '`hosts` cannot be',
    'write a host as clients send it',
  ],
  [
    'canonical = "example.com"',
    'ACAP093',
    1,
    13,
    13,
    '`canonical` cannot be',
    'write an http or https URL',
  ],
  [
    '[refuse]\nstatus = 500',
    'ACAP093',
    2,
    10,
    3,
    '`status` cannot be `500`',
    'write a status from 400 to 499',
  ],
  [
    '[refuse]\nheaders = { Content-Length = "5" }',
    'ACAP093',
    2,
    13,
    14,
    '`Content-Length` cannot be a key of `[refuse.headers]`',
    'write a header that neither a refusal nor the connection has of its own',
  ],
  [
    '[refuse]\nheaders = { "a b" = "x" }',
    'ACAP093',
    2,
    13,
    5,
    '`a b` cannot be a key of `[refuse.headers]`',
    'write a header name',
  ],
  [
    '[categories.bots]',
    'ACAP093',
    1,
    1,
    17,
    '`bots` cannot be a key of `[categories]`',
    'write `search`, `ai-search`, `training`',
  ],
  [
    '[categories.training]\nexcept = "/a/"',
    'ACAP091',
    2,
    1,
    6,
    '`except` is not a key of `[categories.training]`',
    'remove it',
  ],
  [
    '[categories.trainning]',
    'ACAP093',
    1,
    1,
    22,
    '`trainning` cannot be a key',
    'did you mean `training`?',
  ],
  [
    '[categories.training]\ncrawl = "/archive/"',
    'ACAP093',
    2,
    9,
    11,
    '`crawl` cannot be `"/archive/"`',
    '`false` for the whole site, or a list',
  ],
  [
    '[categories.training]\ncrawl = []',
    'ACAP093',
    2,
    9,
    2,
    '`crawl` cannot be `[]`',
    'such as `["/archive/"]`',
  ],
  [
    '[categories.training]\ncrawl = ["/b", "/a*"]',
    'ACAP093',
    2,
    16,
    5,
    'cannot be `"/a*"`',
    'without `*` and `$`',
  ],
  [
    '[[route]]\nmatch = "/"\nlocation = 3',
    'ACAP093',
    3,
    12,
    1,
    '`location`',
    'write `true` or `false`, or a text',
  ],
  ['[crawlers.a]\ninterprets = "al"', 'ACAP093', 2, 14, 4, '`interprets`', 'did you mean `all`?'],
  [
    '[signals]\ntdm-reservation = 2',
    'ACAP093',
    2,
    19,
    1,
    '`tdm-reservation` cannot be `2`',
    'write `0` or `1`',
  ],
  [
    '[refuse]\nstatus = 401',
    'ACAP094',
    2,
    1,
    6,
    'a refusal with status 401 needs a header',
    'www-authenticate',
  ],
  [
    '[[route]]\nmatch = "/"\nrefuse = { status = 402 }',
    'ACAP094',
    3,
    12,
    6,
    'status 402',
    'crawler-price',
  ],
  [
    '[[route]]\nmatch = "/"\nlocation = true',
    'ACAP095',
    3,
    1,
    8,
    '`location = true` has nothing',
    'canonical',
  ],
  [
    '\n[[crawlers.a]]',
    'ACAP093',
    2,
    1,
    14,
    '`a` cannot be `[[crawlers.a]]`',
    'write a table, `[crawlers.a]`',
  ],
  ['\n[route]', 'ACAP093', 2, 1, 7, '`route` cannot be `[route]`', 'write `[[route]]`'],
  ['\n[[route.a]]', 'ACAP093', 2, 1, 11, '`route` cannot be `[[route.a]]`', 'write `[[route]]`'],
  ['constructor = 1', 'ACAP091', 1, 1, 11, '`constructor` is not a key of the file', 'remove it'],
  [
    '[crawlers.Bot]\n[crawlers.bot]',
    'ACAP096',
    2,
    1,
    14,
    '`bot` has a profile already',
    'write one table',
  ],
]

describe('faults of a site.toml', () => {
  test.each(FAULTS)('%j', (text, code, line, column, length, message, help) => {
    const { findings } = readSiteConfig(text)
    expect(findings).toMatchObject([
      { code, severity: 'error', source: 'site.toml', line, column, length },
    ])
    expect(findings[0]?.message).toContain(message)
    expect(findings[0]?.help).toContain(help)
  })

  test('a text that is not TOML says nothing', () => {
    expect(readSiteConfig('mode = ')).toMatchObject({
      config: DEFAULT_SITE,
      routes: [],
      shared: null,
    })
  })

  test('all are reported at once, in the order of the file, and the rest is read', () => {
    const { config, routes, findings } = readSiteConfig(`hots = ["a"]
mod = "off"
mode = 2
hosts = ["a.test", "b c", "d.test"]
[embed]
x = 1
noarchive = true
[refuse]
status = 401
[crawlers.a]
purposes = "news"
category = "search"
[crawlers.A]
[[route]]
fields = ["disallow-index"]
[[route]]
match = "/b/"
location = true
fields = ["disallow-index", 3, "disallow-follow"]
[[route]]
match = 4
`)
    expect(findings.map(({ code, line }) => `${code} ${line}`)).toEqual([
      'ACAP091 1',
      'ACAP091 2',
      'ACAP093 3',
      'ACAP093 4',
      'ACAP091 6',
      'ACAP094 9',
      'ACAP093 11',
      'ACAP096 13',
      'ACAP092 14',
      'ACAP095 18',
      'ACAP093 19',
      'ACAP093 21',
    ])
    expect(config).toMatchObject({
      mode: DEFAULT_SITE.mode,
      hosts: ['a.test', 'd.test'],
      embed: { noarchive: true },
      crawlers: { a: { category: null } },
      routes: [{ match: '/b/' }],
    })
    expect(routes[0]?.fields.map(({ text, locate }) => [text, locate(0, 1)])).toEqual([
      ['disallow-index', { source: 'site.toml', line: 19, column: 12, length: 1 }],
      ['disallow-follow', { source: 'site.toml', line: 19, column: 33, length: 1 }],
    ])
  })

  test('what a route leaves open comes from the site: a 402 with the price of the site', () => {
    const price =
      '[refuse]\nheaders = { crawler-price = "1" }\n[[route]]\nmatch = "/"\nrefuse = { status = 402 }'
    expect(readSiteConfig(price).findings).toEqual([])
  })
})

test('[R6] no text makes it throw', () => {
  const words = fc.constantFrom(
    'hosts',
    'route',
    'crawlers.a',
    ' = ',
    '[',
    ']',
    '[[',
    ']]',
    '{',
    '}',
    '"',
    "'",
    '\n',
    ',',
    '1',
    'true',
    '"/"',
    'match',
    '.',
    '#',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(words).map((list) => list.join('')),
      ),
      (text) => {
        for (const { line, column, length } of readSiteConfig(text).findings) {
          const written = text.replace(/^\ufeff/, '').split('\n')[line - 1] ?? ''
          expect(column >= 1 && length >= 0 && column - 1 <= written.length + 1).toBe(true)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
