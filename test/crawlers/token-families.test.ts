import list from 'crawler-user-agents' with { type: 'json' }
import { expect, test } from 'vitest'
import headerWords from '../../src/crawlers/lists/crawler-header-words.json' with { type: 'json' }
import families from '../../src/crawlers/lists/token-families.json' with { type: 'json' }
import { isReadersName } from '../../src/crawlers/reader-words.ts'
import { RECORDS } from '../../src/crawlers/records.ts'
import { familiesOf } from '../../src/crawlers/token-families.ts'
import { HeaderText } from '../../src/words/header-text.ts'

test('a family has the members of its record, and the tokens with its name and a hyphen', () => {
  const all = RECORDS.flatMap(({ families = [] }) => families)
  for (const { name, members, hyphenated = [] } of all) {
    for (const each of [...members, ...hyphenated]) expect(familiesOf(each)).toContain(name)
    expect(hyphenated.filter((each) => !each.startsWith(`${name}-`))).toEqual([])
  }
  expect(Object.keys(families)).toEqual(all.map(({ name }) => name))
})

test('the words of readers in crawlers’ headers are those of several sample headers', () => {
  const header = new HeaderText()
  const counts = new Map<string, number>()
  for (const sample of list.flatMap(({ instances }) => instances)) {
    for (const word of header
      .read(sample)
      .toString()
      .match(/[a-z0-9_-]+/g) ?? [])
      if (isReadersName(word) && !/^(?:[a-z]|v?[0-9_-]+)$/.test(word))
        counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const several = [...counts].filter(([, count]) => count > 1).map(([word]) => word)
  expect(headerWords.words.join(' ').split(' ')).toEqual(several.sort())
})
