/**
 * Starts the page: it loads the sites from the server, then asks every two seconds whether a file
 * or the log has changed.
 */
import { readAddress } from '../address.ts'
import { draftOf, EMPTY_DRAFT, type SentSite } from '../draft.ts'
import type { SentReport } from './desk-views.ts'
import { isAlone } from './element.ts'
import { Explorer } from './explorer.ts'

/** How often the page asks whether a file has changed on disk, in milliseconds. */
const DISK_EVERY = 2000

/** The JSON at a path; null where it is what `etag` stands for. */
async function fetched<T>(
  path: string,
  etag = '',
): Promise<{ readonly value: T; readonly etag: string } | null> {
  const response = await fetch(path, { headers: etag === '' ? {} : { 'if-none-match': etag } })
  if (response.status === 304) return null
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return { value: (await response.json()) as T, etag: response.headers.get('etag') ?? '' }
}

/** Asked for at once, beside the policies. */
let firstReport: ReturnType<typeof fetched<SentReport>> | null = fetched<SentReport>('report.json')
firstReport.catch(() => undefined)
const sites = await fetched<readonly SentSite[]>('sites.json')
export const explorer = new Explorer([...sites!.value.map(draftOf), EMPTY_DRAFT])
explorer.open(readAddress(location.hash))

let { etag } = sites!
let reportTag = ''
/** What the log said last; null before it is read. */
export let sentReport: SentReport | null = null
/** Takes over what the log says now: it may have grown. */
async function watchLog(): Promise<void> {
  const news = await (firstReport ?? fetched<SentReport>('report.json', reportTag))
  firstReport = null
  if (news === null) return
  reportTag = news.etag
  sentReport = news.value
  explorer.traffic.report(news.value)
}
/** The server says what comes, until the page is closed; after a break the browser asks again. */
function followLog(): void {
  if (sentReport?.isLive !== true) return
  new EventSource('live').addEventListener('message', ({ data }) =>
    explorer.traffic.live(JSON.parse(data)),
  )
}
void watchLog()
  .then(followLog)
  .catch(() => undefined)

async function watchDisk(): Promise<void> {
  try {
    const { ended } = explorer.saving
    const news = document.hidden ? null : await fetched<readonly SentSite[]>('sites.json', etag)
    if (news !== null && ended === explorer.saving.ended) {
      etag = news.etag
      explorer.update(news.value.map(draftOf))
    }
    if (!document.hidden) await watchLog()
  } catch (fault) {
    // `acap serve` has ended, or is being started again: the page works without it.
    if (!(fault instanceof Error)) throw fault
  }
  // Static files do not change.
  if (!isAlone()) setTimeout(watchDisk, DISK_EVERY)
}
// Static files do not change.
if (!isAlone()) setTimeout(watchDisk, DISK_EVERY)
