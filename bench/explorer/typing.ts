/**
 * Keys in the editor of the explorer's page, in Chromium → what one costs the page's thread, beside
 * a bare textarea with the same text; what it costs to show the reading that follows, and the
 * longest task of all. Needs chromium and `npm run build`.
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { explorerServer } from '../../src/explorer/server/explorer-server.ts'
import { conventionalFile } from '../language/files.ts'
import { duration, table } from '../measure.ts'

const SIZES = { '1 KB': 1024, '50 KB': 50 * 1024, '500 KB': 500 * 1024 }
const KEYS = 50
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
/** Nothing is on its way from the worker any more. */
const READ = 'body:not(:has([aria-busy="true"]))'
/**
 * One row per size: a key in a bare textarea, one on the page, the page's scripts for it, what is
 * shown then, the longest task.
 */
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
    await page.setContent(
      '<textarea id="text" wrap="off" spellcheck="false" rows="40" cols="80"></textarea>',
    )
    await page.evaluate(`document.getElementById('text').value = ${JSON.stringify(text)}`)
    const bare = await keysOn(page)
    await page.goto(`http://localhost:${port}/#/text?site=${site}`)
    await page.locator('#decisions[aria-busy="false"]').waitFor({ state: 'attached' })
    await page.locator('#text').waitFor()
    await page.locator(READ).waitFor({ state: 'attached' })
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
    const own = await keysOn(page)
    const read = await spentOn(page, () => page.locator(READ).waitFor({ state: 'attached' }))
    const longest = longestTask(await browser.stopTracing())
    rows.push([
      name,
      ...[bare.task, own.task, own.script, read.task * KEYS, longest * 1e3].map(duration),
    ])
    await page.close()
  }
  await browser.close()
  server.close()
  rmSync(policies, { recursive: true })
  return table(
    [
      'policy',
      'a key in a bare textarea',
      'a key on the page',
      'of it scripts',
      'showing a reading',
      'the longest task',
    ],
    rows,
  )
}

interface TraceEvent {
  readonly name: string
  readonly tid: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** The most CPU time of one task of the page's thread, in microseconds. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    readonly traceEvents: readonly TraceEvent[]
  }
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  )
  const threads = new Set(main.map(({ tid }) => tid))
  const tasks = traceEvents.filter(({ name, tid }) => name === 'RunTask' && threads.has(tid))
  return Math.max(0, ...tasks.map(({ tdur }) => tdur ?? 0))
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
