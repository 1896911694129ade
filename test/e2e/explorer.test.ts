/**
 * The explorer as a person writes in it and looks at it: on two sizes of screen, in light and dark. Its answers:
 * explorer-answers.test.ts.
 */
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
  verdict,
} from '../support/explorer/explorer-page.ts'
import { someOf } from '../support/runs.ts'

const FIRST_ROWS = [
  'This User-Agent',
  'Any other',
  'Googlebot (Google, search)',
  'Bingbot (Microsoft, search)',
  'GPTBot (OpenAI, training)',
  'ClaudeBot (Anthropic, training)',
]

const sites = (page: Page) => page.getByRole('combobox', { name: /^Site/ })

describe.skipIf(missing('the explorer', BROWSER))('the explorer', () => {
  const explorer = explorerForTests()

  test('opens on a site of the folder, with the question of its first case', async () => {
    const { page, complaints } = await explorer.open('#/ask')
    expect(await sites(page).locator('option').allTextContents()).toEqual([
      'example-news',
      'A new policy',
    ])
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(
      '/news/2026/harbour-bridge.html',
    )
    expect(await page.getByRole('rowheader').allTextContents()).toContain('NordlysBot (search)')
    expect(await verdict(page).textContent()).toContain('may fetch this page')
    await openView(page, 'Text')
    expect(await editor(page).inputValue()).toContain('ACAP-crawler: SearchBot1')
    expect(complaints).toEqual([])
  })

  test('shows findings and decisions while one types, and takes everything back', async () => {
    const { page, complaints } = await explorer.open('#/text')
    await editor(page).press('Control+End')
    await editor(page).pressSequentially('\nUser-agent: NewBot\nDisalow: /news/\n')
    await openView(page, 'Ask')
    await page.getByLabel('Address', { exact: true }).fill('/news/a')
    await page.getByLabel('Crawlers named').fill('NewBot')
    await page.getByRole('rowheader', { name: 'NewBot' }).waitFor()
    await eventually(() => cell(page, 'NewBot', 'fetch').textContent()).toMatch(/^prohibited, was /)
    await openView(page, 'Text')
    const finding = page
      .getByRole('list', { name: 'Findings' })
      .getByText('Disalow', { exact: true })
    await finding.click()
    expect(await editor(page).selected()).toBe('Disalow')
    await page.getByRole('button', { name: 'Revert' }).click()
    await openView(page, 'Ask')
    await eventually(() => page.getByRole('rowheader', { name: 'NewBot' }).count()).toBe(0)
    expect(await editor(page).inputValue()).not.toContain('Disalow')
    expect(complaints).toEqual([])
  })

  test('keeps the line that is written in sight while findings come and go below', async () => {
    const { page, complaints } = await explorer.open('#/text')
    await editor(page).press('Control+End')
    await editor(page).paste('\nDisalow: /a\nDisalow: /b\nDisalow: /c\nACAP-allow-chew: /\n')
    await page.getByRole('list', { name: 'Findings' }).getByText('chew').waitFor()
    const hidden = `(() => {
      const below = document.querySelector('#editor').getBoundingClientRect().bottom
      const line = [...document.querySelectorAll('.cm-line')].find((each) => each.textContent.includes('chew'))
      return line === undefined ? 'not painted' : Math.max(0, line.getBoundingClientRect().bottom - below)
    })()`
    // Browsers round: half of its twenty pixels would be a line that cannot be read.
    await eventually(() => page.evaluate(hidden)).toBeLessThan(10)
    expect(complaints).toEqual([])
  })

  test('takes keys while a text is read, and reads the latest text alone', async () => {
    const { page, complaints } = await explorer.open('#/text')
    await page.addInitScript(HELD_WORKERS)
    await page.reload()
    await editor(page).press('Control+End')
    await editor(page).paste('\nUser-agent: FirstBot\nDisallow: /\n')
    await eventually(() => page.evaluate('window.held.length')).toBeGreaterThan(0)
    await editor(page).paste('User-agent: SecondBot\nDisallow: /\n')
    await page.locator('#text').getByText('SecondBot').waitFor()
    await eventually(() => page.locator('#draft-state').textContent()).toBe('Not saved')
    await page.evaluate('window.release()')
    await openView(page, 'Ask')
    await page.getByRole('rowheader', { name: 'SecondBot' }).waitFor()
    expect(await page.evaluate(READ_TEXTS)).toEqual(['SecondBot'])
    expect(complaints).toEqual([])
  })

  test('says so where the worker does not start, and still takes what is typed', async () => {
    const { page } = await explorer.open()
    await page.addInitScript('delete window.Worker')
    await page.reload()
    await page.getByText('does not run the part of the page that reads policies').waitFor()
    await append(page, '# mine')
    await eventually(() => page.locator('#draft-state').textContent()).toBe('Not saved')
    expect(await axeViolations(page)).toEqual([])
  })

  test('shows what is served: META tags of the page, and the generated robots.txt', async () => {
    const { page } = await explorer.open('#site=example-news&url=/premium/a&as=x')
    await openView(page, 'Served')
    await page.getByText(/^\d+ parts?: \/robots\.txt/).waitFor()
    const tags = page.getByRole('region', { name: 'META tags of /premium/a as served' })
    await tags.waitFor()
    expect(await tags.textContent()).toContain(
      '<meta name="robots" content="ACAP allow-present-snippet max-length=20-words">',
    )
    const served = atRest(page).getByRole('region', { name: '/robots.txt as served' })
    expect(await served.textContent()).toContain('Content-Signal: search=yes, ai-train=no')
    await append(page, 'Sitemap: https://news.test/new.xml\n')
    await openView(page, 'Served')
    await eventually(() => served.textContent()).toContain('new.xml')
  })

  test('begins a new policy from nothing', async () => {
    const { page, complaints } = await explorer.open('#/ask')
    await sites(page).selectOption('A new policy')
    await settled(page)
    expect((await page.getByRole('rowheader').allTextContents()).slice(0, 6)).toEqual(FIRST_ROWS)
    await openView(page, 'Text')
    expect(await editor(page).inputValue()).toBe('')
    await editor(page).pressSequentially('User-agent: *\nDisallow: /\n')
    await openView(page, 'Ask')
    await eventually(() => cell(page, 'Any other', 'fetch').textContent()).toMatch(
      /^prohibited, was /,
    )
    await sites(page).selectOption('example-news')
    await sites(page).selectOption('A new policy')
    await openView(page, 'Text')
    expect(await editor(page).inputValue()).toBe('User-agent: *\nDisallow: /\n')
    expect(complaints).toEqual([])
  })

  test('keeps its question in its address', async () => {
    const { page } = await explorer.open('#site=example-news&url=/archive/a&as=NordlysBot')
    await cell(page, 'NordlysBot', 'copy').click()
    const before = await verdict(page).textContent()
    await page.reload()
    await settled(page)
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('/archive/a')
    expect(await cell(page, 'NordlysBot', 'copy').getAttribute('aria-selected')).toBe('true')
    expect(await verdict(page).textContent()).toBe(before)
  })

  test('stays quick with hundreds of crawlers, and finds them by name', async () => {
    const { page, complaints } = await explorer.open('#/text')
    await sites(page).selectOption('A new policy')
    const records = Array.from({ length: 300 }, (_, i) => `User-agent: Bot${i}x\nDisallow: /${i}\n`)
    await editor(page).fill(records.join('\n'))
    await openView(page, 'Rules')
    await page.getByText('300 closes').first().waitFor()
    // What nobody looks at is not there.
    expect(await page.locator('#decisions td, #overview-text li, #overview-view *').count()).toBe(0)
    await openView(page, 'Crawlers')
    await page.getByText('more: filter by name').waitFor()
    await eventually(() => page.locator('#crawlers-view tbody tr').count()).toBe(100)
    await openView(page, 'Ask')
    await page.getByRole('button', { name: '300 names: may do everything' }).waitFor()
    await page.getByLabel('Crawlers named').fill('bot277')
    await eventually(() => page.getByRole('rowheader').last().textContent()).toBe('Bot277x')
    expect(complaints).toEqual([])
  })

  test('has nothing in it that axe objects to, and nothing that is cut off, on any screen', async () => {
    const { page } = await explorer.open('#site=example-news&url=/premium/a&as=x&cell=crawl any')
    expect(await axeViolations(page)).toEqual([])
    await append(
      page,
      'Nonsense\nACAP-allow-chew: /\n\nACAP-crawler: Bingbot\nACAP-allow-crawl: /\n',
    )
    await openView(page, 'Rules')
    await page.getByRole('list', { name: 'Changes' }).getByText('opens').first().waitFor()
    for (const [colorScheme, width, height] of someOf(SCREENS, 3)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      expect(await axeViolations(page), `${colorScheme}, ${width} pixels`).toEqual([])
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0)
      expect(await page.evaluate(COVERED), `${width} pixels`).toEqual([])
    }
  })
})

