/**
 * Stores of policies for Node, Deno and Bun: a folder, or a folder behind https. `acap publish` fills them. A value names
 * the hash that it must have, and the edge looks.
 */
import type { BundleStore } from '../../edge/platform.ts'
import { answerOf, boundedBody, boundedFile, secureUrl } from './bundle-stores.ts'

/** What a download may take, in milliseconds. */
const DEADLINE_MS = 10_000

/** The store in a folder, or at an https URL. @throws TypeError for another URL. */
export function storeAt(place: string): BundleStore {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(place) ? urlStore(place) : folderStore(place)
}

/** Values as files of a folder, by their keys. */
export function folderStore(folder: string): BundleStore {
  return {
    async get(key) {
      try {
        return new Uint8Array(await boundedFile(`${folder}/${key}`)).buffer
      } catch (fault) {
        if ((fault as { code?: unknown }).code === 'ENOENT') return null
        throw fault
      }
    },
  }
}

/**
 * Values below an https URL, by their keys; http is for this machine alone. Redirects are not followed.
 * @throws TypeError for another URL.
 */
export function urlStore(url: string, ask: typeof fetch = fetch): BundleStore {
  const base = secureUrl(url.endsWith('/') ? url : `${url}/`)
  return {
    async get(key) {
      const answer = await answerOf(ask, new URL(key, base), { signal: AbortSignal.timeout(DEADLINE_MS) })
      if (answer.status === 200) return new Uint8Array(await boundedBody(answer)).buffer
      await answer.body?.cancel()
      if (answer.status === 404) return null
      throw new Error(`${base.href}${key} answered ${answer.status}`)
    },
  }
}
