import { expect, it } from 'vitest'
import { edited, editsFor } from '../../src/language/findings/edits.ts'
import { readText } from '../../src/language/site/read-site.ts'

it('[R3] the fix of two fields on a line is a line break', () => {
  const text = 'User-agent: AhrefsBot Disallow: /\nDisallow: /x?allow: 1 Disallow: /b\n'
  const { findings, trees } = readText(text)
  const joined = findings.filter(({ code }) => code === 'ACAP142')
  expect(joined.map(({ severity, fix }) => [severity, fix?.[0]?.text])).toEqual([
    ['error', 'AhrefsBot\nDisallow: /'],
    ['error', '/x?allow: 1\nDisallow: /b'],
  ])
  expect(edited(trees.get('robots.txt')!, editsFor(joined, trees))).toBe(
    'User-agent: AhrefsBot\nDisallow: /\nDisallow: /x?allow: 1\nDisallow: /b\n',
  )
})

it.each([
  ['User-agent: A Disallow: / Allow: /b', 'User-agent: A\nDisallow: /\nAllow: /b'],
  [
    'User-agent: A User-agent: BDisallow: /xallow: 1',
    'User-agent: A\nUser-agent: B\nDisallow: /xallow: 1',
  ],
  [
    'Disallow: /a Disallow: /b Disallow: /c Crawl-delay: 5',
    'Disallow: /a\nDisallow: /b\nDisallow: /c\nCrawl-delay: 5',
  ],
])('[R3] one fix parts all fields of a line: %s', (line, parted) => {
  const text = `User-agent: *\nDisallow: /q\n${line}\n`
  const { findings, trees } = readText(text)
  const joined = findings.filter(({ code }) => code === 'ACAP142')
  const after = edited(trees.get('robots.txt')!, editsFor(joined, trees))
  expect(after).toBe(text.replace(line, parted))
  expect(readText(after).findings.filter(({ code }) => code === 'ACAP142')).toEqual([])
})
