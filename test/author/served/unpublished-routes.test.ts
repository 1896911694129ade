import { expect, test } from 'vitest'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { categorySite } from '../../support/author/category-site.ts'

const ROUTE = '[[route]]\nmatch = "/merger/"\nclosed-until = 2999-01-01\n'

test.each([
  ['User-agent: *\nDisallow: /private/\n'],
  ['ACAP-crawler: *\nACAP-disallow-crawl: /private/\n\nUser-agent: SomeBot\nDisallow: /x/\n'],
  ['User-agent: *\nAllow: /merger/press/\nDisallow: /m\n'],
])('[E5, ours] `published = false` refuses without naming the path: %j', (robots) => {
  const { ask, text, reading, generated } = categorySite(robots, `${ROUTE}published = false\n`)
  expect([ask('SomeBot/1', '/merger/a'), ask('OtherBot', '/merger/a')]).toEqual([
    'prohibited',
    'prohibited',
  ])
  expect(text.replace('/merger/press/', '')).not.toContain('merger')
  expect(proveServed(reading, generated, { everywhere: true })).toEqual([])
})

test('[E5] a route is published by default', () => {
  expect(categorySite('User-agent: *\nDisallow: /x/\n', ROUTE).text).toContain('Disallow: /merger/')
})

test('[E5] a broader route that is published closes the path of an unpublished one, too', () => {
  const broader = '[[route]]\nmatch = "/m"\nfields = ["disallow-crawl"]\n'
  const { reading, generated, text } = categorySite('', `${broader}${ROUTE}published = false\n`)
  expect(text).not.toContain('merger')
  expect(proveServed(reading, generated, { everywhere: true })).toEqual([])
})
