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
