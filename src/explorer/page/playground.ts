/**
 * The page without a server: it reads a robots.txt that is pasted or dropped, and a log that is
 * dropped. Nothing is sent anywhere.
 */
import { render } from 'preact'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import { NO_QUESTION } from '../address.ts'
import { draftOf } from '../site-files.ts'
import { html } from './html.ts'
import { explorer } from './main.ts'

/** What tells a robots.txt from a log. */
const ROBOTS = /^[ \t]*(?:user-agent|disallow|allow|sitemap|acap-[\w-]+)[ \t]*:/im
const BEGINNING = 1 << 16
const LARGEST_POLICY = 1 << 20

const counter = new Worker('log-worker.js', { type: 'module' })

counter.addEventListener(
  'message',
  ({ data }: MessageEvent<{ report: CrawlReport | null; fault: string | null }>) => {
    explorer.traffic.report({ ...data, labels: {}, remark: null, isLive: false })
    say(data.fault ?? 'Your log is counted. It was read in this page, and sent nowhere.')
  },
)

async function take(file: File): Promise<void> {
  const beginning = await file.slice(0, BEGINNING).text()
  if (ROBOTS.test(beginning) && file.size <= LARGEST_POLICY) return begin(await file.text())
  say(`Reading ${file.name} …`)
  counter.postMessage({ log: file, name: file.name, draft: explorer.draft })
}

function begin(text: string): void {
  if (text.trim() === '') return
  explorer.update([draftOf({ site: '', files: { 'robots.txt': text } })])
  explorer.open({ ...NO_QUESTION, view: 'overview', site: '' })
  say('This is your robots.txt. It was read in this page, and sent nowhere.')
}

const place = document.createElement('div')
document.querySelector('main')!.prepend(place)

function takeAll(files: FileList | null | undefined): void {
  for (const file of files ?? []) void take(file)
}

function say(said: string): void {
  const field = () => document.querySelector<HTMLTextAreaElement>('#pasted')!
  const pick = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    takeAll(currentTarget.files)
  render(
    html`<details class="playground">
      <summary>Try your own: paste a robots.txt, or drop it or a log on this page</summary>
      <label>A robots.txt <textarea id="pasted" rows="6" spellcheck="false"></textarea></label>
      <button type="button" class="button" onClick=${() => begin(field().value)}>Show it</button>
      <label>A robots.txt or a log <input type="file" multiple onChange=${pick} /></label>
      <p class="quiet">Nothing that you give leaves this page.</p>
    </details>
    <p role="status" class="said">${said}</p>`,
    place,
  )
}
say('')

addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  takeAll(event.dataTransfer?.files)
})
// There is nothing to save to.
addEventListener(
  'keydown',
  (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    event.stopImmediatePropagation()
  },
  { capture: true },
)
