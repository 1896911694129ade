/**
 * The explorer as built from these sources, on a server of its own, in a headless Chromium: pages that know what went
 * wrong on them.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import type { VIEWS, View } from '../../../src/explorer/address.ts'
import { explorerServer } from '../../../src/explorer/server/explorer-server.ts'
import type {
  EvidenceSource,
  ReportSource,
  TrafficSource,
} from '../../../src/explorer/server/served-paths.ts'
import { examplePolicies } from '../example-policies.ts'

/** A browser that asks nobody for anything of its own accord. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's package of it. */
export const BROWSER = 'chromium-headless-shell'

/** Starts Chromium's engine without windows: a page costs a third of what it costs in the whole browser. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: `/usr/bin/${BROWSER}`, args: FLAGS })
}

/** Builds the page into a folder of its own. */
export function buildExplorer(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-explorer-'))
  execFileSync('npm', ['run', '-s', 'build:explorer', '--', folder], { cwd: PACKAGE_ROOT })
  return folder
}

/** A browser and a server; `stop` ends both. */
export interface ExplorerPages {
  /** Opens the explorer on what the fragment says; `complaints` of the page grow as it goes wrong. */
  open(
    fragment?: string,
    options?: BrowserContextOptions,
  ): Promise<{ page: Page; complaints: string[] }>
  stop(): Promise<void>
}

/** The explorer on the project's example, for the tests of one block. */
export function explorerForTests(): Pick<ExplorerPages, 'open'> {
  let explorer: ExplorerPages
  const { policies, remove } = examplePolicies()
  beforeAll(async () => {
    explorer = await startExplorer(policies)
  })
  afterAll(async () => {
    await explorer?.stop()
    remove()
  })
  return { open: (...about) => explorer.open(...about) }
}

/** Serves the explorer on a folder of policies. */
export async function startExplorer(
  policies: string,
  report?: ReportSource,
  evidence?: EvidenceSource,
  traffic?: TrafficSource,
): Promise<ExplorerPages> {
  const built = buildExplorer()
  const server = explorerServer(built, policies, report, null, traffic, evidence)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const home = `http://localhost:${(server.address() as AddressInfo).port}/`
  const browser = await startBrowser()
  return {
    open: (fragment = '', options = {}) => open(browser, home, fragment, options),
    async stop() {
      await browser.close()
      server.close()
      rmSync(built, { recursive: true, force: true })
    },
  }
}

async function open(
  browser: Browser,
  home: string,
  fragment: string,
  options: BrowserContextOptions,
) {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (fault) => void complaints.push(`thrown: ${fault.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(home)) complaints.push(`asked for ${request.url()}`)
  })
  await page.goto(home + fragment)
  await settled(page)
  return { page, complaints }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** What axe-core has against the page, of any impact. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(
    "axe.run({ resultTypes: ['violations'] })",
  )
  return violations.map(
    ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  )
}

/** What a busy machine may take its time for. */
export const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 20_000 })

/** CodeMirror's own view of the editor: only the lines in sight are in the page. */
const VIEW = "document.getElementById('text').cmTile.root.view"

/** The editor of the view Text, by the words of a field. */
export function editor(page: Page) {
  const content = page.locator('#text')
  return {
    content,
    press: (key: string) => content.press(key),
    pressSequentially: (text: string) => content.pressSequentially(text),
    isVisible: () => content.isVisible(),
    /** Pastes where the caret is. */
    paste: (text: string) =>
      page.evaluate(`{
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', ${JSON.stringify(text)})
        const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.getElementById('text').dispatchEvent(pasted)
      }`),
    async fill(text: string) {
      await content.press('Control+a')
      await this.paste(text)
    },
    async inputValue() {
      await content.waitFor({ state: 'attached' })
      return page.evaluate<string>(`${VIEW}.state.doc.toString()`)
    },
    selected: () =>
      page.evaluate<string>(
        `(({ doc, selection: { main } }) => doc.sliceString(main.from, main.to))(${VIEW}.state)`,
      ),
    line: () =>
      page.evaluate<number>(
        `(({ doc, selection: { main } }) => doc.lineAt(main.from).number)(${VIEW}.state)`,
      ),
    /** Types, and closes the page before a frame is drawn; whether it may close. */
    typeAndLeave: (text: string) =>
      page.evaluate<boolean>(`{
        const view = ${VIEW}
        view.dispatch(view.state.replaceSelection('${text}'), { userEvent: 'input.type' })
        dispatchEvent(new Event('beforeunload', { cancelable: true }))
      }`),
  }
}

/** Goes to a view by its link. */
export async function openView(page: Page, name: (typeof VIEWS)[View]) {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
}

/** The page while nothing is on its way from its worker: what is looked for in it waits for that. */
export const atRest = (page: Page) => page.locator('body:not(:has(#decisions[aria-busy="true"]))')

/** Waits for the answers to what was last done. */
export async function settled(page: Page) {
  await page.locator('#decisions[aria-busy="false"]').waitFor({ state: 'attached' })
  await atRest(page).waitFor()
}

export const verdict = (page: Page) => atRest(page).locator('#answer')

/** The cell of a crawler and a usage, as the table names them, with or without the crawler's category. */
export function cell(page: Page, crawler: string, usage: string) {
  return atRest(page).locator(
    `td[title^="${crawler}, ${usage}:"], td[title^="${crawler} ("][title*="), ${usage}:"]`,
  )
}

/** Writes at the end of the file that is open, and sees that it is there. */
export async function append(page: Page, text: string) {
  await openView(page, 'Text')
  await editor(page).press('Control+End')
  await editor(page).paste(text)
  expect(await editor(page).inputValue()).toContain(text)
}
