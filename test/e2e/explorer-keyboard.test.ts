/** The eight tasks of an editor, by the keyboard alone: find, point, switch, form, mode, text, ask, save and take back. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { missing } from '../support/debian.ts'
import {
  BROWSER,
  type ExplorerPages,
  editor,
  eventually,
  startExplorer,
} from '../support/explorer/explorer-page.ts'

describe.skipIf(missing('the keyboard', BROWSER))('by keyboard', () => {
  const policies = mkdtempSync(join(tmpdir(), 'acap-keyboard-'))
  const onDisk = (file: string) => readFileSync(join(policies, 'example-news', file), 'utf8')
  let explorer: ExplorerPages
  beforeAll(async () => {
    cpSync(join(PACKAGE_ROOT, 'policies'), policies, { recursive: true })
    explorer = await startExplorer(policies)
  })
  afterAll(async () => {
    await explorer?.stop()
    rmSync(policies, { recursive: true, force: true })
  })

  test('an editor does what an editor does', async () => {
    const before = onDisk('site.toml')
    const { page, complaints } = await explorer.open('#/rules?site=example-news')
    const view = (name: string) =>
      page.getByRole('navigation').getByRole('link', { name, exact: true }).press('Enter')
    // A folder, what a switch there would do, and the switch.
    await page.getByRole('button', { name: '/archive/', exact: true }).press('Enter')
    expect(await page.getByLabel('For the site, or a folder').inputValue()).toBe('/archive/')
    const training = page.getByRole('button', { name: /^Crawlers for training, Fetching/ })
    await eventually(() => training.textContent()).toBe('open')
    await training.focus()
    const preview = page.locator('#preview')
    await eventually(() => preview.textContent()).toMatch(/Closes.*gptbot.*\/archive\//is)
    expect(await page.locator('#draft-state').textContent()).toBe('Saved')
    await training.press('Enter')
    await eventually(() => training.textContent()).toBe('closed')
    // A form, and the mode.
    await page.locator('summary', { hasText: 'Closed to crawlers until a date' }).press('Enter')
    const form = page.locator('details', { hasText: 'Closed to crawlers until a date' }).last()
    await form.getByLabel('Folder').fill('/budget/')
    await form.getByLabel('Until').fill('2999-12-01T06:00')
    await form.getByLabel('Folder').press('Enter')
    await form.getByText('Not saved yet').waitFor()
    await page.getByRole('radio', { name: 'enforce' }).press('ArrowRight')
    await eventually(() => page.getByRole('radio', { name: 'observe' }).isChecked()).toBe(true)
    // The text says it, and a question gets its answer.
    await view('Text')
    await page.getByRole('tab', { name: 'robots.txt' }).press('ArrowRight')
    await eventually(() => editor(page).inputValue()).toMatch(/observe.*closed-until/s)
    await view('Ask')
    await page.getByLabel('Address', { exact: true }).fill('/archive/a')
    await page.getByLabel('Crawler', { exact: true }).fill('GPTBot')
    await page.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
    await eventually(() => page.locator('#verdict').textContent()).toContain('prohibited')
    await page.getByRole('button', { name: 'And for a signed request?' }).press('Enter')
    await eventually(() => page.locator('#verdict').textContent()).toContain('signature')
    // Saved, and taken back as a whole by one key and another save.
    await page.keyboard.press('Control+s')
    await page.getByText(/This may open something.*what the policy prohibits is refused/).waitFor()
    await page.getByRole('button', { name: 'Save anyway' }).press('Enter')
    await eventually(async () => onDisk('site.toml')).toContain('closed-until')
    await page.locator('#saved').waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.keyboard.press('Control+s')
    await page.getByText('This may open something').waitFor()
    await page.getByRole('button', { name: 'Save anyway' }).press('Enter')
    await eventually(async () => onDisk('site.toml')).toBe(before)
    expect(complaints).toEqual([])
  }, 180_000)
})
