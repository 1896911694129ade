import fc from 'fast-check'
import { parse, stringify } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { spansIn } from '../../src/language/site/toml.ts'
import { type TomlPath, TomlPlaces } from '../../src/language/site/toml-places.ts'

const TEXT = `# a comment = 1
hosts = ["a", # one
  "b.test"]
site."od\\u0064 key".'x' = 1.5 # after
[refuse]
status = 403
headers = { crawler-price = "USD 0.01", more.deep = [[1], [2, 3]] }
[[route]]
match = """
two "lines" """
[[route]]
match = 'c:\\\\'
at = 2026-01-01 10:00:00Z
[route.refuse]
status = 402
[[route.elements]]
select = "p"
`

describe('places in a TOML text', () => {
  const places = new TomlPlaces(TEXT)
  const slice = (path: TomlPath, part: 'key' | 'value') => {
    const extent = places.find(path)?.[part]
    return extent && TEXT.slice(extent.at, extent.at + extent.length)
  }

  test.each<[TomlPath, string, string]>([
    [['hosts'], 'hosts', '["a", # one\n  "b.test"]'],
    [['hosts', 1], '"b.test"', '"b.test"'],
    [['site', 'odd key', 'x'], "'x'", '1.5'],
    [['refuse'], '[refuse]', '[refuse]'],
    [['refuse', 'status'], 'status', '403'],
    [['refuse', 'headers', 'crawler-price'], 'crawler-price', '"USD 0.01"'],
    [['refuse', 'headers', 'more', 'deep', 1, 0], '2', '2'],
    [['route', 0, 'match'], 'match', '"""\ntwo "lines" """'],
    [['route', 1], '[[route]]', '[[route]]'],
    [['route', 1, 'match'], 'match', "'c:\\\\'"],
    [['route', 1, 'at'], 'at', '2026-01-01 10:00:00Z'],
    [['route', 1, 'refuse', 'status'], 'status', '402'],
    [['route', 1, 'elements', 0, 'select'], 'select', '"p"'],
  ])('%j', (path, key, value) => {
    expect(slice(path, 'key')).toBe(key)
    expect(slice(path, 'value')).toBe(value)
  })

  test('what is not there has no place', () => {
    expect(places.find(['route', 2])).toBeNull()
  })
})

test('every key of every document has a place, and it reads as its value', () => {
  const key = fc.oneof(
    fc.stringMatching(/^[a-z-]{1,5}$/),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const { table } = fc.letrec<{ table: object; value: unknown }>((tie) => ({
    table: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 4 }), { maxLength: 3 }),
      fc.array(tie('table'), { maxLength: 3 }),
      tie('table'),
    ),
  }))
  fc.assert(
    fc.property(table, (document) => {
      const text = stringify(document as Record<string, unknown>)
      const places = new TomlPlaces(text)
      const visit = (value: unknown, path: TomlPath): void => {
        if (typeof value === 'object' && value !== null) {
          for (const [name, member] of Object.entries(value))
            visit(member, [...path, Array.isArray(value) ? Number(name) : name])
          return
        }
        const extent = places.find(path)?.value ?? { at: 0, length: 0 }
        expect(parse(`v = ${text.slice(extent.at, extent.at + extent.length)}`).v).toEqual(value)
      }
      visit(parse(text), [])
    }),
    { numRuns: 500 },
  )
})

test('a part of a text has its line, its column, and ends with that line', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', '\n', ' '), maxLength: 20 })
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(9), (text, place, length) => {
      const at = place % (text.length + 1)
      const before = text.slice(0, at).split('\n')
      const rest = text.slice(at).split('\n', 1)[0]!
      expect(spansIn(text, 'site.toml')({ at, length })).toEqual({
        source: 'site.toml',
        line: before.length,
        column: before.at(-1)!.length + 1,
        length: Math.min(length, rest.length),
      })
    }),
  )
})
