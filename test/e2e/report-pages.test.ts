/**
 * The pages that `acap report --html` and `acap replay --html` write, looked at as a person would: on all sizes, light, dark
 * and printed.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { acap, folderWith } from '../support/cli/acap.ts'
import { missing } from '../support/debian.ts'
import { axeViolations, BROWSER, startBrowser } from '../support/explorer/explorer-page.ts'
import { combinedLine } from '../support/logs/log-lines.ts'
import { someOf } from '../support/runs.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const AGENTS = ['GPTBot/1.0', 'Googlebot/2.1', 'curl/8.0', 'ClaudeBot/1.0']
const LOG = Array.from({ length: 400 }, (_, i) => {
  const hour = String(i % 24).padStart(2, '0')
  const target = i % 3 ? `/private/${'long-path-'.repeat(i % 9)}${i}` : '/open'
  return combinedLine(target, AGENTS[i % 4]!, { clock: `${hour}:39:00` })
}).join('')

/** What reaches beyond the screen, or is wider than its own box. */
const CLIPPED = `[...document.querySelectorAll('body *')]
  .filter((each) => each.checkVisibility() && getComputedStyle(each).position !== 'absolute' && !each.closest('thead, svg'))
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .map((each) => each.outerHTML.slice(0, 80))`

const SCREENS = [390, 768, 1280, 1440, 1920].flatMap((width) => [
  { colorScheme: 'light', width } as const,
  { colorScheme: 'dark', width } as const,
])

describe.skipIf(missing('the pages of reports', BROWSER))('the pages of reports', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  /** The page of a command; `complaints` grow as it goes wrong. */
  async function open(command: 'report' | 'replay') {
    const cwd = folderWith({ 'robots.txt': ROBOTS, log: LOG })
    expect(
      acap([command, 'log', '--policies', 'robots.txt', '--html', 'report.html'], { cwd }).code,
    ).toBe(0)
    const context = await browser.newContext({ timezoneId: 'Asia/Tokyo' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => void complaints.push(message.text()))
    page.on('pageerror', (fault) => void complaints.push(fault.message))
    page.on('request', (request) => void complaints.push(request.url()))
    const file = pathToFileURL(join(cwd, 'report.html')).href
    await page.goto(file)
    expect(complaints).toEqual([file])
    return { page, complaints }
  }

  async function expectReadable(page: Page) {
    for (const { colorScheme, width } of someOf(SCREENS, 3)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      // Nothing scrolls sideways, and nothing is cut off.
      expect(await page.evaluate(CLIPPED), `${width} pixels`).toEqual([])
      expect(await axeViolations(page), `${colorScheme}, ${width} pixels`).toEqual([])
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    )
    await page.emulateMedia({ media: null })
  }

  test('a replay can be read on any screen, light and dark', async () => {
    const { page, complaints } = await open('replay')
    await page.setViewportSize({ width: 1280, height: 900 })
    const part = page.getByRole('region', { name: 'What the policy would have done' })
    expect(await part.getByRole('row', { name: /^gptbot/ }).textContent()).toContain('100')
    const chart = part.getByRole('img', {
      name: /^Requests of crawlers under the policy, an hour a column/,
    })
    expect(await chart.locator('g').count()).toBe(24)
    await expectReadable(page)
    expect(complaints).toHaveLength(1)
  })

  test('a report can be read on any screen, and so can the page of a crawler', async () => {
    const { page, complaints } = await open('report')
    await expectReadable(page)
    expect(await page.getByRole('article').count()).toBe(0)
    expect(await page.locator('time').first().textContent()).toMatch(
      /^2026-11-21 \d\d:\d\d UTC \(.* here\)$/,
    )
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'See what it did: GPTBot' }).press('Enter')
    await page.getByRole('heading', { level: 2, name: 'GPTBot' }).waitFor()
    await expectReadable(page)
    expect(await page.getByRole('region', { name: 'Where it came from' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'All crawlers' }).click()
    await page.getByRole('table', { name: 'Crawlers' }).waitFor()
    await expectReadable(page)
    expect(await page.getByRole('navigation').locator('[aria-current]').textContent()).toBe(
      'Crawlers',
    )
    await page.goBack()
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'GPTBot' }).waitFor()
    expect(complaints.filter((each) => !each.startsWith('file:'))).toEqual([])
  })

  test('the table of a report sorts and filters', async () => {
    const { page } = await open('report')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('navigation').getByRole('link', { name: 'Crawlers' }).press('Enter')
    const rows = page.getByRole('table', { name: 'Crawlers' }).locator('tbody tr')
    const names = () =>
      rows
        .filter({ has: page.locator('a') })
        .locator('th')
        .allTextContents()
    const byName = page.getByRole('button', { name: 'Crawler', exact: true })
    await byName.press('Enter')
    expect(await names()).toEqual(['ClaudeBot', 'curl', 'Googlebot', 'GPTBot'])
    await byName.press('Enter')
    expect((await names())[0]).toContain('GPTBot')
    await page.getByRole('searchbox').fill('anthropic training requests>=100')
    expect(await names()).toEqual(['ClaudeBot'])
    const found = await page.locator('.filter [role=status]').textContent()
    expect(found).toMatch(/^1 of \d+$/)
    await page.getByRole('searchbox').fill('unseen>1000')
    expect(await names()).toEqual([])
  })
})
