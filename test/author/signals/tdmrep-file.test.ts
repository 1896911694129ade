/**
 * The examples of the TDM Reservation Protocol (final report of 10 May 2024), and its order: file, header, META.
 */
import { expect, it, test } from 'vitest'
import { reservationAt } from '../../../src/author/signals/tdmrep-file.ts'
import { robots } from '../../../src/robots-full.ts'

/** The report's own example, and what its order means. */
const FILE = JSON.stringify([
  { location: '/directory-a/', 'tdm-reservation': 1 },
  {
    location: '/directory-b/html/',
    'tdm-reservation': 1,
    'tdm-policy': 'https://provider.com/policies/policy.json',
  },
  { location: '/directory-b/images/*.jpg', 'tdm-reservation': 0 },
  { location: '/directory-b/images/closed/', 'tdm-reservation': 1 },
  { location: '/this/path/exactly$', 'tdm-reservation': 1 },
])

test.each([
  ['/directory-a/1.pdf', '1'],
  ['/directory-b/html/1.html', '1'],
  ['/directory-b/images/1.jpg', '0'],
  // The first match in sequence.
  ['/directory-b/images/closed/1.jpg', '0'],
  ['/directory-b/images/closed/1.png', '1'],
  ['/this/path/exactly', '1'],
  ['/this/path/exactly/1', undefined],
  ['/', undefined],
])('6.1: %s is %s', (path, expected) => expect(reservationAt(FILE, path)).toBe(expected))

it('6.1: no match says nothing, nor does what is no list of rules', () => {
  for (const text of [
    '[]',
    '{}',
    'null',
    '[null, 1]',
    '<html>',
    '[{"location":"/b","tdm-reservation":1}]',
  ])
    expect(reservationAt(text, '/a'), text).toBeUndefined()
})

it('6: the header counts before the file, and META before the header', () => {
  const tdmrep = '[{"location":"/","tdm-reservation":1}]'
  const header = { headers: { 'tdm-reservation': '0' } }
  const meta = { meta: [{ name: 'TDM-Reservation', content: '1' }] }
  const says = (page: object) =>
    robots('').preferences({ userAgent: 'AnyBot', target: '/', ...page }).train.says
  expect(says({ tdmrep })).toBe('no')
  expect(says({ tdmrep, ...header })).toBe('yes')
  expect(says({ tdmrep, ...header, ...meta })).toBe('no')
})
