import { describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import {
  append,
  BROWSER,
  cell,
  editor,
  eventually,
  explorerForTests,
  openView,
  settled,
  verdict,
} from '../support/explorer/explorer-page.ts'

/** The names of rows that are wider than their column. */
const CUT_NAMES = `[...document.querySelectorAll('#decisions tbody th')]
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent)`

describe.skipIf(missing('the first screen of the explorer', BROWSER))('the explorer', () => {
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
    await openView(page, 'Ask')
    await eventually(() => cell(page, 'GPTBot', 'fetch').textContent()).toBe(
      'prohibited, was permitted',
    )
    expect(await cell(page, 'GPTBot', 'fetch').locator('svg').count()).toBe(3)
    expect(await cell(page, 'ClaudeBot', 'fetch').textContent()).toBe('permitted')
    expect(await page.locator('#legend').textContent()).toContain('with your changes')
    await page.getByRole('button', { name: 'See changes' }).click()
    const change = page
      .getByRole('list', { name: 'Changes' })
      .getByRole('button', { name: /^closes GPTBot: fetch/ })
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
})
