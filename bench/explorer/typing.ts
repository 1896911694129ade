/**
 * Keys in the editor of the explorer's page, in Chromium → what one costs the page's thread while nothing is read, beside a
 * bare textarea with the same text; and what the reading costs that follows a pause. Needs chromium and `npm run build`.
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { explorerServer } from '../../src/cli/explorer/explorer-server.ts'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { conventionalFile } from '../language/files.ts'
import { duration, table } from '../measure.ts'

const SIZES = { '1 KB': 1024, '50 KB': 50 * 1024, '500 KB': 500 * 1024 }
const KEYS = 50
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** One row per size: a key in a bare textarea, one on the page, the page's scripts for it, and the reading. */
export async function typing(): Promise<string> {
  const policies = mkdtempSync(join(tmpdir(), 'acap-typing-'))
  const server = explorerServer(join(PACKAGE_ROOT, 'dist', 'explorer'), policies)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const rows: string[][] = []
  for (const [name, size] of Object.entries(SIZES)) {
    const [site, text] = [`site-${size}`, `${conventionalFile(size)}\n`]
    mkdirSync(join(policies, site))
    writeFileSync(join(policies, site, 'robots.txt'), text)
    writeFileSync(join(policies, site, 'site.toml'), `hosts = ["${site}.test"]\n`)
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await page.setContent('<textarea id="text" wrap="off" spellcheck="false" rows="40" cols="80"></textarea>')
    await page.evaluate(`document.getElementById('text').value = ${JSON.stringify(text)}`)
    const bare = await keysOn(page)
    await page.goto(`http://localhost:${port}/#site=${site}&url=/&as=x`)
    await page.getByRole('gridcell').first().waitFor()
    const own = await keysOn(page)
    if ((await page.locator('#draft-state').textContent()) !== 'As on disk') throw new Error('read while keys came')
    const read = await spentOn(page, () => page.getByText('Not saved', { exact: true }).waitFor())
    rows.push([name, ...[bare.task, own.task, own.script, read.task * KEYS].map(duration)])
    await page.close()
  }
  await browser.close()
  server.close()
  rmSync(policies, { recursive: true })
  return table(['policy', 'a key in a bare textarea', 'a key on the page', 'of it scripts', 'the first reading'], rows)
}

async function keysOn(page: Page) {
  await page.locator('#text').press('Control+End')
  await page.evaluate(FRAMES)
  return spentOn(page, async () => {
    for (let i = 0; i < KEYS; i++) await page.keyboard.press('x')
    await page.evaluate(FRAMES)
  })
}

/** The CPU time of the page's thread in nanoseconds, for each key: other processes do not count. */
async function spentOn(page: Page, act: () => Promise<unknown>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, (value * 1e9) / KEYS]))
  }
  const before = await spent()
  await act()
  const after = await spent()
  const since = (name: string) => after.get(name)! - before.get(name)!
  return { task: since('TaskDuration'), script: since('ScriptDuration') }
}

if (import.meta.main) console.log(await typing())
