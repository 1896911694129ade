/**
 * What an author types into the explorer, in any order of keys, answers and clicks → it is in the file for which it was meant.
 * Answers are held back here until a test wants them.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import {
  append,
  atRest,
  BROWSER,
  type ExplorerPages,
  editor,
  eventually,
  openView,
  settled,
  startExplorer,
} from '../support/explorer/explorer-page.ts'

const ROBOTS = 'User-agent: *\nDisallow: /one/\n'

describe.skipIf(missing('typing in the explorer', BROWSER))('typing', () => {
  const policies = mkdtempSync(join(tmpdir(), 'acap-typing-'))
  const onDisk = (site: string) => readFileSync(join(policies, site, 'robots.txt'), 'utf8')
  let explorer: ExplorerPages
  beforeAll(async () => {
    for (const site of ['a', 'b']) {
      mkdirSync(join(policies, site))
      writeFileSync(join(policies, site, 'robots.txt'), ROBOTS)
      writeFileSync(join(policies, site, 'site.toml'), `hosts = ["${site}.test"]\n`)
    }
    explorer = await startExplorer(policies)
  })
  afterAll(async () => {
    await explorer.stop()
    rmSync(policies, { recursive: true, force: true })
  })

  async function open() {
    const { page, complaints } = await explorer.open('#/text?site=a')
    onTestFinished(() => expect(complaints).toEqual([]))
    return page
  }

  test('after Revert and Undo is no part of the policy', async () => {
    const { page } = await explorer.open('#/text')
    const before = await editor(page).inputValue()
    await editor(page).press('Control+End')
    await editor(page).pressSequentially('# mine')
    await page.getByRole('button', { name: 'Revert' }).press('Enter')
    await page.keyboard.type('x')
    expect(await editor(page).inputValue()).toBe(before)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.keyboard.type('x')
    expect(await editor(page).inputValue()).toBe(`${before}# mine`)
  })

  test('becomes the draft on a page without frames, as in a tab that is not in sight', async () => {
    const page = await open()
    await page.evaluate('requestAnimationFrame = () => 1')
    await append(page, '# mine\n')
    await eventually(() => draftState(page)).toBe('Not saved')
  })

  test('becomes the draft where the worker fails', async () => {
    const { page } = await explorer.open('#/text?site=a')
    await page.route('**/crawlers.json', (route) => route.abort())
    await page.reload()
    await page.getByText('does not run the part of the page that reads policies').waitFor()
    await append(page, '# mine\n')
    await eventually(() => draftState(page)).toBe('Not saved')
  })

  test('keeps the page from being closed at once', async () => {
    const page = await open()
    await editor(page).press('Control+End')
    expect(await editor(page).typeAndLeave('# mine')).toBe(false)
  })

  test('stays in the editor while a save finds out what it opens', async () => {
    const page = await open()
    await editor(page).fill('User-agent: *\nAllow: /\n')
    await settled(page)
    await page.evaluate(HOLD)
    await editor(page).press('Control+s')
    await page.evaluate('release()')
    await page.getByText('This may open something').waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    expect(await editor(page).inputValue()).toBe('User-agent: *\nAllow: /\n\n')
    expect(onDisk('a')).toBe(ROBOTS)
  })

  test('is never overwritten by the fix of a line that was another one', async () => {
    const page = await open()
    await append(page, 'Disalow: /x/\n')
    const fix = page.getByRole('button', { name: 'Write “Disallow: /x/”' })
    await fix.waitFor()
    await page.evaluate(HOLD)
    await page.keyboard.press('Control+Home')
    await editor(page).paste('# first\n')
    await eventually(() => page.evaluate('held.length')).toBeGreaterThan(0)
    await fix.click()
    expect(await editor(page).inputValue()).toBe(`# first\n${ROBOTS}Disalow: /x/\n`)
    await sites(page).selectOption('b')
    await fix.click()
    expect(await editor(page).inputValue()).toBe(ROBOTS)
    await page.evaluate('release()')
    await settled(page)
    expect(await draftState(page)).toBe('Saved')
  })

  test('stays in its policy where a new one is saved meanwhile', async () => {
    const page = await open()
    await append(page, '# mine\n')
    await eventually(() => draftState(page)).toBe('Not saved')
    await sites(page).selectOption('A new policy')
    await append(page, '# new\n')
    await page.getByLabel('Host name of the site').fill('new.test')
    const saving = held(page, '**/save')
    await page.keyboard.press('Control+s')
    const save = await saving
    await sites(page).selectOption('a')
    await save.continue()
    await eventually(() => sites(page).locator('option').allTextContents()).toContain('new.test')
    await atRest(page).waitFor()
    expect(await sites(page).inputValue()).toBe('a')
    expect(await editor(page).inputValue()).toBe(`${ROBOTS}# mine\n`)
    await sites(page).selectOption('A new policy')
    expect(await editor(page).inputValue()).toBe('')
  })

  test('stays in a new policy that is saved meanwhile', async () => {
    const page = await open()
    await sites(page).selectOption('A new policy')
    await append(page, '# new\n')
    await page.getByLabel('Host name of the site').fill('newer.test')
    const saving = held(page, '**/save')
    await page.keyboard.press('Control+s')
    const save = await saving
    await append(page, '# more\n')
    await save.continue()
    await page.locator('#saved').getByText('newer.test').waitFor({ state: 'attached' })
    expect(await editor(page).inputValue()).toBe('# new\n# more\n')
    expect(onDisk('newer.test')).toBe('# new\n')
  })

  test('is not replaced by a version of another policy', async () => {
    const page = await open()
    await append(page, '# of a\n')
    await eventually(() => draftState(page)).toBe('Not saved')
    await page.keyboard.press('Control+s')
    await page.locator('#saved').waitFor()
    await openView(page, 'Rules')
    await page.getByText('Earlier versions', { exact: true }).click()
    const restoring = held(page, '**/history.json?*version=*')
    await page
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click()
    const restore = await restoring
    await sites(page).selectOption('b')
    const answered = page.waitForResponse('**/history.json?*version=*')
    await restore.continue()
    await (await answered).finished()
    await settled(page)
    expect(await editor(page).inputValue()).toBe(ROBOTS)
  })

  test('does not go back to what the disk had before a save', async () => {
    const page = await open()
    writeFileSync(join(policies, 'b', 'robots.txt'), `${ROBOTS}# theirs\n`)
    onTestFinished(() => writeFileSync(join(policies, 'b', 'robots.txt'), ROBOTS))
    const older = await held(page, '**/sites.json')
    const response = await older.fetch()
    const before = await editor(page).inputValue()
    await append(page, '# saved\n')
    await page.keyboard.press('Control+s')
    await page.locator('#saved').waitFor()
    const next = held(page, '**/sites.json')
    await older.fulfill({ response })
    const newer = await next
    expect(await editor(page).inputValue()).toBe(`${before}# saved\n`)
    await newer.continue()
  })

  test('is the question where a site is read meanwhile, and where nothing has been read', async () => {
    const page = await open()
    await openView(page, 'Ask')
    await page.evaluate(HOLD)
    await sites(page).selectOption('b')
    await page.getByLabel('Address', { exact: true }).fill('/mine')
    await page.evaluate('release()')
    await settled(page)
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('/mine')
    await page.addInitScript(HOLD)
    await page.reload()
    await eventually(() => page.evaluate('held.length')).toBeGreaterThan(0)
    await page.getByLabel('Address', { exact: true }).fill('/theirs')
    await page.evaluate('release()')
    await settled(page)
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('/theirs')
    expect(await page.locator('#shown-page').textContent()).toBe('/theirs')
  })
})

const sites = (page: Page) => page.getByRole('combobox', { name: /^Site/ })

const draftState = (page: Page) => page.locator('#draft-state').textContent()

/** A request that is on its way until the test lets it go. */
function held(page: Page, url: string): Promise<Route> {
  return new Promise((done) => void page.route(url, done, { times: 1 }))
}

/** The worker gets no question before `release()`. */
const HOLD = `{
  globalThis.held = []
  const send = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (...sent) { held.push(() => send.apply(this, sent)) }
  globalThis.release = () => {
    Worker.prototype.postMessage = send
    for (const each of held.splice(0)) each()
  }
}`
