/**
 * Starts the page: it loads the sites from the server, then asks every two seconds whether a file
 * or the log has changed.
 */
import { readAddress } from '../address.ts'
import { draftOf, EMPTY_DRAFT, type SentSite } from '../site-files.ts'
import type { SentReport } from './desk-views.ts'
import { isAlone } from './element.ts'
import { Explorer } from './explorer.ts'

/** How often the page asks whether a file has changed on disk, in milliseconds. */
const DISK_EVERY = 2000

/** Fetches the JSON at a path; null if it has not changed since the answer with this `etag`. */
async function fetched<T>(
  path: string,
  etag = '',
): Promise<{ readonly value: T; readonly etag: string } | null> {
  const response = await fetch(path, { headers: etag === '' ? {} : { 'if-none-match': etag } })
  if (response.status === 304) return null
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return { value: (await response.json()) as T, etag: response.headers.get('etag') ?? '' }
}

/** The first request for the report, made together with that for the policies. */
let firstReport: ReturnType<typeof fetched<SentReport>> | null = fetched<SentReport>('report.json')
firstReport.catch(() => undefined)
const sites = await fetched<readonly SentSite[]>('sites.json')
export const explorer = new Explorer([...sites!.value.map(draftOf), EMPTY_DRAFT])
explorer.open(readAddress(location.hash))

let { etag } = sites!
let reportTag = ''
/** The latest report; null before it has come. */
let sentReport: SentReport | null = null
/** Takes over what the log says now: it may have grown. */
async function watchLog(): Promise<void> {
  const news = await (firstReport ?? fetched<SentReport>('report.json', reportTag))
  firstReport = null
  if (news === null) return
  reportTag = news.etag
  sentReport = news.value
  explorer.traffic.report(news.value)
}
/**
 * Receives new counts from the server (server-sent events). After a break the browser connects
 * again by itself.
 */
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
