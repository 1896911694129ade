import fc from 'fast-check'
import { expect, test } from 'vitest'
import { altered, headersFrom } from '../../src/doors/node/raw-headers.ts'

const RAW = [
  'X-Robots-Tag',
  'a: none',
  'x-robots-tag',
  'b: none',
  'Set-Cookie',
  'a=1',
  'ETag',
  '"x"',
]

test('what is added to a header is a line of its own, and other lines stay', () => {
  const before = headersFrom(RAW)
  const sent = new Headers(before)
  sent.append('x-robots-tag', 'noindex')
  sent.append('set-cookie', 'b=2')
  sent.append('link', '<a>')
  sent.set('etag', '"y"')
  expect(altered(RAW, sent, before)).toEqual([
    ...RAW.slice(0, 6),
    ...['ETag', '"y"'],
    ...['link', '<a>'],
    ...['X-Robots-Tag', 'noindex'],
    ...['Set-Cookie', 'b=2'],
  ])
})

test('cookies stay lines of their own, whether they are added or replaced', () => {
  const before = headersFrom(['Set-Cookie', 'a=1'])
  const added = new Headers(before)
  added.append('set-cookie', 'b=2')
  added.append('set-cookie', 'c=3')
  expect(altered(['Set-Cookie', 'a=1'], added, before)).toEqual(
    ['a=1', 'b=2', 'c=3'].flatMap((line) => ['Set-Cookie', line]),
  )
  const replaced = new Headers({ 'set-cookie': 'b=2' })
  replaced.append('set-cookie', 'c=3')
  expect(altered(['Set-Cookie', 'a=1'], replaced, before)).toEqual(
    ['b=2', 'c=3'].flatMap((line) => ['Set-Cookie', line]),
  )
})

test('the lines have the values that the headers have', () => {
  const name = fc.constantFrom('a', 'A', 'b', 'set-cookie')
  const pairs = fc.array(fc.tuple(name, fc.constantFrom('x', 'x, y', 'y')))
  const change = fc.tuple(
    fc.constantFrom('append', 'set', 'delete'),
    name,
    fc.constantFrom('x', 'z'),
  )
  fc.assert(
    fc.property(pairs, fc.array(change), (written, changes) => {
      const raw = written.flat()
      const before = headersFrom(raw)
      const sent = new Headers(before)
      for (const [how, key, value] of changes) sent[how as 'append'](key, value)
      expect([...headersFrom(altered(raw, sent, before))]).toEqual([...sent])
    }),
  )
})
