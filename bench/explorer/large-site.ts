/**
 * The desk on a site of 500 KB of policy with a log of 1,000,000 lines, in Chromium → how soon the
 * first view is there and what it weighs, the longest task of the page's thread in each view after
 * that, and what a burst of 10,000 lines a second costs.
 * `node bench/explorer/large-site.ts [LINES]`. Needs chromium and `npm run build`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { conventionalFile } from '../language/files.ts'
import { table } from '../measure.ts'

const POLICY_BYTES = 499 * 1024
const LINES = Number(process.argv[2] ?? 1_000_000)
const BURST = { seconds: 10, lines: 10_000 }
const AGENTS = ['GPTBot/1.0', 'Googlebot/2.1', 'ClaudeBot/1.0', 'Newbot/0.1', 'Mozilla/5.0']
const VIEWS = ['crawlers', 'crawlers/gptbot', 'rules', 'ask', 'text', 'served', 'overview']
const READ = 'body:not(:has([aria-busy="true"]))'
const DAY = 86_400_000

/** Notes when the figures are drawn, and every task of more than 50 ms. */
const WATCH = `
  window.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver((_, watch) => {
    if (document.querySelector('.figures') === null) return
    watch.disconnect()
    window.drawnAt = performance.now()
  }).observe(document, { childList: true, subtree: true })
`

function linesOf(count: number, first: number, last: number): string {
  const line = (_: unknown, i: number) => {
    const time = new Date(first + ((last - first) * i) / count).toUTCString()
    const [, day, month, year, clock] = time.split(' ')
    const path = i % 1000 === 0 ? '/robots.txt' : `/section-${i % 40}/page-${i % 997}`
    const agent = AGENTS[i % AGENTS.length]
    return `192.0.2.${i % 250} - - [${day}/${month}/${year}:${clock} +0000] "GET ${path} HTTP/1.1" 200 2000 "-" "${agent}"\n`
  }
  return Array.from({ length: count }, line).join('')
}

async function serve(policies: string, log: string): Promise<[ChildProcess, string]> {
  const words = ['dist/acap.js', 'serve', policies, '--log', log, '--port', '0']
  const server = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(server.stdout!, 'data')) as [Buffer]
  return [server, `${/http:\S+/.exec(said.toString())![0]}/`]
}

/** Resident memory of a process, in megabytes. */
function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}

async function longest(page: Page): Promise<string> {
  const tasks = await page.evaluate<number[]>('tasks.splice(0)')
  return tasks.length === 0 ? 'under 50 ms' : `${Math.round(Math.max(...tasks))} ms`
}

async function firstView(page: Page, home: string): Promise<string[][]> {
  let bytes = 0
  page.on('response', async (response) => {
    bytes += gzipSync(await response.body().catch(() => Buffer.alloc(0))).length
  })
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    bytes = 0
    await page.goto('about:blank')
    await page.goto(home)
    await page.locator('.figures').waitFor()
    await page.evaluate('new Promise(requestAnimationFrame)')
    times.push(await page.evaluate<number>('drawnAt'))
    await page.locator(READ).waitFor({ state: 'attached' })
  }
  const median = times.sort((a, b) => a - b)[2]!
  return [
    ['first view, median of 5', `${Math.round(median)} ms`],
    ['all that is loaded, gzipped', `${Math.round(bytes / 1000)} KB`],
    ['longest task while it loads', await longest(page)],
  ]
}

async function eachView(page: Page, home: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const view of VIEWS) {
    await page.goto(`${home}#/${view}`)
    await pause(1000)
    await page.locator(READ).waitFor({ state: 'attached' })
    rows.push([`longest task, ${view}`, await longest(page)])
  }
  return rows
}

const folder = mkdtempSync(join(tmpdir(), 'acap-large-'))
const [policies, log] = [join(folder, 'policies'), join(folder, 'log')]
mkdirSync(join(policies, 'large'), { recursive: true })
writeFileSync(join(policies, 'large', 'robots.txt'), `${conventionalFile(POLICY_BYTES)}\n`)
writeFileSync(join(policies, 'large', 'site.toml'), 'hosts = ["large.test"]\n')
const now = Date.now()
for (let at = 0; at < LINES; at += 50_000) {
  const timeOf = (line: number) => now - 7 * DAY + (7 * DAY * line) / LINES
  appendFileSync(log, linesOf(Math.min(50_000, LINES - at), timeOf(at), timeOf(at + 50_000)))
}
const [server, home] = await serve(policies, log)
await (await fetch(`${home}report.json`)).text()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page: Page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
page.setDefaultTimeout(120_000)
await page.addInitScript(WATCH)
const rows = [...(await firstView(page, home)), ...(await eachView(page, home))]
const before = memoryOf(server)
for (let i = 0; i < BURST.seconds; i++) {
  appendFileSync(log, linesOf(BURST.lines, Date.now() - 1000, Date.now()))
  await pause(1000)
}
rows.push(
  ['longest task in a burst', await longest(page)],
  ['memory of the server, before and after it', `${before} and ${memoryOf(server)} MB`],
)
console.log(table(['', 'measured'], rows))
await browser.close()
server.kill()
rmSync(folder, { recursive: true })
