/**
 * What the explorer shows before one scrolls, and what it does for an editor: folding, fixes, cases, changes on disk.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { missing } from '../support/debian.ts'
import { append, type Bench, cell, editor, eventually, startBench, verdict } from '../support/explorer-page.ts'

describe.skipIf(missing('the first screen of the explorer', 'chromium'))('the explorer', () => {
  let bench: Bench
  beforeAll(async () => {
    bench = await startBench(join(PACKAGE_ROOT, 'policies'))
  })
  afterAll(() => bench?.stop())

  test('shows question, answer and first rows at once, and keeps the answer in sight', async () => {
    const { page } = await bench.open('#site=example-news&url=/premium/a&as=x', {
      viewport: { width: 1280, height: 800 },
    })
    const bottomOf = async (place: ReturnType<typeof cell>) => {
      const box = await place.boundingBox()
      return box!.y + box!.height
    }
    expect(await bottomOf(verdict(page))).toBeLessThan(300)
    expect(await bottomOf(cell(page, 'ClaudeBot', 'crawl'))).toBeLessThan(800)
    const last = page.getByRole('gridcell').last()
    await last.scrollIntoViewIfNeeded()
    await last.click()
    expect(await verdict(page).textContent()).toMatch(/^prohibitedother \(\d+\), for example /)
    await expect.poll(async () => (await verdict(page).boundingBox())!.y).toBeGreaterThanOrEqual(0)
    expect(await bottomOf(verdict(page))).toBeLessThan(300)
  })

  test('folds crawlers with the same answers, and unfolds them', async () => {
    const { page, complaints } = await bench.open('#site=example-news&url=/private/a&as=x')
    const training = page.getByRole('button', { name: /training \(\d+\): may do nothing$/ })
    await training.click()
    expect(await page.getByRole('button', { name: /training/ }).getAttribute('aria-expanded')).toBe('true')
    await cell(page, 'ccbot', 'index').click()
    expect(await verdict(page).textContent()).toContain('Put the page into a search index.')
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('button', { name: /training/ }).press('Enter')
    expect(await cell(page, 'ccbot', 'index').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('explains a finding, and mends what can be mended', async () => {
    const { page, complaints } = await bench.open()
    await append(page, '\nDisalow: /news/\n')
    const fix = page.getByRole('button', { name: 'Write “Disallow: /news/”' })
    await fix.waitFor()
    await page.getByText('ACAP005', { exact: true }).first().click()
    expect(await page.getByRole('list', { name: 'Findings' }).textContent()).toContain('Google')
    await fix.click()
    expect(await editor(page).inputValue()).toMatch(/\nDisallow: \/news\/\n$/)
    expect(await fix.count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('example-news-robots.txt')
    expect(await page.getByText('npx acap check').isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })

  test('shows the cases that fail, and asks their questions', async () => {
    const { page } = await bench.open()
    await page.getByRole('tab', { name: 'cases.toml' }).click()
    await append(page, '\n[[case]]\nas = "GPTBot"\nurl = "/private/a"\nexpect = "permitted"\n')
    const failing = page.getByRole('list', { name: 'Failing cases' }).getByRole('button')
    await failing.waitFor()
    expect(await failing.textContent()).toContain('expected permitted, but it is prohibited')
    await failing.click()
    expect(await page.getByLabel('URL').inputValue()).toBe('/private/a')
    expect(await verdict(page).textContent()).toContain('prohibited')
  })

  test('takes over changes on disk, and never over a draft that is not saved', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-disk-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const robots = join(folder, 'a', 'robots.txt')
    mkdirSync(join(folder, 'a'))
    writeFileSync(robots, 'User-agent: *\nDisallow: /one/\n')
    writeFileSync(join(folder, 'a', 'site.toml'), 'hosts = ["a.test"]\n')
    const own = await startBench(folder)
    onTestFinished(() => own.stop())
    const { page } = await own.open('#site=a&url=/two/a&as=GPTBot')
    expect(await cell(page, 'GPTBot', 'crawl').textContent()).toBe('permitted by silence')
    expect(await cell(page, 'GPTBot', 'crawl').getAttribute('title')).toContain('no rule mentions this use')
    writeFileSync(robots, 'User-agent: *\nDisallow: /two/\n')
    await eventually(() => cell(page, 'GPTBot', 'crawl').textContent()).toBe('prohibited')
    expect(await editor(page).inputValue()).toContain('/two/')
    await append(page, 'Disallow: /mine/\n')
    writeFileSync(robots, 'User-agent: *\nDisallow: /three/\n')
    await page.getByText('The page keeps your changes.').waitFor()
    expect(await editor(page).inputValue()).toContain('/mine/')
    await page.getByRole('button', { name: 'Take the files on disk' }).click()
    expect(await editor(page).inputValue()).toBe('User-agent: *\nDisallow: /three/\n')
    expect(await page.getByText('The page keeps your changes.').isVisible()).toBe(false)
  })
})
