/**
 * Names are written as their author wrote them, though they are known in lower case otherwise.
 */
import { expect, it } from 'vitest'
import { writtenNames } from '../../src/language/policy/chosen-groups.ts'
import { parse } from '../../src/language/text/tree.ts'

const TEXT = `User-agent: MothBot/2.1 (beta)
Disallow: /
User-agent: PLAINBOT
User-agent: PlainBot
Disallow: /
ACAP-crawler: News Reader
ACAP-allow-crawl: /
`

it.each([
  ['mothbot', 'MothBot', 'the product token, without what C1 cuts off'],
  ['plainbot', 'PLAINBOT', 'the first of several spellings'],
  ['news reader', 'News Reader', 'a whole name'],
  ['otherbot', 'otherbot', 'a name that no file holds'],
])('%s is written %s: %s', (name, written) => {
  expect(writtenNames([parse(TEXT)])(name)).toBe(written)
})
