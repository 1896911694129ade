/**
 * The policies of the page: as they are on disk, and as the author has changed them. A change on disk replaces a draft
 * only where the author has changed nothing.
 */
import type { Draft } from './draft.ts'

/** What a change on disk did to one policy. */
export interface DiskChange {
  readonly index: number
  /** `kept`: the author's changes stay, and differ from what is on disk now. */
  readonly kind: 'added' | 'replaced' | 'kept'
}

/** Drafts by their place in the list of policies. */
export class Drafts {
  readonly #onDisk: Draft[]
  readonly #edited: Draft[]

  constructor(drafts: readonly Draft[]) {
    this.#onDisk = [...drafts]
    this.#edited = [...drafts]
  }

  get sites(): readonly string[] {
    return this.#edited.map(({ site }) => site)
  }

  at(index: number): Draft {
    return this.#edited[index]!
  }

  isChanged(index: number): boolean {
    return this.#edited[index] !== this.#onDisk[index]
  }

  get isAnyChanged(): boolean {
    return this.#edited.some((_, index) => this.isChanged(index))
  }

  edit(index: number, draft: Draft): void {
    this.#edited[index] = draft
  }

  /** Gives up the author's changes. */
  revert(index: number): void {
    this.#edited[index] = this.#onDisk[index]!
  }

  /** Takes over what is on disk now. */
  update(fromDisk: readonly Draft[]): readonly DiskChange[] {
    return fromDisk.flatMap((draft) => {
      const index = this.#onDisk.findIndex(({ site }) => site === draft.site)
      if (index < 0) {
        this.#edited.push(draft)
        return { index: this.#onDisk.push(draft) - 1, kind: 'added' }
      }
      return isSame(this.#onDisk[index]!, draft) ? [] : this.#replace(index, draft)
    })
  }

  #replace(index: number, draft: Draft): DiskChange {
    const keepsDraft = this.isChanged(index) && !isSame(this.#edited[index]!, draft)
    this.#onDisk[index] = draft
    if (!keepsDraft) this.#edited[index] = draft
    return { index, kind: keepsDraft ? 'kept' : 'replaced' }
  }
}

function isSame(a: Draft, b: Draft): boolean {
  return a.files.size === b.files.size && [...a.files].every(([path, text]) => b.files.get(path) === text)
}
