/**
 * What the explorer shows before one scrolls, and what it does for an editor: folding, fixes, cases, changes on disk.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import {
  append,
  cell,
  editor,
  eventually,
  explorerForTests,
  openView,
  settled,
  startExplorer,
  verdict,
} from '../support/explorer-page.ts'

describe.skipIf(missing('the first screen of the explorer', 'chromium'))('the explorer', () => {
  const explorer = explorerForTests()

  test('shows question, answer and first rows at once, and keeps the answer in sight', async () => {
    const { page } = await explorer.open('#site=example-news&url=/premium/a&as=x', {
      viewport: { width: 1280, height: 800 },
    })
    const bottomOf = async (place: ReturnType<typeof cell>) => {
      const box = await place.boundingBox()
      return box!.y + box!.height
    }
    expect(await bottomOf(verdict(page))).toBeLessThan(350)
    expect(await bottomOf(cell(page, 'ClaudeBot', 'fetch'))).toBeLessThan(800)
    const last = page.getByRole('gridcell').last()
    await last.scrollIntoViewIfNeeded()
    await last.click()
    expect(await verdict(page).textContent()).toMatch(/prohibitedother \(\d+\), for example /)
    await expect.poll(async () => (await verdict(page).boundingBox())!.y).toBeGreaterThanOrEqual(0)
    expect(await bottomOf(verdict(page))).toBeLessThan(300)
  })

  test('folds crawlers with the same answers, and unfolds them', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/private/a&as=x')
    const training = page.getByRole('button', { name: /training \(\d+.*\): may do nothing$/ })
    await training.click()
    await settled(page)
    expect(await page.getByRole('button', { name: /training/ }).getAttribute('aria-expanded')).toBe(
      'true',
    )
    await cell(page, 'CCBot', 'search').click()
    expect(await verdict(page).textContent()).toContain('List the page in a search.')
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('button', { name: /training/ }).press('Enter')
    await settled(page)
    expect(await cell(page, 'CCBot', 'search').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('explains a finding, and fixes what can be fixed', async () => {
    const { page, complaints } = await explorer.open()
    await append(page, '\nDisalow: /news/\n')
    const fix = page.getByRole('button', { name: 'Write “Disallow: /news/”' })
    await fix.waitFor()
    await page.getByText('ACAP005', { exact: true }).first().click()
    const findings = page.getByRole('list', { name: 'Findings' })
    await eventually(() => findings.textContent()).toContain('Google')
    await fix.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('text')
    expect(await editor(page).inputValue()).toMatch(/\nDisallow: \/news\/\n$/)
    await eventually(() => fix.count()).toBe(0)
    await editor(page).press('Control+Home')
    await append(page, 'Dsallw: /\n')
    await page.getByRole('button', { name: 'Write “Disallow: /”' }).click()
    expect(await editor(page).inputValue()).toMatch(/\nDisallow: \/\n$/)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('example-news-robots.txt')
    expect(await page.getByText('npx --no-install acap check').isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })

  test('moves the editor to the line of a finding', async () => {
    const { page } = await explorer.open()
    await append(page, '\nNonsense\n')
    const finding = page.getByRole('list', { name: 'Findings' }).getByText('is neither a field')
    await finding.waitFor()
    await editor(page).press('Control+Home')
    await page.locator('.cm-scroller').evaluate((area) => area.scrollTo(0, 0))
    await finding.click()
    expect(await page.evaluate('document.activeElement.id')).toBe('text')
    const line = page.locator('#text').getByText('Nonsense', { exact: true })
    const [box, frame] = [
      (await line.boundingBox())!,
      (await page.locator('#editor').boundingBox())!,
    ]
    expect(box.y).toBeGreaterThanOrEqual(frame.y)
    expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height)
  })

  test('marks what the draft changes, and lists it in the words of acap diff', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/news/a&as=x')
    await append(page, '\nUser-agent: GPTBot\nDisallow: /news/\n')
    await eventually(() => cell(page, 'GPTBot', 'fetch').textContent()).toBe(
      'prohibited, was permitted',
    )
    expect(await cell(page, 'GPTBot', 'fetch').locator('svg').count()).toBe(3)
    expect(await cell(page, 'ClaudeBot', 'fetch').textContent()).toBe('permitted')
    expect(await page.locator('#legend').textContent()).toContain('with your changes')
    await page.getByRole('button', { name: 'See changes' }).click()
    const change = page
      .getByRole('list', { name: 'Changes' })
      .getByRole('button', { name: /^closes GPTBot: everything/ })
    await change.waitFor()
    expect(await change.textContent()).toMatch(
      /now prohibited by robots\.txt:\d+ Disallow: \/news\//,
    )
    await change.click()
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('/news/')
    expect(await verdict(page).textContent()).toContain('permitted without your changes')
    await page.getByRole('button', { name: 'Revert' }).click()
    await eventually(() => page.getByRole('list', { name: 'Changes' }).isVisible()).toBe(false)
    await eventually(() => page.locator('td[data-changed]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('keeps names in sight on a narrow screen, and says that there are more columns', async () => {
    const { page } = await explorer.open('#/ask', { viewport: { width: 390, height: 844 } })
    const hint = page.getByText('scroll the table sideways')
    expect(await hint.isVisible()).toBe(false)
    await page.getByLabel('All fourteen usages').check()
    await eventually(() => hint.isVisible()).toBe(true)
    await page.getByRole('gridcell').nth(13).scrollIntoViewIfNeeded()
    const name = page.getByRole('rowheader', { name: 'This User-Agent' })
    const box = (await name.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(await page.evaluate(CUT_NAMES)).toEqual([])
  })

  test('says beside the policy and the answer that it observes only', async () => {
    const { page } = await explorer.open('#site=example-news&url=/private/a&as=GPTBot')
    const remark = page.getByText('observes only: nothing is refused')
    expect(await remark.filter({ visible: true }).count()).toBe(0)
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'site.toml' }).click()
    await editor(page).fill(
      (await editor(page).inputValue()).replace('mode      = "enforce"', 'mode = "observe"'),
    )
    await openView(page, 'Ask')
    await eventually(() => remark.filter({ visible: true }).count()).toBe(2)
  })

  test('shows the cases that fail, and asks their questions', async () => {
    const { page } = await explorer.open()
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'cases.toml' }).click()
    await append(page, '\n[[case]]\nas = "GPTBot"\nurl = "/private/a"\nexpect = "permitted"\n')
    await openView(page, 'Rules')
    const failing = page.getByRole('list', { name: 'Failing cases' }).getByRole('button')
    await failing.waitFor()
    expect(await failing.textContent()).toContain('expected permitted, but it is prohibited')
    await failing.click()
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('/private/a')
    expect(await verdict(page).textContent()).toContain('prohibited')
  })

  test('takes over changes on disk, and never over a draft that is not saved', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-disk-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const robots = join(folder, 'a', 'robots.txt')
    mkdirSync(join(folder, 'a'))
    writeFileSync(robots, 'User-agent: *\nDisallow: /one/\n')
    writeFileSync(join(folder, 'a', 'site.toml'), 'hosts = ["a.test"]\n')
    const own = await startExplorer(folder)
    onTestFinished(() => own.stop())
    const { page } = await own.open('#site=a&url=/two/a&as=GPTBot')
    expect(await cell(page, 'GPTBot', 'fetch').textContent()).toBe('permitted by silence')
    expect(await cell(page, 'GPTBot', 'fetch').getAttribute('title')).toContain(
      'no rule mentions this use',
    )
    writeFileSync(robots, 'User-agent: *\nDisallow: /two/\n')
    await eventually(() => cell(page, 'GPTBot', 'fetch').textContent()).toBe('prohibited')
    await openView(page, 'Text')
    expect(await editor(page).inputValue()).toContain('/two/')
    await append(page, 'Disallow: /mine/\n')
    writeFileSync(robots, 'User-agent: *\nDisallow: /three/\n')
    await page.getByText('The page keeps your changes.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('changed on disk, or is not UTF-8').waitFor()
    expect(readFileSync(robots, 'utf8')).toContain('/three/')
    expect(await editor(page).inputValue()).toContain('/mine/')
    await page.getByRole('button', { name: 'Take the files on disk' }).click()
    expect(await editor(page).inputValue()).toBe('User-agent: *\nDisallow: /three/\n')
    expect(await page.getByText('The page keeps your changes.').isVisible()).toBe(false)
  })

  test('saves to disk, by click or Ctrl+S, and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-save-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const robots = join(folder, 'a', 'robots.txt')
    mkdirSync(join(folder, 'a'))
    writeFileSync(robots, 'User-agent: *\r\nDisallow: /one/\r\n')
    writeFileSync(join(folder, 'a', 'site.toml'), 'hosts = ["a.test"]\n')
    const own = await startExplorer(folder)
    onTestFinished(() => own.stop())
    const { page, complaints } = await own.open('#site=a&url=/two/a&as=GPTBot')
    const state = page.locator('#draft-state')
    const save = page.getByRole('button', { name: 'Save' })
    expect([await state.textContent(), await save.isEnabled()]).toEqual(['As on disk', false])
    await append(page, 'Disallow: /two/\n')
    await eventually(() => state.textContent()).toBe('Not saved')
    await openView(page, 'Text')
    expect(await page.getByRole('tab', { name: 'robots.txt' }).getAttribute('data-changed')).toBe(
      '',
    )
    await save.press('Enter')
    await page.locator('#saved').waitFor()
    expect(await state.textContent()).toBe('As on disk')
    expect(await page.evaluate('document.activeElement.id')).toBe('draft-state')
    expect(readFileSync(robots, 'utf8')).toBe(
      'User-agent: *\r\nDisallow: /one/\r\nDisallow: /two/\r\n',
    )
    await eventually(() => page.locator('td[data-changed]').count()).toBe(0)
    const receipt = page.locator('#saved')
    expect(await receipt.textContent()).toMatch(
      /^Saved \d\d:\d\d to \/.+\/a\/robots\.txt\. It is in force at once where acap gate /,
    )
    const changes = page.getByRole('list', { name: 'Changes' })
    await openView(page, 'Rules')
    await changes.getByText('closes').first().waitFor()
    await append(page, '# three\n')
    await eventually(() => state.textContent()).toBe('Not saved')
    await editor(page).press('Control+s')
    await eventually(() => state.textContent()).toBe('As on disk')
    expect(readFileSync(robots, 'utf8')).toContain('# three')
    expect(await changes.getByText('closes').count()).toBe(0)
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'site.toml' }).click()
    await append(page, 'mode = maybe\n')
    await save.click()
    await eventually(() => receipt.textContent()).toMatch(
      /, but not in force: 1 error; the policy before stays in service$/,
    )
    await sitesOf(page).selectOption('A new policy')
    await append(page, 'User-agent: *\n')
    await eventually(() => state.textContent()).toBe('Not saved')
    expect(await page.getByLabel('Host name of the site').isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })
})

const sitesOf = (page: Page) => page.getByRole('combobox', { name: /^Site/ })

/** The names of rows that are wider than their column. */
const CUT_NAMES = `[...document.querySelectorAll('#decisions tbody th')]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent)`
