/**
 * The documents → how many words of them are written by hand. A page whose introduction says that
 * it is generated counts nothing, and so does a block between `<!-- generated: NAME -->` and `<!--
 * end -->`. Code and tables count.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOCS = join(import.meta.dirname, '../../docs')
const GENERATED_PAGE = /^Generated (?:by|from) |\. Generated from /m
const GENERATED_BLOCK = /<!-- generated: \S+ -->.*?<!-- end -->/gs

/** Words written by hand in each page below docs/, most first. */
export function handWrittenWords(): readonly (readonly [page: string, words: number])[] {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, wordsOf(readFileSync(join(DOCS, path), 'utf8'))] as const)
    .filter(([, words]) => words > 0)
    .sort(([, a], [, b]) => b - a)
}

function wordsOf(text: string): number {
  const introduction = text.slice(0, text.search(/^(?:## |- )/m))
  if (GENERATED_PAGE.test(introduction)) return 0
  return text.replace(GENERATED_BLOCK, '').match(/\S+/g)?.length ?? 0
}

if (import.meta.main) {
  const pages = handWrittenWords()
  for (const [page, words] of pages) console.log(`${String(words).padStart(6)}  ${page}`)
  console.log(`${String(pages.reduce((sum, [, words]) => sum + words, 0)).padStart(6)}  in all`)
}
