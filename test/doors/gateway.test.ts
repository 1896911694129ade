import { expect, test } from 'vitest'
import { publicLocation } from '../../src/doors/gateway.ts'

const ORIGIN = 'http://10.0.0.1:8080'
const HOME = 'https://www.news.test'

test.each([
  ['http://10.0.0.1:8080/a?b#c', 'https://www.news.test/a?b#c'],
  ['//10.0.0.1:8080/a', 'https://www.news.test/a'],
  ['http://10.0.0.1:8080', 'https://www.news.test/'],
  ['http://10.0.0.1/a', null],
  ['https://10.0.0.1:8080/a', null],
  ['https://elsewhere.test/a', null],
  ['/a', null],
  ['a', null],
  ['//', null],
  ['http://[', null],
  [null, null],
])('a redirect to %s leads to %s; null stays as it is', (location, expected) => {
  expect(publicLocation(location, ORIGIN, HOME)).toBe(expected)
})
