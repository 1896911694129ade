/**
 * Words that docs/glossary.md rules out: none is in the source, in messages, in the documents or in the tests.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BANNED_WORDS } from '../support/house/banned-words.ts'

const ROOT = `${import.meta.dirname}/../..`

/** Files that are copied from outside or written by others; and those that name the words. */
const FOREIGN =
  /^test\/(?:support\/reader-headers|conformance|vectors|signature-vectors|golden|docs\/glossary\.test\.ts|support\/house\/banned-words)|^docs\/glossary\.md$/
const isText = (path: string) => /\.(?:ts|md|html|css|toml)$/.test(path)

function filesBelow(folder: string): string[] {
  const paths = readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
  return paths.map((path) => `${folder}/${path.replaceAll('\\', '/')}`).filter(isText)
}

/** The lines that hold a banned word, as `path:line word`; line 0 is the path. */
function found(path: string, text: string): string[] {
  return [path, ...text.split('\n')].flatMap((line, i) => {
    return BANNED_WORDS.filter(({ form }) => form.test(line)).map(
      ({ not }) => `${path}:${i} ${not}`,
    )
  })
}

it('no banned word is in the source, the documents or the tests, nor in a name of a file', () => {
  const folders = ['src', 'docs', 'bench', 'test'].flatMap(filesBelow)
  const files = [...folders, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter(
    (path) => !FOREIGN.test(path),
  )
  expect(files.flatMap((path) => found(path, readFileSync(`${ROOT}/${path}`, 'utf8')))).toEqual([])
})

it('a banned word is found, with its line', () => {
  expect(found('x.ts', 'fine\n// whoever mends it')).toEqual(['x.ts:2 whoever', 'x.ts:2 mend'])
})
