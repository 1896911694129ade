/** Two fields on one line, as real files have them. */
import { expect, test } from 'vitest'
import { joinedField } from '../../src/language/text/joined-field.ts'

test.each([
  ['/share/*        Disallow: /a/', 'Disallow: /a/'],
  ['/asiasys/Disallow: /fckeditor/Disallow: /gg/', 'Disallow: /fckeditor/Disallow: /gg/'],
  ['/a.htmlSitemap: https://a.test/s.xml', 'Sitemap: https://a.test/s.xml'],
  ['/a/disallow:b', null],
  ['/wiki/Allow', null],
])('behind the path %j is %j', (value, second) => expect(joinedField(value, false)).toBe(second))
