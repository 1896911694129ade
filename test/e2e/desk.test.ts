/**
 * Overview and Crawlers, as a person looks at them: the numbers of the report, on every screen, and a crawler closed by a button.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EvidenceSource } from '../../src/explorer/server/served-paths.ts'
import type { CrawlReport } from '../../src/logs/report/crawl-report.ts'
import type { RecentTraffic } from '../../src/logs/report/recent-requests.ts'
import { acap } from '../support/cli/acap.ts'
import { missing } from '../support/debian.ts'
import { copyPolicies } from '../support/example-policies.ts'
import {
  axeViolations,
  BROWSER,
  type ExplorerPages,
  eventually,
  openView,
  startExplorer,
} from '../support/explorer/explorer-page.ts'
import { combinedLine } from '../support/logs/log-lines.ts'
import { someOf } from '../support/runs.ts'

const ATTACK = '</script><img src=x onerror=alert(1)>'
const AGENTS = [
  'GPTBot/1.0',
  'Googlebot/2.1',
  'ClaudeBot/1.0',
  `FooBot/1.0 ${ATTACK}`,
  'Mozilla/5.0',
]
const LOG = Array.from({ length: 400 }, (_, i) => {
  const clock = `${String(i % 24).padStart(2, '0')}:39:00`
  if (i < 5) return combinedLine('/robots.txt', AGENTS[i]!, { clock })
  const target = i % 3 === 0 ? '/news/a' : `/private/${ATTACK.replaceAll(' ', '')}${i}`
  return combinedLine(target, AGENTS[i % 5]!, { clock, status: i % 7 === 1 ? 403 : 200 })
}).join('')
const FORGED = combinedLine('/news/a', 'NordlysBot/1.0', { ip: '9.9.9.9' })
const LAST = Date.parse('2026-11-21T06:00:00Z')

const SCREENS = [390, 1440, 1920].flatMap((width) => [
  { colorScheme: 'light', width } as const,
  { colorScheme: 'dark', width } as const,
])

/** What is there when a view is drawn. */
const SHOWN = {
  '#/overview': '.figures',
  '#/crawlers': '.crawlers',
  '#/crawlers/gptbot': '.crawler',
  '#/rules': '#switches td button',
  '#/ask': '#headers pre',
  '#/text': '.cm-content',
  '#/served': '#served pre',
}

/** A number as the page writes it. */
const shown = (count: number) => count.toLocaleString('en')

