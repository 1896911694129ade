/** The desk before, at and behind a Save, on a planted log: a person closes, opens, saves and takes back. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOTHING_ASKED } from '../../src/cli/input/counted-report.ts'
import { deskEvidence } from '../../src/cli/input/desk-evidence.ts'
import { deskReport } from '../../src/cli/input/desk-report.ts'
import { deskTraffic } from '../../src/cli/input/desk-traffic.ts'
import { processIo } from '../../src/cli/io.ts'
import { missing } from '../support/debian.ts'
import {
  BROWSER,
  type ExplorerPages,
  eventually,
  openView,
  startExplorer,
} from '../support/explorer/explorer-page.ts'
import { combinedLine } from '../support/logs/log-lines.ts'

const ROBOTS = `User-agent: *
Disallow: /archive/
Allow: /

User-agent: Bingbot
Disallow: /

User-agent: CCBot
Disallow: /archive/
Allow: /
`
const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Presses a button, reads what the change would do and how many requests it concerns, and saves. */
async function pressAndSave(page: Page, name: string, [effect, tried]: readonly [string, string]) {
  await page.getByRole('button', { name, exact: true }).press('Enter')
  await eventually(() => page.locator('#save-effect').textContent()).toBe(effect)
  await eventually(() => page.locator('#save-tried').textContent()).toBe(tried)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

/** Six requests of each: the first is for robots.txt where `reads`. */
function visits(userAgent: string, target: string, { status = 200, referrer = '-', reads = true }) {
  return Array.from({ length: 6 }, (_, i) => {
    const clock = `06:${10 + i}:00`
    return reads && i === 0
      ? combinedLine('/robots.txt', userAgent, { clock })
      : combinedLine(`${target}${i}.html`, userAgent, { clock, status, referrer })
  }).join('')
}

const LOG = [
  visits('Googlebot/2.1', '/news/', {}),
  visits('bingbot/2.0', '/news/', { status: 403 }),
  visits('CCBot/2.0', '/archive/', {}),
  visits('QuillHarvester/0.3 (+https://quill.example/bot)', '/news/', {}),
  visits(READER, '/news/', { referrer: 'https://www.google.com/', reads: false }),
].join('')

describe.skipIf(missing('a Save of the desk', BROWSER))('a Save', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acap-save-'))
  const policies = join(folder, 'policies')
  const begun = join(folder, 'begun')
  let desk: ExplorerPages
  beforeAll(async () => {
    mkdirSync(join(begun, 'daily'), { recursive: true })
    writeFileSync(join(begun, 'daily', 'robots.txt'), ROBOTS)
    writeFileSync(join(begun, 'daily', 'site.toml'), 'hosts = ["daily.test"]\nmode = "enforce"\n')
    cpSync(begun, policies, { recursive: true })
    const log = join(folder, 'access.log')
    writeFileSync(log, LOG)
    const { format, map, trust, price, sitemap, since } = NOTHING_ASKED
    const options = { format, map, trust, price, sitemap, since, port: null, while: null }
    const asked = { ...options, log: [log] }
    const io = { ...processIo(), err: () => undefined, progress: () => undefined }
    desk = await startExplorer(
      policies,
      deskReport(policies, asked, io, () => 0),
      deskEvidence(policies, asked, io),
      deskTraffic(policies, asked, io, () => 0),
    )
  })
  beforeEach(() => {
    rmSync(policies, { recursive: true })
    cpSync(begun, policies, { recursive: true })
  })
  afterAll(async () => {
    await desk?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is taken back by Undo after a reload, too', async () => {
    const { page, complaints } = await desk.open('#/rules?site=daily')
    const undo = page.getByRole('button', { name: 'Undo' })
    expect(await undo.isDisabled()).toBe(true)
    await page.getByRole('radio', { name: 'observe' }).press('Space')
    const said = () => page.locator('#switched').textContent()
    await eventually(said).toContain('Not saved yet')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Save anyway' }).press('Enter')
    await page.locator('#saved').waitFor()
    // What was said of the change no longer holds.
    await eventually(said).toBe('')
    await page.reload()
    await eventually(() => undo.isEnabled()).toBe(true)
    await undo.press('Enter')
    await eventually(() => page.locator('#save-effect').textContent()).toContain('other settings')
    await openView(page, 'Rules')
    await eventually(() => page.getByRole('radio', { name: 'enforce' }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
  })

  test('that closes a search engine asks, and says what is lost', async () => {
    const { page, complaints } = await desk.open('#/crawlers/googlebot?site=daily')
    await pressAndSave(page, 'Close Googlebot', [
      'Googlebot may no longer fetch pages such as /',
      'Of 18 requests by crawlers in the last seven days of the log, 5 would have been refused: Googlebot 5.',
    ])
    const question = page.locator('#opens')
    await question.getByText('This closes the site to Googlebot').waitFor()
    expect(await question.textContent()).toContain('Google sent you 6 visits in this log.')
    expect(await question.textContent()).not.toContain('open')
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await page.locator('#saved').waitFor()
    expect(complaints).toEqual([])
  })

  test('that opens what its author has opened asks nothing, and says how many requests that is', async () => {
    const { page, complaints } = await desk.open('#/crawlers/bingbot?site=daily')
    await pressAndSave(page, 'Open Bingbot', [
      'Bingbot may fetch and use pages such as /',
      'Of 18 requests by crawlers in the last seven days of the log, 5 would have been let in: Bingbot 5.',
    ])
    await page.locator('#saved').waitFor()
    expect(await page.locator('#opens').isVisible()).toBe(false)
    expect(await page.locator('#stopped').isVisible()).toBe(false)
    await openView(page, 'Overview')
    const look = page.getByRole('region', { name: 'To look at' })
    const line = look.getByRole('listitem').filter({ hasText: 'Search engine refused: Bingbot' })
    const mark = line.getByText(/^Decided: the Save of .* changed what it may do\.$/)
    await mark.waitFor()
    expect(await look.getByText(/^Decided/).count()).toBe(1)
    await page.reload()
    await mark.waitFor()
    // Another Save leaves the mark of this one, also after a reload.
    await page.evaluate("location.hash = '#/crawlers/ccbot?site=daily'")
    await page.getByRole('button', { name: 'Close CCBot', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('#saved').waitFor()
    await openView(page, 'Overview')
    await page.reload()
    await mark.waitFor()
    expect(complaints).toEqual([])
  })

  test('names a client that declares itself, and its requests stay known', async () => {
    const { page, complaints } = await desk.open('#/crawlers/quillharvester?site=daily')
    const lead = () => page.locator('.crawler .lead').first().textContent()
    await eventually(lead).toContain('treats it as a reader until it names it')
    await page.getByRole('button', { name: 'Close QuillHarvester', exact: true }).press('Enter')
    await eventually(lead).toContain('The policy on this page names it')
    await openView(page, 'Crawlers')
    const row = page.getByRole('row').filter({ hasText: 'QuillHarvester' })
    await row.getByRole('link', { name: 'QuillHarvester' }).waitFor()
    expect(await row.locator('[data-head="Requests"]').textContent()).toBe('6')
    expect(complaints).toEqual([])
  })

  test('of a part begins at the folder that the crawler broke, with the crawler named', async () => {
    const { page, complaints } = await desk.open('#/crawlers/ccbot')
    await page.getByRole('button', { name: 'Close a part of the site to CCBot' }).press('Enter')
    const training = page.getByRole('button', { name: 'CCBot, Fetching: closed' })
    await training.waitFor()
    expect(await page.getByLabel('For the site, or a folder').inputValue()).toBe('/archive/')
    expect(complaints).toEqual([])
  })
})
