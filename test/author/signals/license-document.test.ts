/**
 * Licence documents of RSL 1.0. Its own text could not be had: the sections are those that implementers quote.
 */
import { describe, expect, it, test } from 'vitest'
import { readLicense } from '../../../src/author/signals/license-document.ts'
import { PAGE_USES } from '../../../src/author/signals/statements.ts'
import { readXml } from '../../../src/author/signals/xml-elements.ts'
import { robots } from '../../../src/robots-full.ts'
import { converted, everybody } from '../../support/author/conversions.ts'

const rsl = (...offers: string[]) =>
  `<rsl xmlns="https://rslstandard.org/rsl"><content url="/">${offers.map((each) => `<license>${each}</license>`).join('')}</content></rsl>`

/** What a licence says about search, train, answer, copy and extract. */
const says = (license: string, target = '/a') => {
  const file = robots('License: https://a.test/license.xml\nUser-agent: *\nAllow: /\n')
  const all = file.preferences({ userAgent: 'AnyBot', target, license })
  return PAGE_USES.map((use) => all[use].says).join(' ')
}

test.each([
  ['3.5: no permits, no limit but the terms', [''], 'limited limited limited limited limited'],
  [
    '3.5: permits, only these uses',
    ['<permits type="usage">search</permits>'],
    'limited no no no no',
  ],
  [
    '3.5: words between spaces',
    ['<permits type="usage">search ai-train</permits>'],
    'limited limited no no no',
  ],
  [
    '3.5: commas of the drafts',
    ['<permits type="usage">search,ai-input</permits>'],
    'limited no limited no no',
  ],
  [
    '3.5: of another type',
    ['<permits type="geo">DE</permits>'],
    'limited limited limited limited limited',
  ],
  ['3.5: empty permits nothing', ['<permits type="usage"></permits>'], 'no no no no no'],
  [
    '3.5: a prohibition wins',
    ['<permits type="usage">all</permits><prohibits type="usage">ai-all</prohibits>'],
    'limited no no limited limited',
  ],
  [
    '3.5: in any order',
    ['<prohibits type="usage">ai-train</prohibits><permits type="usage">all</permits>'],
    'limited no limited limited limited',
  ],
  [
    '3.5: two of a type, which is not allowed',
    ['<permits type="usage">search</permits><permits type="usage">all</permits>'],
    'no no no no no',
  ],
  [
    '3.5: several licences are offers',
    ['<prohibits type="usage">all</prohibits>', '<permits type="usage">ai-train</permits>'],
    'no limited no no no',
  ],
])('%s', (_, offers, expected) => expect(says(rsl(...offers))).toBe(expected))

it('is about the pages of its content, the longest pattern first', () => {
  const text =
    '<rsl><content url="https://a.test/"><license/></content><content url="/x/*.pdf$"><license><prohibits type="usage">all</prohibits></license></content></rsl>'
  expect(says(text, '/x/1.pdf')).toBe('no no no no no')
  expect(says(text, '/x/1.html')).toBe('limited limited limited limited limited')
  expect(says('<rsl><content url="/x"><license/></content></rsl>', '/y')).toMatch(/^unspecified/)
})

it('3.7 and 3.12: payment, legal and reporting', () => {
  const offer = `<payment type="crawl"><amount currency="USD">0.05</amount></payment><legal type="contact">mailto:a&amp;b@a.test</legal>
    <reporting type="telemetry" profile="https://contenttelemetry.org/profiles/spur" endpoint="https://a.test/t"/>`
  expect(readLicense(rsl(offer))?.[0]?.offers).toEqual([
    {
      permits: {},
      prohibits: {},
      payment: [{ type: 'crawl', amount: '0.05', currency: 'USD' }],
      legal: [{ type: 'contact', text: 'mailto:a&b@a.test' }],
      reporting: [
        {
          type: 'telemetry',
          profile: 'https://contenttelemetry.org/profiles/spur',
          endpoint: 'https://a.test/t',
        },
      ],
    },
  ])
})

describe('what is no licence', () => {
  test.each([
    '',
    'text',
    '<rsl>',
    '<rsl></RSL>',
    '<rsl><a></rsl></a>',
    '<rss/>',
    '<rsl/><rsl/>',
    '<!DOCTYPE rsl [<!ENTITY a "b">]><rsl/>',
  ])('%s', (text) => {
    expect(readLicense(text)).toBeNull()
    expect(says(text)).toBe('limited limited limited limited limited')
  })
})

it('reads prefixes, comments, character data and references', () => {
  const text =
    '<?xml version="1.0"?><!-- a --><r:rsl xmlns:r="x"><r:a b=\'c&#x41;\'>d<![CDATA[<e>]]>&lt;&no;</r:a></r:rsl>'
  expect(readXml(text)?.children).toEqual([
    { name: 'a', attributes: { b: 'cA' }, children: [], text: 'd<e><&no;' },
  ])
})

it('what we write, we read as the same', () => {
  const { text } = converted(
    'rsl',
    everybody(
      'disallow-other: /a/',
      'allow-other: /b/ usage-ref=the-acap:permission-link:https://a.test/ask?a=1&b=2',
    ),
  )
  expect(
    readLicense(text)?.map(({ url, offers }) => [url, offers[0]?.prohibits, offers[0]?.legal]),
  ).toEqual([
    ['/a/', { usage: ['all'] }, []],
    ['/b/', { usage: ['all'] }, [{ type: 'contact', text: 'https://a.test/ask?a=1&b=2' }]],
  ])
  expect(says(text, '/a/1')).toBe('no no no no no')
})
