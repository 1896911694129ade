import { expect, it } from 'vitest'
import { pageNotice } from '../../src/explorer/page-notice.ts'
import { meaningOf } from './asked.ts'

const ROBOTS = `ACAP-version: 1.1

ACAP-crawler: *
ACAP-disallow-index: /drafts/
ACAP-allow-other: /drafts/ usage-ref=the-acap:terms-link:https://news.test/terms
`

it('[E6] the tags of a page are shown as HTML, with the words that say the same', () => {
  const { tags, notes } = pageNotice(meaningOf({ 'robots.txt': ROBOTS }), '/drafts/a')
  expect(tags).toContain('<meta name="robots" content="ACAP disallow-index">')
  expect(tags.at(-1)).toBe('<meta name="robots" content="noindex">')
  expect(notes).toEqual([
    'Where the answer is not HTML, it says `X-Robots-Tag: noindex` instead.',
    'Other uses are licensed at `https://news.test/terms`.',
  ])
})

it('a page without fields gets no tags', () => {
  expect(pageNotice(meaningOf({ 'robots.txt': ROBOTS }), '/a')).toEqual({ tags: [], notes: [] })
})

it('the settings of site.toml stand beside the tags', () => {
  const site = `hosts = ["news.test"]
[embed]
audience = "crawlers"
[[route]]
match = "/drafts/"
elements = [{ select = ".c", class = "the-acap:disallow-index" }]
`
  const { notes } = pageNotice(meaningOf({ 'robots.txt': ROBOTS, 'site.toml': site }), '/drafts/a')
  expect(notes[0]).toContain('Only crawlers')
  expect(notes).toContain('Elements `.c` are given the class `the-acap:disallow-index`.')
})

it.each(['conventional', 'headers'])(
  'a header that the site turns off is not listed: %s',
  (key) => {
    const site = `hosts = ["news.test"]\n[embed]\n${key} = false\n`
    const { notes } = pageNotice(
      meaningOf({ 'robots.txt': ROBOTS, 'site.toml': site }),
      '/drafts/a',
    )
    expect(notes.join()).not.toContain('X-Robots-Tag')
  },
)

it('a tag is safe to read as HTML', () => {
  const site = `hosts = ["news.test"]
[[route]]
match = "/q/"
fields = ["allow-present must-include-resource=https://news.test/a?b&c"]
`
  const { tags } = pageNotice(meaningOf({ 'robots.txt': '', 'site.toml': site }), '/q/')
  expect(tags.filter((tag) => !/^<meta name="[^"<>]*" content="[^"<>]*">$/.test(tag))).toEqual([])
  expect(tags.join('\n')).toContain('a?b&amp;c')
})
