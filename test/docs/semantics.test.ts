/**
 * docs/semantics.md is where a stranger looks an id up: every rule that code and tests cite stands there.
 */
import { describe, expect, it } from 'vitest'
import { documents, textOf } from '../support/house/markdown.ts'
import { sourceFiles } from '../support/house/source-files.ts'

const SEMANTICS = textOf('docs/semantics.md')
const rules = [...SEMANTICS.matchAll(/^- <a id="(.+?)"><\/a>\*\*(.+?)\*\*/gm)].map(
  ([, anchor, rule]) => ({
    anchor,
    rule: rule!.split(' ')[0]!,
  }),
)
const defined = new Set(rules.map(({ rule }) => rule))

/** What the pattern finds in a file and the page does not define, as `path: id`. */
function unknown(folder: string, citation: RegExp): string[] {
  return sourceFiles(folder).flatMap(({ path, text }) =>
    [...text.matchAll(citation)]
      .map(([, id]) => id!)
      .filter((id) => !defined.has(id))
      .map((id) => `${path}: ${id}`),
  )
}

describe('docs/semantics.md', () => {
  it('has every rule once, numbered without gaps, under an anchor of its id', () => {
    expect(rules.filter(({ anchor, rule }) => anchor !== rule)).toEqual([])
    const counts = [...'RVIPLQFECXAMT'].map(
      (letter) => rules.filter(({ rule }) => rule.startsWith(letter)).length,
    )
    const expected = [...'RVIPLQFECXAMT'].flatMap((letter, at) =>
      Array.from({ length: counts[at]! }, (_, i) => letter + (i + 1)),
    )
    expect(rules.map(({ rule }) => rule)).toEqual(expected)
  })

  it('defines what comments in src cite', () => {
    expect(unknown('src', /^[^'"`]*(?:\/\/|\*).*?\b([RVIPLQFECXAMT][1-9]\d?)\b/gm)).toEqual([])
  })

  it('defines what documents cite', () => {
    const cited = /[(,] ?([RVIPLQFECXAMT][1-9]\d?)(?=[,)])/g
    const unknownIn = (path: string) =>
      [...textOf(path).matchAll(cited)].filter(([, id]) => !defined.has(id!))
    expect(
      documents().flatMap((path) => unknownIn(path).map(([, id]) => `${path}: ${id}`)),
    ).toEqual([])
  })

  it('defines what names of tests cite', () => {
    expect(unknown('test', /\[([RVIPLQFECXAMT][1-9]\d?)\]/g)).toEqual([])
  })
})
