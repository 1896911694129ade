import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesOf, converted, robotsWordsOf, siteReading } from '../../support/author/conversions.ts'
import { readHeaders, readMetaList } from '../../support/author/vocabulary-readers.ts'
import { meaning, RUNS, sites } from '../../support/author/vocabulary-sites.ts'
import { assertInBlocks } from '../../support/blocks.ts'

describe('robots-meta and x-robots-tag', () => {
  it('say of each path what the edge would say, or report it', () => {
    assertInBlocks(
      'robots-meta and x-robots-tag',
      fc.property(sites, (files) => {
        const reading = siteReading(files)
        const { program, paths } = meaning(reading)
        const [list, file] = [converted('robots-meta', files), converted('x-robots-tag', files)]
        const [meta, headers] = [readMetaList(list.text), readHeaders(file.text)]
        for (const path of paths) {
          const words = robotsWordsOf(program, path)
          for (const [conversion, read] of [
            [list, meta(path)],
            [file, headers.ordered(path)],
          ] as const) {
            if (words.some((word) => !read.includes(word)))
              expect(codesOf(conversion.findings)).toContain('ACAP111')
            if (read.some((word) => !words.includes(word)))
              expect(codesOf(conversion.findings)).toContain('ACAP112')
          }
          // Hosts that know no `!` say more, never less.
          expect(headers.together(path)).toEqual(expect.arrayContaining(headers.ordered(path)))
        }
      }),
      RUNS,
    )
  })
})
