import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import {
  append,
  BROWSER,
  cell,
  editor,
  eventually,
  openView,
  startExplorer,
} from '../support/explorer/explorer-page.ts'

const sitesOf = (page: Page) => page.getByRole('combobox', { name: /^Site/ })

describe.skipIf(missing('the first screen of the explorer', BROWSER))('the explorer', () => {
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
    expect(await cell(page, 'GPTBot', 'fetch').textContent()).toBe('permitted, no rule')
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
    expect([await state.textContent(), await save.isEnabled()]).toEqual(['Saved', false])
    await append(page, 'Disallow: /two/\n')
    await eventually(() => state.textContent()).toBe('Not saved')
    await openView(page, 'Text')
    expect(await page.getByRole('tab', { name: 'robots.txt' }).getAttribute('data-changed')).toBe(
      '',
    )
    await save.press('Enter')
    await page.locator('#saved').waitFor()
    expect(await state.textContent()).toBe('Saved')
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
    await eventually(() => state.textContent()).toBe('Saved')
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
