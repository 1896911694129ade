/**
 * Tokens that stand in several words alone (C1).
 */
import { expect, test } from 'vitest'
import { phrasesOf } from '../../../src/program/compile/name-trie.ts'
import { COMMENTS_ROUTE, readingOf } from '../../support/author/served-robots.ts'

const GROUP = 'User-agent: Robots Scanner\nDisallow: /\n'

test.each([
  ['stay so beside a route for everybody', GROUP, COMMENTS_ROUTE, true],
  [
    'are names by themselves where a profile has them',
    GROUP,
    '[crawlers.robots]\ncategory = "search"\n',
    false,
  ],
  [
    'are names by themselves where a line has them alone',
    `User-agent: Robots\n${GROUP}`,
    '',
    false,
  ],
  ['are names by themselves where a record has them', `${GROUP}ACAP-crawler: robots\n`, '', false],
])('[C1] several words %s', (_, robots, site, areWords) => {
  expect(phrasesOf(readingOf(robots, site).policy).has('robots')).toBe(areWords)
})
