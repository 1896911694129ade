/**
 * Fetches the versions of a site that the server keeps, for the list “Earlier versions”
 * (saving.ts): each Save makes one (server/save-files.ts). Not the history of Undo, which is in
 * drafts.ts.
 */
import type { Draft } from '../draft.ts'
import { FOUND_ON_DISK } from '../site-files.ts'
import { isAlone } from './element.ts'

interface SiteVersion {
  readonly id: string
  readonly time: string
  /** What the Save changed, in words. */
  readonly effect: string
  /** Why, in the author's words. */
  readonly comment: string
}

/** The latest first. */
export async function savedVersions({ site }: Draft): Promise<readonly SiteVersion[]> {
  return (await sent<readonly SiteVersion[]>({ site })) ?? []
}

/** The text of each file of a version; null where the server does not have it. */
export async function versionFiles({ site }: Draft, version: string) {
  const found = await sent<{ readonly files: Readonly<Record<string, string>> }>({ site, version })
  return found && Object.entries(found.files)
}

/** How many Saves a page that is loaded looks back at. */
const MOST_SAVES = 6

/** What each of the last Saves left, what it replaced, and when: the latest first. */
export async function lastSaves(draft: Draft) {
  if (draft.site === '' || isAlone()) return []
  const versions = (await savedVersions(draft)).slice(0, MOST_SAVES + 1)
  const files = await Promise.all(versions.map(({ id }) => versionFiles(draft, id)))
  const drafts = files.map((each) => each && { ...draft, files: new Map(each) })
  return versions.slice(0, -1).flatMap(({ time, effect }, i) => {
    const [now, was] = [drafts[i], drafts[i + 1]]
    return now && was && effect !== FOUND_ON_DISK ? [{ now, was, time }] : []
  })
}

async function sent<T>(query: Readonly<Record<string, string>>): Promise<T | null> {
  const response = await fetch(`history.json?${new URLSearchParams(query)}`).catch(() => null)
  return response?.ok ? ((await response.json()) as T) : null
}
