import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stretchesOf } from '../../src/explorer/highlight.ts'

const look = (line: string) =>
  stretchesOf(line).map(({ from, to, paint }) => `${paint} ${line.slice(from, to)}`)

describe('a line of a robots.txt', () => {
  it('is name, value and comment, in the dialect of the field', () => {
    expect(look('Disallow: /a # why')).toEqual([
      'propertyName Disallow',
      'string /a',
      'comment # why',
    ])
    expect(look('ACAP-crawler: *')).toEqual(['keyword ACAP-crawler', 'string *'])
  })

  it('shows what is not a field', () => {
    expect(look('Grant: /a')).toEqual(['invalid Grant', 'string /a'])
    expect(look('hello')).toEqual(['invalid hello'])
    expect(look('')).toEqual([])
  })
})

it('stretches follow each other inside the line, for any text', () => {
  const property = fc.property(fc.string(), (text) => {
    const line = text.replace(/[\r\n]/g, '')
    const places = stretchesOf(line).flatMap(({ from, to }) => [from, to])
    return [...places, line.length].every((place, i) => place >= (places[i - 1] ?? 0))
  })
  fc.assert(property, { numRuns: 200 })
})
