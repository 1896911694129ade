/** The explorer's answers: what a person asks in it, by mouse and by keyboard, and what it explains. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import {
  append,
  atRest,
  axeViolations,
  BROWSER,
  cell,
  editor,
  eventually,
  explorerForTests,
  openView,
  settled,
} from '../support/explorer/explorer-page.ts'

const explanation = (page: Page) => atRest(page).locator('#explanation')
const deciding = (page: Page) => atRest(page).locator('.cm-deciding').allTextContents()

describe.skipIf(missing('the explorer', BROWSER))('the answers of the explorer', () => {
  const explorer = explorerForTests()

  test('says what is odd about the URL', async () => {
    const { page } = await explorer.open('#/ask')
    await page.getByLabel('Address', { exact: true }).fill('https://other.test/x/../a')
    await settled(page)
    const notes = page.locator('#url-notes')
    expect(await notes.textContent()).toContain(
      'https://other.test/x/../a is asked for as https://other.test/a',
    )
    expect(await notes.textContent()).toContain(
      'other.test is not a host of this site (localhost, 127.0.0.1)',
    )
    expect(await page.locator('#notice').textContent()).toContain('X-Robots-Tag: ')
    await page.getByLabel('Address', { exact: true }).fill('/a')
    await settled(page)
    expect(await notes.textContent()).toBe('')
  })

  test('says that a policy with errors would not be built', async () => {
    const { page } = await explorer.open()
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'site.toml' }).click()
    await append(page, 'mode = maybe\n')
    await eventually(() => page.locator('#summary').textContent()).toMatch(/^1 error/)
    expect(await page.locator('#broken').getAttribute('hidden')).toBe(null)
    await openView(page, 'Text')
    expect(await page.getByRole('tab', { name: 'site.toml' }).getAttribute('data-errors')).toBe('')
  })

  test('follows a link also where an answer comes before the page knows of it', async () => {
    const { page } = await explorer.open('#/ask?site=example-news')
    const was = new URL(page.url()).hash
    await page.evaluate(`location.hash = '#/rules?site='; history.replaceState(null, '', '${was}')`)
    await page.getByRole('button', { name: /no-training/ }).waitFor()
    await eventually(async () => new URL(page.url()).hash).toBe('#/rules?site=')
  })

  test('explains any cell, and leads to the line that decided', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/premium/a&as=x')
    await cell(page, 'Any other', 'fetch').click()
    expect(await explanation(page).textContent()).toContain('The edge answers 402')
    const headers = page.getByRole('region', { name: 'Status and headers' })
    await eventually(() => headers.textContent()).toMatch(
      /status: 402.*accept-signature: .*link: /s,
    )
    await openView(page, 'Text')
    await eventually(() => deciding(page)).toEqual(['ACAP-disallow-crawl: /premium/'])
    await page.goBack()
    await explanation(page).getByRole('button', { name: 'robots.txt:11' }).click()
    expect(await editor(page).line()).toBe(11)
    await openView(page, 'Ask')
    await cell(page, 'SearchBot1', 'extract').click()
    await openView(page, 'Text')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('robots.txt')
    await openView(page, 'Ask')
    await explanation(page).getByRole('button', { name: 'site.toml:' }).first().click()
    await openView(page, 'Text')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('site.toml')
    expect(await deciding(page)).toEqual(['  "allow-present-snippet max-length=20-words",'])
    expect(complaints).toEqual([])
  })

  test('is used by keyboard alone: one cell in the order of focus, arrows from there', async () => {
    const { page, complaints } = await explorer.open(
      '#site=example-news&url=/premium/a&as=SearchBot1',
    )
    await page.getByLabel('Moment').focus()
    // Chromium’s field for a time is six stops and a button; the folded switches and the filter are between.
    for (let stops = 0; stops < 13 && (await focusedRole(page)) !== 'gridcell'; stops++)
      await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.title')).toBe(
      'This User-Agent, fetch: permitted',
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.title')).toBe(
      'Any other, search: prohibited',
    )
    expect(await explanation(page).textContent()).toContain(
      'What may not be crawled may not be used',
    )
    await page.keyboard.press('End')
    expect(await page.evaluate('document.activeElement.title')).toMatch(/^Any other, extract:/)
    await page.keyboard.press('PageDown')
    expect(await page.evaluate('document.activeElement.title')).toMatch(/^other \(\d+\), extract:/)
    await page.keyboard.press('Shift+Tab')
    expect(await focusedRole(page)).not.toBe('gridcell')
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'robots.txt' }).focus()
    await page.keyboard.press('ArrowRight')
    await openView(page, 'Text')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('site.toml')
    expect(complaints).toEqual([])
  })

  test('answers what-if: another page, another User-Agent, another hour', async () => {
    const { page, complaints } = await explorer.open(
      '#site=example-news&url=/&as=DepositBot/1.0&at=2026-11-21T12:00',
    )
    const first = cell(page, 'This User-Agent', 'fetch')
    expect(await first.textContent()).toBe('deferred')
    await page.getByRole('button', { name: 'And at 02:00 UTC?' }).click()
    await eventually(() => first.textContent()).toBe('permitted')
    expect(await page.getByLabel('Moment').inputValue()).toMatch(/T02:00$/)
    await page.getByLabel('Moment').fill('2026-11-21T02:00')
    expect(await first.textContent()).toBe('permitted')
    await page.getByLabel('Crawler', { exact: true }).fill('ModelBot/0.9')
    expect(await first.textContent()).toBe('prohibited')
    await page
      .getByLabel('Crawler', { exact: true })
      .fill('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
    expect(await first.textContent()).toBe('a reader, never refused')
    await page.getByLabel('Address', { exact: true }).fill('/health')
    expect(await cell(page, 'ModelBot', 'fetch').textContent()).toBe('served to everybody')
    expect(complaints).toEqual([])
  })

  test('lists what lies ahead, and shows the site at another time', async () => {
    const { page, complaints } = await explorer.open(
      '#site=example-news&url=/embargo/a&as=ModelBot/0.9',
    )
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'site.toml' }).click()
    await append(page, '\n[[route]]\nmatch = "/embargo/"\nclosed-until = 2999-12-01\n')
    const ahead = page.getByRole('list', { name: 'What lies ahead' })
    await openView(page, 'Rules')
    await ahead.waitFor()
    expect(await ahead.textContent()).toMatch(
      /^in \d+ days, 2999-12-01 00:00 UTC: \/embargo\/ opens for everybody/,
    )
    await openView(page, 'Ask')
    await eventually(() => cell(page, 'Any other', 'fetch').textContent()).toMatch(/^prohibited/)
    await openView(page, 'Served')
    const served = atRest(page).getByRole('region', { name: '/robots.txt as served' })
    expect(await served.textContent()).toContain('/embargo/')
    await openView(page, 'Ask')
    await page.getByLabel('Moment').fill('2999-12-01T00:00')
    await eventually(() => cell(page, 'Any other', 'fetch').textContent()).toMatch(/^permitted/)
    await openView(page, 'Served')
    await eventually(() => served.textContent()).not.toContain('/embargo/')
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

function focusedRole(page: Page): Promise<unknown> {
  return page.evaluate("document.activeElement.getAttribute('role')")
}
