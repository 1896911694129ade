import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

  test('asks once before it saves what opens something, keeps versions, and restores one', async () => {
    const { page, complaints } = await explorer.open('#/text?site=example-news')
    const before = onDisk('robots.txt')
    const effect = page.locator('#save-effect')
    await editor(page).fill(
      before
        .replace(
          'Disallow: /search\nDisallow: /*?print=\nAllow: /\nApp',
          'Disallow: /*?print=\nAllow: /\nApp',
        )
        .replace('ACAP-disallow-crawl: /search\n', ''),
    )
    await eventually(() => effect.textContent()).toMatch(
      /, any other crawler may .*; all changes: 5 opens$/i,
    )
    expect(await effect.getAttribute('data-opens')).toBe('')
    await page.getByLabel('Why, for your own history').fill('search pages are public')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('This may open something').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(onDisk('robots.txt')).toBe(before)
    await page.keyboard.press('Enter')
    await page.locator('#saved').waitFor()
    expect(onDisk('robots.txt')).not.toBe(before)

    await openView(page, 'Rules')
    await page.getByText('Earlier versions', { exact: true }).click()
    const versions = page.getByRole('list', { name: 'Earlier versions' })
    await versions.getByText('search pages are public').waitFor()
    await versions
      .getByRole('button', { name: /^Compare/ })
      .last()
      .click()
    await versions.getByText('+ robots.txt: Disallow: /search').waitFor()
    await versions
      .getByRole('button', { name: /^Restore/ })
      .last()
      .click()
    await eventually(() => editor(page).inputValue()).toBe(before)
    await eventually(() => effect.textContent()).toMatch(/may no longer/)
    await versions.getByText('Restored in this page; Save puts it on disk.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('#saved').waitFor()
    expect(onDisk('robots.txt')).toBe(before)
    await versions
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click()
    await versions.getByText('Already on disk.').waitFor()
    expect(complaints).toEqual([])
  })

  test('shows a change on disk beside the own one, and loses neither', async () => {
    const { page } = await explorer.open('#/text?site=example-news')
    const before = onDisk('robots.txt')
    await editor(page).press('Control+End')
    await editor(page).pressSequentially('# mine')
    writeFileSync(join(policies, 'example-news', 'robots.txt'), `${before}# theirs\n`)
    await page.getByRole('group', { name: 'On disk' }).getByText('# theirs').waitFor()
    expect(
      await page.getByRole('group', { name: 'Yours' }).locator('.cm-changedLine').allTextContents(),
    ).toEqual(['# mine'])
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Take the files on disk' }).click()
    expect(await editor(page).inputValue()).toBe(`${before}# theirs\n`)
    await page.keyboard.press('Control+z')
    expect(await editor(page).inputValue()).toBe(`${before}# mine`)
    writeFileSync(join(policies, 'example-news', 'robots.txt'), before)
  })

  test('begins a policy from a template, and adds to it by a form', async () => {
    const { page, complaints } = await explorer.open()
    await page.getByRole('combobox', { name: /^Site/ }).selectOption('A new policy')
    await openView(page, 'Rules')
    await page.getByRole('button', { name: /no-training/ }).click()
    await eventually(() => page.locator('[role=tab]').allTextContents()).toEqual(
      expect.arrayContaining(['site.toml']),
    )
    await openView(page, 'Rules')
    const form = await writeForm(page, 'Extracts of so many words', { Folder: '/news/' })
    await eventually(() => form.textContent()).toContain(
      '+ site.toml: fields = ["allow-present-snippet max-length=50-words"]',
    )
    expect(await axeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('saves a new policy as a site of its own, and notices one that is made elsewhere', async () => {
    const { page, complaints } = await explorer.open()
    const sites = page.getByRole('combobox', { name: /^Site/ })
    await sites.selectOption('A new policy')
    await openView(page, 'Rules')
    await page.getByRole('button', { name: /no-training/ }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('new-host')
    await page.keyboard.type('example-news')
    await page.keyboard.press('Control+s')
    await page.getByText('already exists').waitFor()
    await page.getByLabel('Host name of the site').fill('www.shop.test')
    await page.keyboard.press('Control+s')
    await page.locator('#saved').getByText('/www.shop.test').waitFor()
    expect(await sites.locator('option:checked').textContent()).toBe('www.shop.test')
    expect(await page.locator('#draft-state').textContent()).toBe('Saved')
    await openView(page, 'Text')
    await page.getByRole('tab', { name: 'site.toml' }).click()
    expect(await editor(page).inputValue()).toContain('hosts = ["www.shop.test"]\n')
    expect(await editor(page).inputValue()).toBe(
      readFileSync(join(policies, 'www.shop.test', 'site.toml'), 'utf8'),
    )
    expect(await axeViolations(page)).toEqual([])
    cpSync(join(policies, 'www.shop.test'), join(policies, 'copied'), { recursive: true })
    await eventually(() => sites.locator('option').allTextContents()).toContain('copied')
    await sites.selectOption('A new policy')
    expect(await page.locator('#draft-state').textContent()).toBe('Not on disk')
    expect(complaints.filter((each) => !each.includes('500'))).toEqual([])
  })
})
