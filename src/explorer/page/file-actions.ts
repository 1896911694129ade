/**
 * The text of a file → the clipboard, or a download. A page cannot write to the author's disk.
 */
import { downloadHelp, downloadName } from '../download.ts'
import { byId, element, prose } from './element.ts'

/** How long the button says what it did, in milliseconds. */
const SAYS_SO = 1500

/** Copies a text; the button says so for a moment. */
export async function copyText(button: HTMLElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, SAYS_SO)
}

/** Shows the button, and what to do with the file, where the author has changed something. */
export function offerDownload(isChanged: boolean, site: string): void {
  byId('download').hidden = !isChanged
  byId('download-help').hidden = !isChanged
  byId('download-help').replaceChildren(...prose(downloadHelp(site)))
}

/** Downloads the text of a site's file. */
export function downloadText(site: string, path: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  element('a', { href: url, download: downloadName(site, path) }).click()
  URL.revokeObjectURL(url)
}
