/**
 * Words that docs/glossary.md rules out: none is in the source, in messages, in the documents or in the tests.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = `${import.meta.dirname}/../..`

/** What is looked for, by the word of the glossary's last table. */
const BANNED: Readonly<Record<string, RegExp>> = {
  whoever: /\bwhoever\b/i,
  whatever: /\bwhatever\b/i,
  "nobody's": /\bnobody['’]s\b/i,
  'lest, thereof, whence': /\b(?:lest|thereof|whence)\b/i,
  'to be had': /\b(?:is|are) to be had\b/i,
  'goes without saying': /\bgoes without saying\b/i,
  'in so many words': /\bin so many words\b/i,
  mend: /\bmend(?:s|ed|ing)?\b/i,
  'Court, Bench': /\b(?:Court|Bench|courtOf|benchFor)\b/,
  'Said, Told, Telling': /\b(?:Said|Told|Telling)\b/,
  // A letter with a number is a rule of docs/semantics.md and nothing else.
  'P1 2.4.3': /\bP[12] (?:fn )?\d/,
  'but for': /\bbut for\b/i,
  reckon: /\breckon(?:s|ed|ing)?\b/i,
  entrance: /\bentrances?\b/i,
  'put to both': /\bput to both\b/i,
  'save that': /\bsave that\b/i,
  anew: /\banew\b/i,
  'is told': /\b(?:is|are|was|were) told\b/i,
  'act upon': /\bact(?:s|ed|ing)? upon\b/i,
  'gives way': /\bg(?:ive|ives|ave|iven|iving) way\b/i,
  'taken for': /\btaken for\b/i,
  'what no': /\bwhat no\b/i,
  'closes it not': /\b\w+s (?:it|them|him) not\b/i,
  'so it is decided, the account of it': /\bso it is (?:decided|told)\b|\bthe account of (?:it|one)\b/i,
  'telling, leaning, told-': /\b(?:telling|leaning)\b|\btold-/i,
}

const GLOSSARY = 'docs/glossary.md'
/** Files that are copied from outside or written by others; and those that name the words. */
const FOREIGN =
  /^test\/(?:support\/reader-headers|conformance|vectors|signature-vectors|golden|docs\/glossary\.test\.ts)|^docs\/glossary\.md$/
const isText = (path: string) => /\.(?:ts|md|html|css|toml)$/.test(path)

function filesBelow(folder: string): string[] {
  const paths = readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
  return paths.map((path) => `${folder}/${path.replaceAll('\\', '/')}`).filter(isText)
}

/** The lines that hold a banned word, as `path:line word`; line 0 is the path. */
function found(path: string, text: string): string[] {
  return [path, ...text.split('\n')].flatMap((line, i) => {
    const words = Object.entries(BANNED).filter(([, form]) => form.test(line))
    return words.map(([word]) => `${path}:${i} ${word}`)
  })
}

it('no banned word is in the source, the documents or the tests, nor in a name of a file', () => {
  const folders = ['src', 'docs', 'bench', 'test'].flatMap(filesBelow)
  const files = [...folders, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter((path) => !FOREIGN.test(path))
  expect(files.flatMap((path) => found(path, readFileSync(`${ROOT}/${path}`, 'utf8')))).toEqual([])
})

it('the glossary names every word that is looked for', () => {
  const rows = readFileSync(`${ROOT}/${GLOSSARY}`, 'utf8').split('## Words that are not used')[1] ?? ''
  const named = [...rows.matchAll(/^\| ([^|]+?) \|/gm)].map(([, word]) => word)
  expect(named.filter((word) => word !== 'not' && word !== '---')).toEqual(Object.keys(BANNED))
})

it('a banned word is found, with its line', () => {
  expect(found('x.ts', 'fine\n// whoever mends it')).toEqual(['x.ts:2 whoever', 'x.ts:2 mend'])
})
