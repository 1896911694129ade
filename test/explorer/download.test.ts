import { expect, it } from 'vitest'
import { downloadHelp, downloadName } from '../../src/explorer/drafts.ts'

it('a download has the name of its site', () => {
  expect(downloadName('example-news', 'robots.txt')).toBe('example-news-robots.txt')
  expect(downloadName('example-news', 'licences/press.txt')).toBe('example-news-press.txt')
  expect(downloadName('', 'robots.txt')).toBe('robots.txt')
})

it('names the folder and the commands', () => {
  for (const words of ['`example-news`', '`npx --no-install acap check`']) {
    expect(downloadHelp('example-news')).toContain(words)
  }
  expect(downloadHelp('')).toContain('`policies`')
})
