/**
 * The author's desk as a person uses it: switches that write the policy, what a save opens, versions, and files that
 * changed on disk meanwhile.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { copyPolicies } from '../support/example-policies.ts'
import {
  axeViolations,
  BROWSER,
  type ExplorerPages,
  editor,
  eventually,
  openView,
  startExplorer,
} from '../support/explorer/explorer-page.ts'
import { writeForm } from '../support/explorer/forms.ts'

describe.skipIf(missing('the explorer', BROWSER))('the desk', () => {
  let explorer: ExplorerPages
  const policies = mkdtempSync(join(tmpdir(), 'acap-desk-'))
  const onDisk = (file: string) => readFileSync(join(policies, 'example-news', file), 'utf8')

  beforeAll(async () => {
    copyPolicies(policies)
    explorer = await startExplorer(policies)
  })

  afterAll(async () => {
    await explorer?.stop()
    rmSync(policies, { recursive: true, force: true })
  })

  test('closes training by one switch, says what it wrote, and takes it back by one key', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/&as=x')
    await openView(page, 'Rules')
    const training = page.getByRole('button', { name: /^Crawlers for training, Fetching/ })
    await eventually(() => training.textContent()).toBe('open')
    const row = page.getByRole('row', { name: /^Crawlers for training/ })
    const empty = row.getByTitle('In this row, Fetching decides it.')
    expect(await empty.allTextContents()).toEqual(
      Array(2).fill('In this row, Fetching decides it.'),
    )
    await page.getByLabel('For the site, or a folder').fill('/archive/')
    await training.click()
    const said = page.locator('#switched')
    await eventually(() => said.textContent()).toContain(
      'Crawlers for training may no longer fetch /archive/.',
    )
    expect(await said.textContent()).toContain('+ site.toml: crawl = ["/archive/"]')
    await eventually(() => training.textContent()).toBe('closed')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Control+z')
    await eventually(() => page.locator('#draft-state').textContent()).toBe('Saved')
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'site.toml' }).click()
    expect(await editor(page).inputValue()).toBe(onDisk('site.toml'))
    expect(complaints).toEqual([])
  })

  test('leaves what a switch cannot say, and says which line says it', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/&as=x')
    await openView(page, 'Rules')
    await page.getByLabel('For the site, or a folder').fill('/private/')
    await page.getByRole('button', { name: /^Crawlers for search, Fetching: closed/ }).click()
    await eventually(() => page.locator('#switched').textContent()).toMatch(
      /say something finer.*would stay closed/,
    )
    expect(await page.locator('#draft-state').textContent()).toBe('Saved')
    expect(complaints).toEqual([])
  })

  test('keeps the focus when a crawler is named, and forgets what was meant for another site', async () => {
    const { page, complaints } = await explorer.open('#site=example-news&url=/&as=x')
    await openView(page, 'Rules')
    await page.getByLabel('And for a crawler named').fill('DepositBot')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: /^DepositBot, Fetching/ }).waitFor()
    expect(await page.evaluate('document.activeElement.ariaLabel')).toMatch(
      /^Every crawler, Fetching/,
    )
    await openView(page, 'Rules')
    await page.getByText('Licence and contact').click()
    const contact = page.getByLabel('Mail address or page for questions')
    await contact.fill('rights@example-news.test')
    await page.getByRole('combobox', { name: /^Site/ }).selectOption('A new policy')
    await eventually(() => contact.inputValue()).toBe('')
    expect(await page.getByRole('button', { name: /^DepositBot/ }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('what the keyboard reaches is not behind the answer', async () => {
    const { page } = await explorer.open('#site=example-news&url=/&as=x', {
      viewport: { width: 1280, height: 800 },
    })
    await page.getByLabel('All fourteen usages').focus()
    await page.evaluate("document.querySelector('#left-out').scrollIntoView()")
    // The first key brings the focus back into the window.
    await page.keyboard.press('Shift+Tab')
    for (let row = 0; row < 6; row++) {
      await page.keyboard.press('Shift+Tab')
      const isHidden = `document.activeElement.getBoundingClientRect().top <
        document.querySelector('#answer').getBoundingClientRect().bottom`
      await eventually(() => page.evaluate(isHidden)).toBe(false)
    }
  })

  test('says beside Save what opens first, and how many cases would fail', async () => {
    const { page } = await explorer.open('#site=example-news&url=/&as=x')
    await openView(page, 'Rules')
    const form = await writeForm(page, 'Extracts of so many words', { Folder: '/news/' })
    await eventually(() => form.textContent()).toContain(
      'at most 50 words of /news/, also those with rules of their own',
    )
    await eventually(() => page.locator('#save-effect').textContent()).toMatch(
      /^depositbot may show extracts of pages such as \/news\/; all changes: 1 opens, /i,
    )
    expect(await page.locator('#cases-note').textContent()).toBe(
      '2 cases of yours would fail: see “Cases”.',
    )
    await page.keyboard.press('Control+z')
    await eventually(() => page.locator('#cases-note').isHidden()).toBe(true)
  })

  test('keeps Save in sight of a form on a narrow screen, and the focus where it was', async () => {
    const before = onDisk('site.toml')
    const { page, complaints } = await explorer.open('#/rules', {
      viewport: { width: 390, height: 844 },
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await openView(page, 'Rules')
    const values = { Folder: '/budget/', Until: '2099-12-01T06:00' }
    const form = await writeForm(page, 'Closed to crawlers until a date', values)
    await eventually(() => form.textContent()).toContain(
      'Not saved yet: Save keeps it, Undo takes it back.',
    )
    await eventually(async () => (await save.boundingBox())!.y).toBeLessThan(844)
    const words = form.getByText('Not saved yet')
    await eventually(async () => (await words.boundingBox())!.y).toBeLessThan(
      (await save.boundingBox())!.y - 20,
    )
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Control+s')
    await page.locator('#saved').waitFor()
    expect(onDisk('site.toml')).toContain('closed-until')
    expect(await save.isEnabled()).toBe(false)
    expect((await page.locator('#draft-state').boundingBox())!.y).toBeLessThan(844)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Write it')
    writeFileSync(join(policies, 'example-news', 'site.toml'), before)
    expect(complaints).toEqual([])
  })

  test('a revert can be undone', async () => {
    const { page } = await explorer.open('#/text')
    await editor(page).press('Control+End')
    await editor(page).pressSequentially('\n# mine\n')
    await page.getByRole('button', { name: 'Revert' }).click()
    await eventually(() => editor(page).inputValue()).not.toContain('# mine')
    await page.keyboard.press('Control+z')
    await eventually(() => editor(page).inputValue()).toContain('# mine')
  })
})
