import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Target } from '../../src/decide/matcher.ts'
import { targetForm } from '../../src/words/path-form.ts'

const character = fc.oneof(
  fc.constantFrom('%', '2', 'f', 'A', '~', '*', '$', '/', '#', '?', 'é', '💩', ' ', '\ud800'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)

test('[P2] the buffer holds the form that the grammar gives', () => {
  const target = new Target()
  const decoder = new TextDecoder()
  fc.assert(
    fc.property(fc.array(character, { maxLength: 40 }), (characters) => {
      const text = `/${characters.join('')}`
      target.read(text)
      expect(decoder.decode(target.bytes.subarray(0, target.length))).toBe(targetForm(text))
    }),
    { numRuns: 5000 },
  )
})

test('a target longer than any buffer before it is read whole', () => {
  const target = new Target()
  target.read(`/${'é'.repeat(5000)}`)
  expect(target.length).toBe(30_001)
})

test('[P2] letters beyond ASCII that fold to ASCII ones are encoded', () => {
  expect(targetForm('/\u212a\u017f')).toBe('/%E2%84%AA%C5%BF')
})
