/**
 * The text of a file → the clipboard, or a download. A page cannot write to the author's disk.
 */
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

/** Downloads a text under the last part of its path. */
export function downloadText(path: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  element('a', { href: url, download: path.split('/').at(-1)! }).click()
  URL.revokeObjectURL(url)
}
