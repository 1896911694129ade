/**
 * The page that `acap replay --html` writes, looked at as a person would: on two sizes, light and dark.
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

describe.skipIf(missing('the replay report', 'chromium'))('the report of a replay', () => {
  test.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 390],
    ['dark', 390],
    ['light', 1920],
  ] as const)('can be read in %s, %i pixels wide', async (colorScheme, width) => {
    const cwd = folderWith({ 'robots.txt': ROBOTS, log: LOG })
    expect(acap(['replay', 'log', '--policies', 'robots.txt', '--html', 'report.html'], { cwd }).code).toBe(0)
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS })
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
    const complaints: string[] = []
    page.on('console', (message) => void complaints.push(message.text()))
    page.on('request', (request) => void complaints.push(request.url()))
    const file = pathToFileURL(join(cwd, 'report.html')).href
    await page.goto(file)
    expect(complaints).toEqual([file])
    expect(await page.getByRole('row', { name: /^gptbot/ }).textContent()).toContain('100')
    expect(
      await page
        .getByRole('img', { name: /an hour a column/ })
        .locator('g > rect')
        .count(),
    ).toBe(24)
    // Nothing scrolls sideways, and nothing is cut off.
    expect(await page.evaluate(CLIPPED)).toEqual([])
    expect(await axeViolations(page)).toEqual([])
  })
})
