/**
 * The text of a file → the clipboard, a download, or the author's disk by way of `acap serve`.
 */
import { downloadName } from '../download.ts'
import type { ChangedFile } from '../drafts.ts'
import { element } from './element.ts'

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

/** Downloads the text of a site's file. */
export function downloadText(site: string, path: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  element('a', { href: url, download: downloadName(site, path) }).click()
  URL.revokeObjectURL(url)
}

/** What became of files that were to be saved. */
export interface SaveResult {
  readonly isSaved: boolean
  /** The paths that were written, or why none was. */
  readonly message: string
}

/** Writes the changed files of a site to disk; `why` is for its history. */
export async function saveChanges(
  site: string,
  changed: readonly ChangedFile[],
  why: { readonly effect: string; readonly comment: string },
): Promise<SaveResult> {
  const files = Object.fromEntries(changed.map(({ path, base, text }) => [path, { base, text }]))
  try {
    const token = await (await fetch('token.txt')).text()
    const response = await fetch('save', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acap-token': token },
      body: JSON.stringify({ site, files, ...why }),
    })
    return { isSaved: response.ok, message: ((await response.json()) as { readonly message: string }).message }
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    return { isSaved: false, message: '`acap serve` does not answer' }
  }
}
