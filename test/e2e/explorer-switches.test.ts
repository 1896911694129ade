/**
 * The author's desk as a person uses it: switches that write the policy, what a save opens, versions, and files that
 * changed on disk meanwhile.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { missing } from '../support/debian.ts'
import { axeViolations, type ExplorerPages, editor, eventually, startExplorer } from '../support/explorer-page.ts'

describe.skipIf(missing('the explorer', 'chromium'))('the desk', () => {
  let explorer: ExplorerPages
  const policies = mkdtempSync(join(tmpdir(), 'acap-desk-'))
  const onDisk = (file: string) => readFileSync(join(policies, 'example-news', file), 'utf8')
  beforeAll(async () => {
    cpSync(join(PACKAGE_ROOT, 'policies'), policies, { recursive: true })
    explorer = await startExplorer(policies)
  })
  afterAll(async () => {
    await explorer?.stop()
    rmSync(policies, { recursive: true, force: true })
  })

  test('closes training by one switch, says what it wrote, and takes it back by one key', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/&as=x')
    await page.getByText('Switches', { exact: true }).click()
    const training = page.getByRole('button', { name: /^Crawlers for training, Fetching/ })
    await eventually(() => training.textContent()).toBe('open')
    await page.getByLabel('For the site, or a folder').fill('/archive/')
    await training.click()
    const said = page.locator('#switched')
    await eventually(() => said.textContent()).toContain('Crawlers for training may no longer fetch /archive/.')
    expect(await said.textContent()).toContain('+ site.toml: crawl = ["/archive/"]')
    await eventually(() => training.textContent()).toBe('closed')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Control+z')
    await eventually(() => page.locator('#draft-state').textContent()).toBe('As on disk')
    await page.getByRole('tab', { name: 'site.toml' }).click()
    expect(await editor(page).inputValue()).toBe(onDisk('site.toml'))
    expect(complaints).toEqual([])
  })

  test('leaves what a switch cannot say, and says which line says it', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/&as=x')
    await page.getByText('Switches', { exact: true }).click()
    await page.getByLabel('For the site, or a folder').fill('/private/')
    await page.getByRole('button', { name: /^Crawlers for search, Fetching: closed/ }).click()
    await eventually(() => page.locator('#switched').textContent()).toMatch(/say something finer.*would stay closed/)
    expect(await page.locator('#draft-state').textContent()).toBe('As on disk')
    expect(complaints).toEqual([])
  })

  test('a revert can be undone', async () => {
    const { page } = await explorer.open()
    await editor(page).press('Control+End')
    await editor(page).pressSequentially('\n# mine\n')
    await page.getByRole('button', { name: 'Revert' }).click()
    await eventually(() => editor(page).inputValue()).not.toContain('# mine')
    await page.keyboard.press('Control+z')
    await eventually(() => editor(page).inputValue()).toContain('# mine')
  })
})
