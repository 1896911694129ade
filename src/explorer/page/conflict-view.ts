/**
 * Files that were changed here and on disk → three columns for each: as the author has it, as it is on disk, and as it was
 * before both changes. Lines that all three have are left out.
 */
import type { ConflictingFile } from '../drafts.ts'
import { byId, element } from './element.ts'

/** Shows the files; none hides them. */
export function showConflicts(files: readonly ConflictingFile[]): void {
  byId('disk').hidden = files.length === 0
  byId('conflicts').replaceChildren(...files.flatMap(columns))
}

function columns({ path, mine, disk, before }: ConflictingFile): readonly HTMLElement[] {
  const texts = [mine, disk, before].map((text) => text.split(/\r\n|\n|\r/))
  const isShared = (line: string) => texts.every((lines) => lines.includes(line))
  const known = new Set(texts[2])
  const all = ['Yours', 'On disk', 'Before'].map((title, i) => {
    const shown = texts[i]!.map((line) => (isShared(line) ? null : line))
    // A run of lines that all three have is one mark.
    const runs = shown.filter((line, at) => line !== null || shown[at - 1] !== null)
    const lines = runs.map((line) =>
      element(line === null || known.has(line) ? 'span' : 'mark', {}, `${line ?? '…'}\n`),
    )
    const attributes = { class: 'listing', tabindex: 0, role: 'region', 'aria-label': title }
    return element('div', {}, title, element('pre', attributes, ...lines))
  })
  return [element('p', {}, element('code', {}, path)), element('div', { class: 'columns' }, ...all)]
}
