/**
 * The made-up week of `npm start` → docs/pictures/: Overview and Crawlers, light and dark, as README.md and the tour show them.
 * `npm run pictures` needs Chromium: its path is in CHROMIUM, or /usr/bin/chromium.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { DAY } from '../src/base/calendar.ts'
import { MADE_UP, madeUpWeek } from '../src/cli/demo/made-up-week.ts'
import { explorerServer } from '../src/explorer/server/explorer-server.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
/** What is drawn last in each view. */
const VIEWS = { overview: '.closed li', crawlers: 'td .icon' }
const PLACE = join(import.meta.dirname, 'pictures')

const folder = mkdtempSync(join(tmpdir(), 'acap-pictures-'))
const log = join(folder, 'access.log')
writeFileSync(log, madeUpWeek(NOW, 'localhost:8787'))
const [from, to] = [NOW - 7 * DAY, NOW].map((time) => new Date(time).toISOString())
const words = ['dist/acap.js', 'report', log, '--from', from!, '--to', to!, '--json']
const report: unknown = JSON.parse(
  execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 1 << 28 }),
)
rmSync(folder, { recursive: true })

const source = async () => ({ report, fault: null, remark: MADE_UP })
const server = explorerServer('dist/explorer', 'policies', source)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
mkdirSync(PLACE, { recursive: true })
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 760 } })
  for (const [view, last] of Object.entries(VIEWS)) {
    await page.goto(`http://localhost:${port}/#/${view}`)
    await page.locator(`#${view}-view ${last}`).first().waitFor()
    await page.screenshot({ path: join(PLACE, `${view}-${colorScheme}.png`) })
  }
}
await browser.close()
server.close()
