/**
 * `robots(text).mayFetch` with a bare product token decides as Google's parser does. The facts are those of the tests of google/robotstxt,
 * samclarke/robots-parser and scrapy/protego, in words of our own; where a rule of docs/semantics.md differs, it is cited.
 */
import { describe, expect, test } from 'vitest'
import { robots } from '../src/robots.ts'

type Case = readonly [robots: string, agent: string, path: string, may: boolean]

const SECTIONS = `allow: /foo/bar/
user-agent: FooBot
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: FooBot
allow: /z/
disallow: /
`
const specific = (name: string) => `User-Agent: ${name}\nDisallow: /\n`

/** What all three, or those that have the case, agree on with us. */
const ALIKE: readonly Case[] = [
  // google/robotstxt: lines, groups, case.
  ['user-agent: FooBot\ndisallow: /\n', 'FooBot', '/x/y', false],
  ['foo: FooBot\nbar: /\n', 'FooBot', '/x/y', true],
  ['user-agent FooBot\ndisallow /\n', 'FooBot', '/x/y', false],
  ['user-agent: FooBot\nDissalow: /\n', 'FooBot', '/x', false],
  [SECTIONS, 'FooBot', '/x/b', true],
  [SECTIONS, 'FooBot', '/z/d', true],
  [SECTIONS, 'FooBot', '/y/c', false],
  [SECTIONS, 'BarBot', '/y/c', true],
  [SECTIONS, 'BarBot', '/w/a', true],
  [SECTIONS, 'BarBot', '/z/d', false],
  [SECTIONS, 'BazBot', '/z/d', true],
  [SECTIONS, 'FooBot', '/foo/bar/', false],
  ['USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n', 'foobot', '/x/y', true],
  ['USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n', 'FOOBOT', '/a/b', false],
  [specific('Foo Bar'), 'Foo', '/x', false],
  ['', 'FooBot', '/x', true],
  ['user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n', 'FooBot', '/x/y', false],
  ['user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n', 'BarBot', '/x/y', true],
  ['user-agent: FooBot\nallow: /\nuser-agent: *\ndisallow: /\n', 'QuxBot', '/x/y', false],
  ['user-agent: FooBot\ndisallow: /X/\n', 'FooBot', '/x/y', true],
  ['user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/\n', 'FooBot', '/x/page.html', false],
  ['user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n', 'FooBot', '/x/page.html', true],
  ['user-agent: FooBot\ndisallow: \nallow: \n', 'FooBot', '/x', true],
  ['user-agent: FooBot\ndisallow: /\nallow: /\n', 'FooBot', '/x', true],
  ['user-agent: FooBot\ndisallow: /x\nallow: /x/\n', 'FooBot', '/x', false],
  ['user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/page.\n', 'FooBot', '/x/page.html', false],
  ['user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/page.\n', 'FooBot', '/x/page', true],
  [
    'User-agent: FooBot\nDisallow: /\nAllow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n',
    'FooBot',
    '/foo/bar?qux=taz&baz=http://foo.bar?tar&par',
    true,
  ],
  ['User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/ツ\n', 'FooBot', '/foo/bar/%E3%83%84', true],
  ['User-agent: FooBot\nDisallow: /foo/bar/quz\nAllow: /foo/*/qux\n', 'FooBot', '/foo/bar/qux', true],
  ['User-agent: FooBot\nDisallow: /foo/bar$\nAllow: /foo/bar/qux\n', 'FooBot', '/foo/bar', false],
  ['User-agent: FooBot\nDisallow: /foo/bar$\nAllow: /foo/bar/qux\n', 'FooBot', '/foo/bar/baz', true],
  ['User-agent: FooBot\n# Disallow: /\nDisallow: /foo/quz#qux\n', 'FooBot', '/foo/bar', true],
  ['User-agent: FooBot\n# Disallow: /\nDisallow: /foo/quz#qux\n', 'FooBot', '/foo/quz', false],
  ['User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n', 'bar', '/some/path', false],
  ['\uFEFFUser-Agent: foo\nDisallow: /AnyValue\n', 'foo', '/AnyValue', false],
  ['User-agent: FooBot\rDisallow: /a\rUser-agent: *\rDisallow: /b', 'FooBot', '/b', true],
  // Product tokens: a hyphen belongs to them.
  [specific('images'), 'hedwig-images', '/x', true],
  [specific('ModelBot'), 'my-ModelBot', '/x', true],
  [specific('foobot-news'), 'foobot', '/x', true],
  // robots-parser: patterns, queries, groups that merge.
  ['User-agent: *\nDisallow: /fish/\nDisallow: /test.html\n', 'Sams-Bot', '/fish/index.php', false],
  ['User-agent: *\nDisallow: /fish*.php\n', 'Sams-Bot', '/fishheads/catfish.php?parameters', false],
  ['User-agent: *\nDisallow: /*.php$\n', 'Sams-Bot', '/filename.php?parameters', true],
  ['User-agent: *\nDisallow: /*/*/hellothere\n', 'Sams-Bot', '/a/b/hellothere', false],
  [
    'User-agent: a\nDisallow: /fish\nUser-agent: b\nDisallow: /x\nUser-agent: a\nDisallow: /test\n',
    'a',
    '/test',
    false,
  ],
  ['User-agent: *\nDisallow: /\n\nUser-agent: sams-bot\nAllow: /open\n', 'sams-bot', '/other', true],
  // Protego: wild cards and escapes.
  ['User-agent: *\nDisallow: /c*\nDisallow: /*/r$\n', 'FooBot', '/cheat', false],
  ['User-agent: *\nDisallow: /a%3cd.html\n', 'FooBot', '/a%3Cd.html', false],
  ['User-agent: *\nDisallow: /?\n', 'FooBot', '/?x', false],
  ['User-agent: jones-bot\nDisallow: /\n', 'googlebot', '/x', true],
]

/** Where a rule of docs/semantics.md decides otherwise. */
const DIFFERENT: readonly (readonly [rule: string, ...case: Case])[] = [
  ['[I1] a longer token has the shorter one as its beginning', specific('foobot'), 'foobot-news', '/x', false],
  ['[I1, C1] digits are part of tokens', specific('FooBot2'), 'FooBot', '/x', true],
  [
    '[P2] an escaped letter is that letter',
    'User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/%62%61%7A\n',
    'FooBot',
    '/foo/bar/baz',
    true,
  ],
  ['[C1] /robots.txt is always open', 'User-agent: *\nDisallow: /\n', 'FooBot', '/robots.txt', true],
  [
    '[C1] index.html is no other page',
    'User-agent: *\nAllow: /allowed/index.html\nDisallow: /\n',
    'FooBot',
    '/allowed/',
    false,
  ],
  ['[C1] octets beyond ASCII name nobody', specific('FooBot\u00fc'), 'FooBot', '/x', true],
]

describe('a bare product token is decided as Google’s parser does', () => {
  test.each(ALIKE)('%j: %s, %s: %s', (text, userAgent, url, may) => {
    expect(robots(text).mayFetch({ userAgent, url })).toBe(may)
  })
})

describe('except that', () => {
  test.each(DIFFERENT)('%s', (_, text, userAgent, url, may) => {
    expect(robots(text).mayFetch({ userAgent, url })).toBe(may)
  })
})
