import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PageWriter } from '../../src/edge/html/page-writer.ts'
import { NOWHERE, PLACED } from '../support/edge/marked-pages.ts'
import { bytesOf, through } from '../support/edge/rewritten.ts'

/** Puts `|` where the tags go, looking at chunks of the given sizes; null where they go nowhere. */
function marked(page: string, sizes: readonly number[] = [page.length]): string | null {
  const writer = new PageWriter('|', true, null, (fault) => {
    throw fault
  })
  let seen = 0
  for (let turn = 0; !writer.tagPlace.isFinal; turn++) {
    seen += Math.max(1, sizes[turn % sizes.length] ?? 1)
    writer.look(bytesOf(page.slice(0, seen)), seen >= page.length)
  }
  return writer.tagPlace.place === 'nowhere' ? null : through(writer, page, [page.length])
}

for (const [name, page] of Object.entries(PLACED)) {
  test(`the tags go ${name}`, () => expect(marked(page.replace('|', ''))).toBe(page))
}

for (const [name, page] of Object.entries(NOWHERE)) {
  test(`no place is found in ${name}`, () => expect(marked(page)).toBeNull())
}

test('the place does not depend on how the page is cut into chunks', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '!',
      '-',
      '>',
      '<!--',
      '-->',
      '<html',
      '<head',
      '<title>',
      ' ',
      '\n',
      'a',
      '=',
      '"',
      "'",
      '/',
      '<?',
      'x',
    ],
    ...['</', '</p>', '</head', '</br', '</template>', '<template>', '<noscript>'],
    ...['\xef', '\xbb', '\xbf', '\xff', '\xfe', '\0', 'h', 'e', 'HTML', '<!doctype html>'],
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
      (pieces, sizes) => {
        const page = pieces.join('')
        expect(marked(page, sizes)).toBe(marked(page))
      },
    ),
    { numRuns: 5000 },
  )
})
