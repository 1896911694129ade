/** The list of sites, from which one is picked to be edited. */
import type { Draft } from '../draft.ts'
import { EditedSite } from '../drafts.ts'
import { byId } from './element.ts'

export class SitePicker {
  readonly #list = byId<HTMLSelectElement>('site')
  readonly #sites: EditedSite[] = []

  constructor(drafts: readonly Draft[], open: (site: string) => void) {
    this.#list.addEventListener('change', () => open(this.#list.value))
    for (const draft of drafts) this.#add(draft)
  }

  get hasChanges(): boolean {
    return this.#sites.some(({ isChanged }) => isChanged)
  }

  /** The site of this name; the first where none has it. */
  pick(name: string | null): EditedSite {
    const site = this.#sites.find(({ draft }) => draft.site === name) ?? this.#sites[0]!
    this.#list.value = site.draft.site
    return site
  }

  /** Takes over what is on disk; the sites for which that is news. */
  update(fromDisk: readonly Draft[]): readonly EditedSite[] {
    return fromDisk.flatMap((onDisk) => {
      const known = this.#sites.find(({ draft }) => draft.site === onDisk.site)
      if (known === undefined) this.#add(onDisk)
      return known?.update(onDisk) ? [known] : []
    })
  }

  #add(draft: Draft): void {
    this.#sites.push(new EditedSite(draft))
    const { site } = draft
    this.#list.append(new Option(site || 'A new policy', site))
  }
}
