/**
 * The page that `acap replay --html` writes, looked at as a person would: on four sizes, light and dark.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acap, folderWith } from '../support/acap.ts'
import { missing } from '../support/debian.ts'
import { axeViolations, FLAGS } from '../support/explorer-page.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const AGENTS = ['GPTBot/1.0', 'Googlebot/2.1', 'curl/8.0', 'ClaudeBot/1.0']
const LOG = Array.from({ length: 400 }, (_, i) => {
  const hour = String(i % 24).padStart(2, '0')
  const target = i % 3 ? `/private/${'long-path-'.repeat(i % 9)}${i}` : '/open'
  return `203.0.113.9 - - [21/Nov/2026:${hour}:39:00 +0000] "GET ${target} HTTP/1.1" 200 100 "-" "${AGENTS[i % 4]}"\n`
}).join('')

/** What reaches beyond the screen, or is wider than its own box. */
const CLIPPED = `[...document.querySelectorAll('body *')]
  .filter((each) => each.checkVisibility() && getComputedStyle(each).position !== 'absolute' && !each.closest('thead, svg'))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .map((each) => each.outerHTML.slice(0, 80))`

const SCREENS = [390, 1280, 1440, 1920].flatMap((width) => [
  { colorScheme: 'light', width } as const,
  { colorScheme: 'dark', width } as const,
])

describe.skipIf(missing('the replay report', 'chromium'))('the report of a replay', () => {
  test('can be read on any screen, light and dark', async () => {
    const cwd = folderWith({ 'robots.txt': ROBOTS, log: LOG })
    expect(acap(['replay', 'log', '--policies', 'robots.txt', '--html', 'report.html'], { cwd }).code).toBe(0)
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS })
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => void complaints.push(message.text()))
    page.on('request', (request) => void complaints.push(request.url()))
    const file = pathToFileURL(join(cwd, 'report.html')).href
    await page.goto(file)
    expect(complaints).toEqual([file])
    expect(await page.getByRole('row', { name: /^gptbot/ }).textContent()).toContain('100')
    const chart = page.getByRole('img', { name: /an hour a column/ })
    for (const { colorScheme, width } of SCREENS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await chart.locator('g > rect').count()).toBe(24)
      // Nothing scrolls sideways, and nothing is cut off.
      expect(await page.evaluate(CLIPPED), `${width} pixels`).toEqual([])
      expect(await axeViolations(page), `${colorScheme}, ${width} pixels`).toEqual([])
    }
  })
})