/** Workers get no question until they are released; `read` lists the texts that they are to read then. */
const HELD_WORKERS = `
  window.held = []
  window.read = []
  const post = Worker.prototype.postMessage
  let isHeld = true
  const send = (worker, question) => {
    if (question.kind === 'read') window.read.push(question.about.files.get('robots.txt'))
    post.call(worker, question)
  }
  Worker.prototype.postMessage = function (question) {
    if (isHeld) window.held.push([this, question])
    else send(this, question)
  }
  window.release = () => {
    isHeld = false
    for (const [worker, question] of window.held) send(worker, question)
  }`
const READ_TEXTS = `window.read.map((text) => /SecondBot|FirstBot(?![^]*SecondBot)/.exec(text)?.[0]).filter(Boolean)`

const SCREENS = [
  ['light', 1280, 800],
  ['dark', 1280, 800],
  ['dark', 1920, 1080],
  ['light', 1440, 900],
  ['light', 390, 844],
  ['dark', 390, 844],
] as const

/** The tabs and the buttons beside them that something covers. */
const COVERED = `[...document.querySelectorAll('#files button, .draft-bar button')]
  .filter((each) => each.checkVisibility() && !each.disabled)
  .filter((each) => {
    each.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, right, top, bottom } = each.getBoundingClientRect()
    return [left + 2, right - 2].some((x) => !each.contains(document.elementFromPoint(x, (top + bottom) / 2)))
  })
  .map((each) => each.textContent)`