describe.skipIf(missing('the desk', BROWSER))('Overview and Crawlers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acap-views-'))
  const policies = join(folder, 'policies')
  let desk: ExplorerPages
  let report: CrawlReport
  beforeAll(async () => {
    copyPolicies(policies)
    const log = join(folder, 'access.log')
    writeFileSync(log, LOG + FORGED.repeat(8))
    const { out } = acap(['report', log, '--policies', policies, '--json'])
    report = JSON.parse(out)
    const source = async () => ({ report, labels: {}, fault: null, remark: null })
    const evidence: EvidenceSource = {
      letter: async (operator) => {
        return { letter: `To ${operator}: ${ATTACK}`, hash: 'abc', fault: null }
      },
      archive: (hash) => (hash === 'abc' ? Readable.from(['evidence of OpenAI']) : null),
    }
    const traffic = async (): Promise<RecentTraffic> => ({
      ...{
        to: LAST,
        agents: ['NordlysBot/1.0'],
        forged: [0],
        isChecked: true,
        targets: ['/news/a'],
        leftOut: 0,
      },
      rows: [[0, 0, LAST, 8]],
    })
    desk = await startExplorer(policies, source, evidence, traffic)
  })
  afterAll(async () => {
    await desk?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const rows = (page: Page) => page.getByRole('table', { name: 'Crawlers' }).locator('tbody tr')

  test('show the numbers of the report, and take no text of a log for markup', async () => {
    const { page, complaints } = await desk.open()
    const figures = page.locator('.figures')
    await figures.waitFor()
    const { share, taken } = report.overview
    const texts = await figures.locator('dd').allTextContents()
    expect(texts).toEqual([
      `${Math.round(100 * share.now!)}%`,
      shown(taken.now!),
      '8',
      'not known',
      'To know, give a log that begins earlier, and --since 7d.',
    ])
    const all = report.crawlers.reduce((sum, { requests }) => sum + requests, 0)
    const chart = page.getByRole('img', { name: /^Requests of crawlers/ })
    expect(await chart.getAttribute('aria-label')).toContain(`${shown(all)} in all`)
    expect(await page.locator('.found a').count()).toBeLessThanOrEqual(5)
    // Nobody has proven these names.
    const found = await page.locator('.found').first().textContent()
    expect(found).toContain('A client that calls itself ClaudeBot made')
    expect(await page.getByText('No text of robots.txt with a time').count()).toBe(1)
    await openView(page, 'Crawlers')
    for (const { name, requests, violations } of report.crawlers) {
      const row = rows(page).filter({
        has: page.locator(`a[href$="/${encodeURIComponent(name)}"]`),
      })
      expect(await row.locator('[data-head="Requests"]').textContent()).toBe(shown(requests))
      expect(await row.textContent()).toContain(
        violations.proven + violations.unseen === 0
          ? 'none'
          : shown(violations.proven || violations.unseen),
      )
    }
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('sort and filter by keyboard, and lead to a page that reload and back keep', async () => {
    const { page, complaints } = await desk.open('#/crawlers')
    const names = () => rows(page).locator('th').allTextContents()
    await eventually(names).toContain('GPTBot')
    const byName = page.getByRole('button', { name: 'Crawler', exact: true })
    await byName.press('Enter')
    expect((await names())[0]).toBe('Bingbot')
    await byName.press('Enter')
    expect((await names()).at(-1)).toBe('Bingbot')
    await page.getByRole('searchbox', { name: 'Show' }).fill('openai training')
    expect(await names()).toEqual(['GPTBot'])
    await page.getByRole('link', { name: 'GPTBot' }).press('Enter')
    await page.getByRole('heading', { name: 'GPTBot' }).waitFor()
    expect(page.url()).toContain('#/crawlers/gptbot')
    expect(await page.getByRole('navigation').locator('[aria-current]').textContent()).toBe(
      'Crawlers',
    )
    await page.reload()
    await page.getByRole('heading', { name: 'GPTBot' }).waitFor()
    await page.goBack()
    await rows(page).first().waitFor()
    expect(complaints).toEqual([])
  })

  test('close a crawler by a button, and say beside Save what that closes', async () => {
    const { page, complaints } = await desk.open('#/crawlers')
    await page.getByRole('button', { name: 'Close GPTBot', exact: true }).click()
    await page.getByRole('button', { name: 'Open GPTBot', exact: true }).waitFor()
    await eventually(() => page.locator('#save-effect').textContent()).toMatch(
      /^gptbot may no longer/i,
    )
    const said = () => page.locator('#crawlers-view .said').textContent()
    await eventually(said).toContain('Not saved yet')
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Close GPTBot', exact: true }).waitFor()
    expect(await page.locator('#draft-state').textContent()).toBe('Saved')
    await eventually(said).toBe('')
    await page.getByRole('button', { name: 'Close a part of the site to GPTBot' }).click()
    await page.getByRole('button', { name: /^GPTBot, Fetching/ }).waitFor()
    expect(complaints).toEqual([])
  })

  test('[I4] refuse forged names by a button, and say how many requests that would have refused', async () => {
    const { page, complaints } = await desk.open()
    const found = page.getByRole('region', { name: 'To look at' })
    await found.getByRole('button', { name: 'Refuse forged names' }).press('Enter')
    await eventually(() => found.getByRole('status').textContent()).toBe(
      'The edge refuses every request under a name that fails its check. ' +
        'Of 8 requests by crawlers in the last seven days of the log, 8 would have been refused: NordlysBot (forged) 8. ' +
        'None is a reader’s: readers have no name to check. ' +
        'Not saved yet: Save keeps it, Undo takes it back.',
    )
    await eventually(() => page.locator('#save-effect').textContent()).toContain(
      '1 with other settings',
    )
    expect(await axeViolations(page)).toEqual([])
    await found.getByRole('link', { name: 'See where they came from: NordlysBot' }).click()
    await page.getByRole('button', { name: 'Refuse forged names no longer' }).press('Enter')
    await eventually(() => page.locator('#save-effect').textContent()).toBe(
      'nothing changes for any crawler',
    )
    await openView(page, 'Rules')
    const refuses = page.getByRole('checkbox', { name: 'Refuse names that fail their check' })
    await refuses.press('Space')
    await eventually(() => page.locator('#switched').textContent()).toContain(
      '+ site.toml: failed = "refuse"',
    )
    await eventually(() => page.locator('#preview').textContent()).toContain(
      '8 would have been refused: NordlysBot (forged) 8',
    )
    expect(complaints).toEqual([])
  })

  test('write a letter to an operator, and give it with its evidence', async () => {
    const { page, complaints } = await desk.open('#/crawlers/gptbot', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Write a letter to OpenAI' }).press('Enter')
    const letter = `To OpenAI: ${ATTACK}`
    await page.getByText(letter).waitFor()
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Copy the letter' }).press('Enter')
    await eventually(copied).toBe(letter)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the evidence' }).press('Enter'),
    ])
    expect(download.suggestedFilename()).toBe('evidence-OpenAI.tar.gz')
    expect(readFileSync(await download.path(), 'utf8')).toBe('evidence of OpenAI')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Copy GPTBot/1.0' }).press('Enter')
    await eventually(copied).toBe('GPTBot/1.0')
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('have nothing that axe objects to, and nothing beyond the edge, on any screen', async () => {
    const { page } = await desk.open()
    await page.locator('.figures').waitFor()
    for (const { colorScheme, width } of someOf(SCREENS, 1)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const [view, shown] of Object.entries(SHOWN)) {
        await page.evaluate(`location.hash = '${view}'`)
        await page.locator(shown).first().waitFor()
        expect(await axeViolations(page), `${view} ${colorScheme}, ${width} pixels`).toEqual([])
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect(beyond, `${view}, ${width} pixels`).toBeLessThanOrEqual(0)
      }
    }
  })

  test('say how to add a log where there is none', async () => {
    const { page } = await desk.open()
    const none = JSON.stringify({ report: null, labels: {}, fault: null, remark: null, words: [] })
    await page.route('**/report.json', (route) => route.fulfill({ body: none }))
    await page.reload()
    await page.locator('#overview-view').getByText('acap serve --log access.log').waitFor()
    expect(await page.locator('.figures').count()).toBe(0)
  })
})
