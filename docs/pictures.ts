/**
 * The made-up week of `npm start` → docs/pictures/: Overview and Crawlers, light and dark, as README.md and the tour show them.
 * `npm run pictures` needs Chromium: its path is in CHROMIUM, or /usr/bin/chromium.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { serveDemoDesk } from '../src/cli/demo/demo-desk.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
/** What is drawn last in each view. */
const VIEWS = { overview: '.closed li', crawlers: 'td .icon' }
const PLACE = join(import.meta.dirname, 'pictures')

const { home, close } = await serveDemoDesk(NOW)
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
mkdirSync(PLACE, { recursive: true })
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 900 } })
  for (const [view, last] of Object.entries(VIEWS)) {
    await page.goto(`${home}#/${view}`)
    await page.locator(`#${view}-view ${last}`).first().waitFor()
    // Chromium compresses for speed.
    const picture = sharp(await page.screenshot()).png({ compressionLevel: 9 })
    await picture.toFile(join(PLACE, `${view}-${colorScheme}.png`))
  }
}
await browser.close()
close()
