/** The editor of the view Text as a person uses it: what it offers, marks, folds, finds, and takes back across views. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import {
  append,
  axeViolations,
  BROWSER,
  editor,
  eventually,
  explorerForTests,
  openView,
} from '../support/explorer/explorer-page.ts'

/**
 * Takes the first proposal. The list takes no key in its first moment, so that nobody hits it by chance; a key that it
 * does not take, or a reading that comes late, may close it.
 */
async function takeFirst(page: Page): Promise<void> {
  const list = page.getByRole('listbox')
  const selected = list.getByRole('option', { selected: true })
  await eventually(async () => {
    if ((await list.count()) === 0) await page.keyboard.press('Control+Space')
    else if ((await selected.count()) === 0) await page.keyboard.press('ArrowDown')
    return selected.count()
  }).toBe(1)
  await page.keyboard.press('Enter')
}

describe.skipIf(missing('the editor', BROWSER))('the editor', () => {
  const explorer = explorerForTests()

  test('is loaded when the view is opened, and completes fields, crawlers and keys', async () => {
    const { page, complaints } = await explorer.open('#/overview')
    expect(await page.locator('#text').count()).toBe(0)
    await openView(page, 'Text')
    await editor(page).press('Control+End')
    await editor(page).pressSequentially('\nUser-ag')
    const options = page.getByRole('listbox').getByRole('option')
    await options.filter({ hasText: 'Opens a group' }).waitFor()
    await takeFirst(page)
    await page.keyboard.type('Claude')
    await options.filter({ hasText: 'ClaudeBot' }).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await takeFirst(page)
    await eventually(() => editor(page).inputValue()).toMatch(/\nUser-agent: Claude[\w-]+$/)
    await page.getByRole('tab', { name: 'site.toml' }).click()
    await editor(page).press('Control+End')
    await editor(page).pressSequentially('\n[refuse]\nst')
    await options.filter({ hasText: 'Status of a refusal' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('marks a finding in the gutter, and fixes it from its tooltip', async () => {
    const { page, complaints } = await explorer.open('#/text')
    await append(page, '\nDisalow: /news/\n')
    const mark = page.locator('.cm-lintRange').getByText('Disalow')
    await mark.waitFor()
    await page.locator('.cm-lint-marker').first().waitFor()
    await mark.hover()
    const tooltip = page.locator('.cm-tooltip-lint')
    await tooltip.getByText('ACAP005').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await tooltip.getByRole('button', { name: 'Write “Disallow: /news/”' }).click()
    await eventually(() => editor(page).inputValue()).toMatch(/\nDisallow: \/news\/\n$/)
    expect(complaints).toEqual([])
  })

  test('takes back what any view has changed, in order, and gives it again', async () => {
    const { page, complaints } = await explorer.open('#/text')
    const first = await editor(page).inputValue()
    await append(page, '# typed\n')
    const typed = await editor(page).inputValue()
    await openView(page, 'Rules')
    await page.getByRole('button', { name: /^Crawlers for training, Fetching/ }).click()
    await eventually(() => page.locator('#switched').textContent()).not.toBe('')
    await openView(page, 'Text')
    await editor(page).press('Control+z')
    expect(await editor(page).inputValue()).toBe(typed)
    await page.keyboard.press('Control+z')
    expect(await editor(page).inputValue()).toBe(first)
    expect(await page.locator('#draft-state').textContent()).toBe('Saved')
    await page.keyboard.press('Control+Shift+z')
    expect(await editor(page).inputValue()).toBe(typed)
    expect(complaints).toEqual([])
  })

  test('folds a group and finds a word', async () => {
    const { page, complaints } = await explorer.open('#/text')
    const lines = page.locator('.cm-line')
    await lines.first().waitFor()
    const before = await lines.count()
    await editor(page).press('Control+Alt+[')
    await page.locator('.cm-foldPlaceholder').first().waitFor()
    expect(await lines.count()).toBeLessThan(before)
    await editor(page).press('Control+f')
    await page.keyboard.type('premium')
    await page.keyboard.press('Enter')
    await eventually(() => editor(page).selected()).toBe('premium')
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
