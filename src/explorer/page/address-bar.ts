/**
 * What the page shows → its address. A page that was opened without a question keeps its first screen when it is loaded again.
 */

/** The address of the question with which the page opened. */
let opened: string | null = null

/** Shows a fragment, unless the page still asks what it asked by itself. */
export function showAddress(fragment: string): void {
  opened ??= fragment
  if (location.hash !== '' || fragment !== opened) history.replaceState(null, '', `#${fragment}`)
}
