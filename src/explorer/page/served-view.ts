/** The view Served: what crawlers read of the open policy, each part beside what is new in it. */
import { render } from 'preact'
import type { Draft } from '../draft.ts'
import { type EditedSite, hasSameFiles } from '../drafts.ts'
import type { WhatIf } from '../what-if.ts'
import { count } from '../words.ts'
import type { Answer } from './background.ts'
import { byId, isAlone, isInSight } from './element.ts'
import { savedVersions, versionFiles } from './history.ts'
import { html, listingOf } from './html.ts'
import { summariser } from './workers.ts'

/** How many versions are looked at for one that differs. */
const MOST_VERSIONS = 3

/**
 * Shows the policy while the view is open: beside what is on disk, where it was changed, else the
 * version of before.
 */
export async function showServed({ draft, base, isChanged }: EditedSite, whatIf: WhatIf) {
  if (!isInSight('served')) return
  const earlier = isChanged ? { draft: base, since: 'what is on disk' } : await earlierThan(draft)
  const asked = { now: draft, before: earlier?.draft ?? null, whatIf }
  const parts = await summariser.ask('served', asked)
  if (parts === null) return
  const titles = parts.map(({ title }) => title).join(', ')
  const contents = html`<p class="quiet">${count(parts.length, 'part')}: ${titles}</p>`
  const shown = parts.map((part) => partOf(part, earlier?.since ?? null))
  render([contents, shown], byId('served'))
}

/** The latest version of a site's history with other files than it has now. */
async function earlierThan(draft: Draft): Promise<{ draft: Draft; since: string } | null> {
  const versions = isAlone() ? [] : await savedVersions(draft)
  for (const { id, time } of versions.slice(0, MOST_VERSIONS)) {
    const files = (await versionFiles(draft, id)) ?? []
    const version = { ...draft, files: new Map([...draft.files, ...files]) }
    if (!hasSameFiles(version, draft))
      return { draft: version, since: `the version of ${new Date(time).toLocaleString()}` }
  }
  return null
}

/** `since`: what it is compared with; null where no earlier version is known. */
function partOf({ title, text, changed }: Answer<'served'>[number], since: string | null) {
  const isNew = changed.length > 0
  const lines = text.trimEnd().split('\n').length
  const none = since === null ? 'No earlier version is known.' : `Nothing new since ${since}.`
  const news = html`<div>
    <p class="quiet">New since ${since}:</p>
    ${listingOf(`What is new in ${title}`, changed.join('\n'))}
  </div>`
  return html`<section>
    <h2>${title}</h2>
    <p class="quiet">${count(lines, 'line')}. ${isNew ? '' : none}</p>
    <div class="served-part">
      <div>${listingOf(`${title} as served`, text)}</div>
      ${isNew ? news : null}
    </div>
  </section>`
}
