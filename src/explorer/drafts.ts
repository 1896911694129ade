/**
 * One site that is edited in the page: its files on disk, the author's unsaved changes, and what
 * Undo and Redo go back to. Typing, switches and forms all put their result here; nothing of it is
 * on disk until a save. A file that changes on disk is taken over, except where the author has
 * changed it as well. Knows no DOM and no server.
 */
import type { Draft } from './draft.ts'

export class EditedSite {
  #onDisk: Draft
  /** What the author's changes are changes of: what was on disk then. */
  #base: Draft
  #draft: Draft
  /** What the last save replaced, until the next change. */
  #replaced: Draft | null = null
  /** What the author had before each change, in any view, the latest last; and what was undone. */
  #before: Draft[] = []
  #undone: Draft[] = []
  /** What switches alone have made of the base: each is proven to change only what it says. */
  #proven = new WeakSet<Draft>()

  constructor(onDisk: Draft) {
    this.#onDisk = onDisk
    this.#base = onDisk
    this.#draft = onDisk
  }

  get draft(): Draft {
    return this.#draft
  }

  /** As it was before the author changed it. */
  get base(): Draft {
    return this.#base
  }

  get isChanged(): boolean {
    return !hasSameFiles(this.#base, this.#draft)
  }

  /**
   * What the list of changes compares with: the disk, or what the last save replaced; null: it
   * shows nothing.
   */
  get comparedWith(): Draft | null {
    return this.isChanged ? this.#base : this.#replaced
  }

  /** The files that the author has changed, with the texts that were changed. */
  get changedFiles() {
    return [...this.#draft.files].flatMap(([path, text]) => {
      const base = this.#base.files.get(path) ?? ''
      return base === text ? [] : [{ path, base, text }]
    })
  }

  get conflicts() {
    return this.changedFiles.flatMap(({ path, base: before, text: mine }) => {
      const disk = this.#onDisk.files.get(path) ?? ''
      return disk === before || disk === mine ? [] : [{ path, mine, disk, before }]
    })
  }

  get canUndo(): boolean {
    return this.#before.length > 0
  }

  /** Takes other files for the author's; `isTogether`: they are undone with the change before. */
  set(draft: Draft, isTogether = false): void {
    if (!isTogether || this.#draft === this.#onDisk || this.#before.length === 0) {
      const most = Math.max(10, Math.floor(MOST_KEPT / sizeOf(draft)))
      this.#before = [...this.#before, this.#draft].slice(-most)
    }
    this.#undone = []
    this.#draft = draft
    this.#replaced = null
  }

  /** Takes over what a switch wrote. */
  setBySwitch(draft: Draft): void {
    const isProven = !this.isChanged || this.isProven
    this.set(draft)
    if (isProven) this.#proven.add(draft)
  }

  /** Whether the author has changed nothing but by switches. */
  get isProven(): boolean {
    return this.#proven.has(this.#draft)
  }

  undo(): void {
    const draft = this.#before.pop()
    if (draft === undefined) return
    this.#undone.push(this.#draft)
    this.#draft = draft
  }

  redo(): void {
    const draft = this.#undone.pop()
    if (draft === undefined) return
    this.#before.push(this.#draft)
    this.#draft = draft
  }

  /** Gives up the author's changes; `undo` gives them back. */
  revert(): void {
    this.set(this.#onDisk)
    this.#rebase(this.#onDisk)
  }

  /** Keeps the author's changes as changes of what is on disk now. */
  keep(): void {
    this.#rebase(this.#onDisk)
    this.#replaced = null
  }

  /**
   * Notes that a draft is on disk now; the author may have gone on since. Undo makes the reverse
   * change from then on.
   */
  saved(draft: Draft, replaced = this.#base): void {
    this.#onDisk = draft
    this.#rebase(draft)
    this.#replaced = replaced
    this.#before = hasSameFiles(draft, this.#draft) ? [replaced] : [replaced, draft]
    this.#undone = []
  }

  /**
   * Offers to undo a save of an earlier page: `now` is what it left, `replaced` what was there
   * before. Only while nothing has changed since; whether it is offered.
   */
  offerUndo(now: Draft, replaced: Draft): boolean {
    if (this.canUndo || this.isChanged || !hasSameFiles(now, this.#draft)) return false
    this.#before = [replaced]
    return true
  }

  /**
   * Takes over what is on disk now; whether it is news. Where there are conflicts, the author's
   * changes stay until the author chooses.
   */
  update(onDisk: Draft): boolean {
    if (hasSameFiles(this.#onDisk, onDisk)) return false
    const mine = this.changedFiles.map(({ path, text }) => [path, text] as const)
    this.#onDisk = onDisk
    if (this.conflicts.length > 0) return true
    this.#rebase(onDisk)
    this.#draft = { ...onDisk, files: new Map([...onDisk.files, ...mine]) }
    // What was there before is not what the disk had: nothing leads back to it.
    this.#before = []
    this.#undone = []
    this.#replaced = null
    return true
  }

  /** The author's changes are changes of other files now: nothing is proven of these. */
  #rebase(base: Draft): void {
    this.#base = base
    this.#proven = new WeakSet()
  }
}

/** What a history may keep of a site, in characters. */
const MOST_KEPT = 20_000_000

function sizeOf({ files }: Draft): number {
  return [...files.values()].reduce((sum, text) => sum + text.length, 1000)
}

export function hasSameFiles(a: Draft, b: Draft): boolean {
  return (
    a.files.size === b.files.size &&
    [...a.files].every(([path, text]) => b.files.get(path) === text)
  )
}

/**
 * A text of the editor, which knows `\n` alone, with the line ends of the text that it replaces.
 */
export function withLineEnds(text: string, before: string): string {
  const [end = '\n'] = /\r\n?/.exec(before) ?? []
  return text.replaceAll('\n', end)
}

/**
 * The name of a download: the last part of the path after the site's name: downloads of several
 * sites lie in one folder.
 */
export function downloadName(site: string, path: string): string {
  const file = path.split('/').at(-1)!
  return site === '' ? file : `${site}-${file}`
}

/** What to do with a download; code between backticks. */
export function downloadHelp(site: string): string {
  const folder =
    site === '' ? 'a folder of its own in `policies`' : `the folder \`${site}\` of your policies`
  return `Put each download into ${folder}, under its name in the tab. Run \`npx --no-install acap check\`, then build or deploy. \`npx --no-install acap diff OLD NEW\` shows what changes between two folders.`
}
