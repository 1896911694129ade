import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, Parser, type Token } from 'parse5'
import { expect, test } from 'vitest'
import { TagReader, type TagReading } from '../../src/edge/html/tag-reader.ts'
import { runs } from '../support/runs.ts'

/** The start tags that a real parser's tokenizer finds, as `name@start-end`; our reader keeps 32 characters of a name. */
function parsedTags(page: string): string[] {
  const found: string[] = []
  class Recorder extends Parser<DefaultTreeAdapterMap> {
    override onStartTag(token: Token.TagToken): void {
      found.push(
        `${token.tagName.slice(0, 32)}@${token.location!.startOffset}-${token.location!.endOffset}`,
      )
      super.onStartTag(token)
    }
  }
  Recorder.parse(page, { sourceCodeLocationInfo: true })
  return found
}

/** The start tags that our reader finds in chunks of these sizes, and whether it stopped. */
function readTags(
  page: string,
  sizes: readonly number[] = [page.length],
  reading: TagReading = { scripting: true },
) {
  const reader = new TagReader(reading)
  const found: string[] = []
  let rest = page
  let held = ''
  let base = 0
  for (let turn = 0; rest.length > 0; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1)
    const chunk = held + rest.slice(0, size)
    rest = rest.slice(size)
    let at = 0
    while (reader.next(chunk, at)) {
      if (!reader.isEnd) found.push(`${reader.name}@${base + reader.start}-${base + reader.end}`)
      at = reader.end
    }
    base += reader.settled
    held = chunk.slice(reader.settled)
  }
  return { found, isStopped: reader.isStopped }
}

const PIECES = [
  ...[
    '<p>',
    '<p class=a>',
    '</p>',
    '<b a="<i>">',
    "<b a='>'>",
    '<br/>',
    '<a href=x/>',
    '<li>',
    '<div>',
    '</div>',
    '<',
    '>',
    'x',
    ' ',
  ],
  ...[
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '-',
    '!',
    '<!doctype html>',
    '<?a?>',
    '</>',
    '</ x>',
    '<![CDATA[',
    ']]>',
    '"',
    "'",
    '=',
  ],
  ...[
    '<script>',
    '</script>',
    '<script',
    '</script ',
    '<style>',
    '</style>',
    '<title>',
    '</title>',
    '<textarea>',
    '</textarea>',
  ],
  ...[
    '<svg>',
    '</svg>',
    '<svg/>',
    '<math>',
    '</math>',
    '<desc>',
    '</desc>',
    '<foreignObject>',
    '</foreignObject>',
    '<mi>',
    '</mi>',
  ],
  ...[
    '<font>',
    '<font color=a>',
    '<annotation-xml encoding="text/html">',
    '</annotation-xml>',
    '<g>',
    '</g>',
    '<path/>',
  ],
  ...[
    '<select>',
    '</select>',
    '<option>',
    '<iframe>',
    '</iframe>',
    '<noscript>',
    '</noscript>',
    '<xmp>',
    '</xmp>',
    '<table>',
    '<tr>',
  ],
  ...[
    '<html>',
    '<head>',
    '</head>',
    '<body>',
    '</body>',
    '</html>',
    '<template>',
    '</template>',
    '<frameset>',
    '<noframes>',
    '</noframes>',
  ],
]

const page = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 14 })
  .map((pieces) => pieces.join(''))

/** Pages that a run has found to be read otherwise than by the parser: each is a file with its name. */
const CRASHES = join(import.meta.dirname, '../crashes/pages')
const crashes = readdirSync(CRASHES).map((name): [string] => [
  readFileSync(join(CRASHES, name), 'utf8'),
])

test('the tags are those of a real parser, as far as the reader goes', () => {
  fc.assert(
    fc.property(page, (text) => {
      const { found, isStopped } = readTags(text)
      const parsed = parsedTags(text)
      expect(found).toEqual(isStopped ? parsed.slice(0, found.length) : parsed)
    }),
    { numRuns: runs(4_000, 100_000), examples: crashes },
  )
})

test('the tags do not depend on how the page is cut into chunks', () => {
  fc.assert(
    fc.property(
      page,
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
      (text, sizes) => {
        expect(readTags(text, sizes)).toEqual(readTags(text))
      },
    ),
    { numRuns: runs(2_000, 50_000) },
  )
})
