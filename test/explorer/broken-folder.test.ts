import { expect, it } from 'vitest'
import { brokenFolder } from '../../src/explorer/broken-folder.ts'
import type { CrawlReport } from '../../src/logs/report/crawl-report.ts'

const reportOf = (lines: readonly string[], refused: readonly string[] = []) =>
  ({
    crawlers: [
      {
        name: 'ccbot',
        rules: lines.map((text, i) => ({ site: 'a', line: i, text, requests: i + 1 })),
        refusedSections: refused.map((path) => ({ path, requests: 1 })),
      },
    ],
  }) as unknown as CrawlReport

it('is the folder of the line that a crawler broke most, without its pattern', () => {
  const lines = ['Disallow: /a/', 'ACAP-disallow-crawl: /b/*.pdf$', 'Disallow: /']
  expect(brokenFolder(reportOf(lines), 'CCBot')).toBe('/b/')
})

it('is else a section where it was refused, or the whole site', () => {
  expect(brokenFolder(reportOf(['Disallow: /', ''], ['/news/']), 'ccbot')).toBe('/news/')
  expect(brokenFolder(reportOf([]), 'ccbot')).toBe('/')
  expect(brokenFolder(reportOf(['Disallow: /a/']), 'gptbot')).toBe('/')
  expect(brokenFolder(null, 'ccbot')).toBe('/')
})
