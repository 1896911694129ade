/**
 * The policies of the page: as they are on disk, and as the author has changed them. What changes on disk is taken over,
 * except in files that the author has changed, too.
 */
import type { Draft } from './draft.ts'

/** What a change on disk did to one policy. */
interface DiskChange {
  readonly index: number
  /** `kept`: a file was changed here and on disk. The author's changes stay until the author chooses. */
  readonly kind: 'added' | 'replaced' | 'kept'
}

/** A file that the author has changed, with the text that was changed. */
export interface ChangedFile {
  readonly path: string
  readonly base: string
  readonly text: string
}

/** A file that the author has changed, and that changed on disk, too. */
export interface ConflictingFile {
  readonly path: string
  readonly mine: string
  readonly disk: string
  readonly before: string
}

interface Entry {
  readonly onDisk: Draft
  /** What the author's changes are changes of: what was on disk then. */
  readonly base: Draft
  readonly edited: Draft
  /** What the last save replaced, until the next change. */
  readonly replaced: Draft | null
  /** What the author had before each switch or revert since the last keystroke, the latest last. */
  readonly undone: readonly Draft[]
}

/** Drafts by their place in the list of policies. */
export class Drafts {
  readonly #entries: Entry[]

  constructor(drafts: readonly Draft[]) {
    this.#entries = drafts.map(unchanged)
  }

  get sites(): readonly string[] {
    return this.#entries.map(({ edited }) => edited.site)
  }

  at(index: number): Draft {
    return this.#entries[index]!.edited
  }

  /** The draft as it was before the author changed it. */
  baseOf(index: number): Draft {
    return this.#entries[index]!.base
  }

  isChanged(index: number): boolean {
    const { base, edited } = this.#entries[index]!
    return !isSame(base, edited)
  }

  /** What the list of changes compares a draft with: the disk, or what the last save replaced; null: it shows nothing. */
  comparedWith(index: number): Draft | null {
    const { base, replaced } = this.#entries[index]!
    return this.isChanged(index) ? base : replaced
  }

  get isAnyChanged(): boolean {
    return this.#entries.some((_, index) => this.isChanged(index))
  }

  /** The files that the author has changed. */
  changedFiles(index: number): readonly ChangedFile[] {
    const { base, edited } = this.#entries[index]!
    return [...edited.files].flatMap(([path, text]) => {
      const before = base.files.get(path) ?? ''
      return before === text ? [] : [{ path, base: before, text }]
    })
  }

  edit(index: number, edited: Draft): void {
    this.#entries[index] = { ...this.#entries[index]!, edited, replaced: null, undone: [] }
  }

  /** Takes other files for the author's, until they are undone. */
  set(index: number, edited: Draft): void {
    const entry = this.#entries[index]!
    this.#entries[index] = { ...entry, edited, replaced: null, undone: [...entry.undone, entry.edited] }
  }

  /** Whether the latest change can be undone here. */
  canUndo(index: number): boolean {
    return this.#entries[index]!.undone.length > 0
  }

  /** Gives back what was there before the latest switch or revert. */
  undo(index: number): void {
    const entry = this.#entries[index]!
    const edited = entry.undone.at(-1)
    if (edited !== undefined) this.#entries[index] = { ...entry, edited, undone: entry.undone.slice(0, -1) }
  }

  /** Gives up the author's changes; `undo` gives them back. */
  revert(index: number): void {
    const { onDisk, edited, undone } = this.#entries[index]!
    this.#entries[index] = { ...unchanged(onDisk), undone: [...undone, edited] }
  }

  /** The files that were changed here and on disk. */
  conflicts(index: number): readonly ConflictingFile[] {
    const { onDisk } = this.#entries[index]!
    return this.changedFiles(index)
      .map(({ path, base, text }) => ({ path, mine: text, disk: onDisk.files.get(path) ?? '', before: base }))
      .filter(({ mine, disk, before }) => disk !== before && disk !== mine)
  }

  /** Keeps the author's changes as changes of what is on disk now. */
  keep(index: number): void {
    const { onDisk, edited, undone } = this.#entries[index]!
    this.#entries[index] = { onDisk, base: onDisk, edited, replaced: null, undone }
  }

  /** Notes that a draft is on disk now; the author may have gone on since. */
  saved(index: number, draft: Draft, replaced = this.baseOf(index)): void {
    this.#entries[index] = { onDisk: draft, base: draft, edited: this.at(index), replaced, undone: [] }
  }

  /** Takes over what is on disk now. */
  update(fromDisk: readonly Draft[]): readonly DiskChange[] {
    return fromDisk.flatMap((onDisk): readonly DiskChange[] => {
      const index = this.#entries.findIndex((each) => each.onDisk.site === onDisk.site)
      if (index < 0) return [{ index: this.#entries.push(unchanged(onDisk)) - 1, kind: 'added' }]
      if (isSame(this.#entries[index]!.onDisk, onDisk)) return []
      return [{ index, kind: this.#replace(index, onDisk) }]
    })
  }

  #replace(index: number, onDisk: Draft): DiskChange['kind'] {
    const { base, edited } = this.#entries[index]!
    const mine = this.changedFiles(index)
    if (mine.some((each) => ![each.base, each.text].includes(onDisk.files.get(each.path) ?? ''))) {
      this.#entries[index] = { onDisk, base, edited, replaced: null, undone: [] }
      return 'kept'
    }
    const files = new Map([...onDisk.files, ...mine.map(({ path, text }) => [path, text] as const)])
    this.#entries[index] = { onDisk, base: onDisk, edited: { ...onDisk, files }, replaced: null, undone: [] }
    return 'replaced'
  }
}

function unchanged(draft: Draft): Entry {
  return { onDisk: draft, base: draft, edited: draft, replaced: null, undone: [] }
}

function isSame(a: Draft, b: Draft): boolean {
  return a.files.size === b.files.size && [...a.files].every(([path, text]) => b.files.get(path) === text)
}

/** A text of the editor, which knows `\n` alone, with the line ends of the text that it replaces. */
export function withLineEnds(text: string, before: string): string {
  const end = before.includes('\r\n') ? '\r\n' : /\r/.test(before) ? '\r' : '\n'
  return end === '\n' ? text : text.replaceAll('\n', end)
}

/** The name of a download: the last part of the path after the site's name: downloads of several sites lie in one folder. */
export function downloadName(site: string, path: string): string {
  const file = path.split('/').at(-1)!
  return site === '' ? file : `${site}-${file}`
}

/** What to do with a download; code between backticks. */
export function downloadHelp(site: string): string {
  const folder = site === '' ? 'a folder of its own in `policies`' : `the folder \`${site}\` of your policies`
  return `Put each download into ${folder}, under its name in the tab. Run \`npx --no-install acap check\`, then build or deploy. \`npx --no-install acap diff OLD NEW\` shows what changes between two folders.`
}
