/**
 * The first thing that the explorer says: who may do what on the whole site, and what it costs to load it.
 */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import {
  append,
  BROWSER,
  cell,
  editor,
  eventually,
  explorerForTests,
  openView,
  settled,
  verdict,
} from '../support/explorer/explorer-page.ts'

describe.skipIf(missing('the summary in the explorer', BROWSER))('the explorer', () => {
  const explorer = explorerForTests()

  test('opens on the whole site in sentences, which lead to their lines', async () => {
    const { page, complaints } = await explorer.open('#/rules')
    await page.getByText('Every rule in a sentence').click()
    const sentence = page
      .getByRole('listitem')
      .filter({ hasText: 'No crawler may fetch /private/, /search… and' })
    await sentence.waitFor()
    await sentence.getByRole('button', { name: 'site.toml:55' }).click()
    await openView(page, 'Text')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('site.toml')
    await append(page, '\n[[route]]\nmatch = "/closed/"\nfields = ["disallow-crawl"]\n')
    await eventually(() => page.locator('#overview').getAttribute('aria-busy')).toBe('true')
    await openView(page, 'Rules')
    await page.locator('#overview').getByText('/closed/', { exact: true }).first().waitFor()
    await eventually(() => page.locator('#overview').getAttribute('aria-busy')).toBe('false')
    await append(page, 'mode = maybe\n')
    await openView(page, 'Rules')
    await page.locator('#overview').getByText('This policy has errors').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await editor(page).isVisible()).toBe(false)
    expect(complaints).toEqual([])
  })

  test('loads at most 230 KB, gzipped, of which the page runs few', async () => {
    const { page } = await explorer.open()
    const loaded = new Set<string>()
    page.on('request', (request) => void loaded.add(request.url()))
    await page.reload()
    await page.locator('#overview-view .closed li').first().waitFor()
    expect([...loaded].join()).toContain('background-worker.js')
    const sizes = await Promise.all(
      [...loaded].map(async (url) => gzipSync(await (await fetch(url)).arrayBuffer()).length),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(230_000)
    // What policies mean is the worker's: the page's own thread runs a fifth of all.
    const own = await scriptsFrom(new URL('main.js', page.url()))
    expect(own.join('').length).toBeLessThan(105_000)
    expect(own.length).toBeGreaterThan(1)
  })

  test('gives the time here beside UTC, and says that a filter finds nothing', async () => {
    const { page, complaints } = await explorer.open(
      '#site=example-news&url=/&as=DepositBot/1&at=2026-11-21T12:00',
      {
        timezoneId: 'Europe/Oslo',
      },
    )
    expect(await verdict(page).textContent()).toContain(
      'may come back at 01:00 UTC (02:00 here), in 13 hours',
    )
    expect(await page.locator('#url-notes').textContent()).toBe('2026-11-21 12:00 UTC (13:00 here)')
    await page.getByLabel('Crawlers named').fill('nosuchname')
    await page.getByText('No known crawler has “nosuchname” in its name').waitFor()
    expect(await cell(page, 'Any other', 'fetch').textContent()).toBe('permitted')
    await page.getByLabel('Crawlers named').fill('googlebot')
    await settled(page)
    expect(await page.getByText('No known crawler').isVisible()).toBe(false)
    expect(await cell(page, 'Googlebot', 'train').textContent()).toBe('does not apply')
    expect(complaints).toEqual([])
  })
})

/** The texts of a script and of all that it imports before it runs. */
async function scriptsFrom(url: URL, seen = new Set<string>()): Promise<readonly string[]> {
  if (seen.has(url.href)) return []
  seen.add(url.href)
  const text = await (await fetch(url)).text()
  const imported: string[] = []
  for (const [, path] of text.matchAll(/(?:from|import)"(\.\/chunk-\w+\.js)"/g))
    imported.push(...(await scriptsFrom(new URL(path!, url), seen)))
  return [text, ...imported]
}
