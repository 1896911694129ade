/** The open policy and its earlier versions → the view Served: what crawlers read, and what is new in it. */
import type { Draft } from '../draft.ts'
import type { WhatIf } from '../what-if.ts'
import type { Background } from './background.ts'
import { isInSight } from './element.ts'
import { showServed } from './policy-views.ts'

interface Version {
  readonly id: string
  readonly time: string
}

interface EditedState {
  readonly draft: Draft
  readonly base: Draft
  readonly isChanged: boolean
}

export class ServedView {
  readonly #background: Background

  constructor(background: Background) {
    this.#background = background
  }

  /** Shows the policy while the view is open: beside what is on disk, where it was changed, else the version of before. */
  async show({ draft, base, isChanged }: EditedState, whatIf: WhatIf): Promise<void> {
    if (!isInSight('served')) return
    const earlier = isChanged ? { draft: base, since: 'what is on disk' } : await earlierThan(draft)
    const asked = { now: draft, before: earlier?.draft ?? null, whatIf }
    const parts = await this.#background.ask('served', asked)
    if (parts !== null) showServed(parts, earlier?.since ?? null)
  }
}

/** The latest version of a site's history with other files than it has now. */
async function earlierThan(draft: Draft): Promise<{ draft: Draft; since: string } | null> {
  const { site } = draft
  if (document.documentElement.hasAttribute('data-alone')) return null
  const versions = (await sent<readonly Version[]>({ site })) ?? []
  for (const { id, time } of versions.slice(0, 3)) {
    const version = await sent<{ readonly files: Readonly<Record<string, string>> }>({
      site,
      version: id,
    })
    const files = Object.entries(version?.files ?? {})
    if (files.some(([path, text]) => draft.files.get(path) !== text))
      return {
        draft: { site, files: new Map([...draft.files, ...files]) },
        since: `the version of ${new Date(time).toLocaleString()}`,
      }
  }
  return null
}

async function sent<T>(query: Readonly<Record<string, string>>): Promise<T | null> {
  const response = await fetch(`history.json?${new URLSearchParams(query)}`).catch(() => null)
  return response?.ok ? ((await response.json()) as T) : null
}
