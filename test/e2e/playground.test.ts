/**
 * The playground as static files below a folder: it opens on the demo, takes a robots.txt and a log, and asks for nothing
 * beyond its own files.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { missing } from '../support/debian.ts'
import {
  axeViolations,
  BROWSER,
  eventually,
  startBrowser,
} from '../support/explorer/explorer-page.ts'
import { combinedLine } from '../support/logs/log-lines.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}
const FOLDER = '/some/folder/'
const ATTACK = '<img src=x onerror=alert(1)>'
const LOG = Array.from({ length: 40 }, (_, i) =>
  combinedLine(`/private/${i}`, i % 4 === 0 ? 'Mozilla/5.0' : `GPTBot/1.0 ${ATTACK}`),
).join('')

describe.skipIf(missing('the playground', BROWSER))('the playground', () => {
  let server: Server
  let browser: Browser
  beforeAll(async () => {
    execFileSync('npm', ['run', '-s', 'build:playground'], { cwd: PACKAGE_ROOT })
    server = createServer(({ method, url = '' }, response) => {
      const name = url.slice(FOLDER.length).split('?')[0] || 'index.html'
      const isOwn = method === 'GET' && url.startsWith(FOLDER)
      response.writeHead(isOwn ? 200 : 404, { 'content-type': TYPES[extname(name)] ?? '' })
      response.end(isOwn ? readFileSync(join(PACKAGE_ROOT, 'dist/playground', name)) : '')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    browser = await startBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  test('reads a robots.txt and a log of its visitor, and sends nothing', async () => {
    const page = await browser.newPage()
    const home = `http://localhost:${(server.address() as AddressInfo).port}${FOLDER}`
    const complaints: string[] = []
    page.on('console', (message) => void complaints.push(message.text()))
    page.on('pageerror', (fault) => void complaints.push(fault.message))
    page.on('request', (request) => {
      if (request.method() !== 'GET' || !request.url().startsWith(home))
        complaints.push(`${request.method()} ${request.url()}`)
    })
    await page.goto(home)
    await page.getByText('This traffic is made up').waitFor()
    await page.locator('.figures').waitFor()
    await page.getByText('Try your own').press('Enter')
    await page
      .getByRole('textbox', { name: 'A robots.txt' })
      .fill('User-agent: *\nDisallow: /private/')
    await page.getByRole('button', { name: 'Show it' }).press('Enter')
    await page.locator('.closed').getByText('except /private/').waitFor()
    const log = { name: 'access.log', mimeType: 'text/plain', buffer: Buffer.from(LOG) }
    await page.getByLabel('A robots.txt or a log').setInputFiles(log)
    await page.getByText('Your log is counted').waitFor()
    await eventually(() => page.locator('.figures dd').allTextContents()).toEqual(
      expect.arrayContaining(['75%', '30']),
    )
    expect(await page.getByText('made up').count()).toBe(0)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Control+s')
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isVisible()).toBe(false)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('reads what is dropped on it: a log, and a robots.txt', async () => {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}${FOLDER}`)
    await page.locator('.figures').waitFor()
    await drop(page, 'robots.txt', 'User-agent: *\nDisallow: /private/\n')
    await page.locator('.closed').getByText('except /private/').waitFor()
    await drop(page, 'access.log', LOG)
    await page.getByText('Your log is counted').waitFor()
    await eventually(() => page.locator('.figures dd').allTextContents()).toEqual(
      expect.arrayContaining(['75%', '30']),
    )
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await drop(page, 'photo.log', '\0\x01\x02')
    await page.getByText('photo.log: no line is a request').first().waitFor()
    await page.close()
  })
})

/** Drops a file on the page, as a person does from a folder. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    `{ const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], '${name}')); data }`,
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer: files })
}
