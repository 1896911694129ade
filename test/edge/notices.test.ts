import { expect, test } from 'vitest'
import { Engine } from '../../src/decide/engine.ts'
import { tagsToWrite, termsOf } from '../../src/decide/page-terms.ts'
import { termsOfSpellings } from '../../src/decide/spelled-terms.ts'
import { metaTags, Notices } from '../../src/edge/html/notice.ts'
import { programOf } from '../support/bundle.ts'

const PAGES = Array.from({ length: 20 }, (_, i) => `/news/${i}`)

function noticesOf(
  more: string,
  robots = 'ACAP-crawler: *\nACAP-disallow-index: /\n',
  canonical = 'https://news.test',
) {
  const site = programOf('site', {
    'robots.txt': robots,
    'site.toml': `hosts = ["news.test"]\ncanonical = "${canonical}"\n${more}`,
  })
  const engine = new Engine(site, null)
  const notices = new Notices(site.config)
  return PAGES.map((page) => {
    const terms = termsOfSpellings(termsOf(engine), [page])
    return {
      notice: notices.find(terms, false)!,
      written: metaTags(tagsToWrite(terms, site.config.embed)),
    }
  })
}

const LOCATED = '[[route]]\nmatch = "/news/"\nlocation = true\n'

test.each([
  ['pages with the same terms', ''],
  ['pages that name their own location', LOCATED],
])('the notice of %s is made once', (_, more) => {
  // What is made once is one object on all pages.
  expect(new Set(noticesOf(more).map(({ notice }) => notice.allHeaders)).size).toBe(1)
})

test.each([
  ['other tags', undefined],
  ['no other tags', 'User-agent: *\nDisallow: /x\n'],
])(
  '[E5] a page has the tag of its own location, and an ETag that changes with it, beside %s',
  (_, robots) => {
    const notices = noticesOf(LOCATED, robots)
    for (const { notice, written } of notices) expect(notice.markup).toEqual(written)
    expect(notices[7]!.notice.markup).toContain('https://news.test/news/7')
    const elsewhere = LOCATED.replace('true', '"https://other.test/"')
    const moved = [noticesOf(elsewhere, robots), noticesOf(LOCATED, robots, 'https://other.test')]
    for (const others of moved) expect(others[7]!.notice.mark).not.toBe(notices[7]!.notice.mark)
  },
)
