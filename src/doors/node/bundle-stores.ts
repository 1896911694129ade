/**
 * Stores for Node, Deno and Bun: of one bundle, in a file or at a URL, and of what `acap publish`
 * fills, a folder or one behind https. A bundle is whole: its hash has been made again. Where
 * nothing has changed it is the same object as before.
 */

import { checkArgument } from '../../base/check-argument.ts'
import type { BundleStore } from '../../edge/platform.ts'
import { BUNDLE_KEY } from '../../edge/policies.ts'
import { damageIn, IDENTITY_SIZE } from '../../program/decode.ts'

const DEADLINE_MS = 30_000
const MAX_BYTES = 64 * 1024 * 1024

/**
 * A bundle in a file that `acap build --out` writes. The edge looks at the file every 30 seconds,
 * so a newer one counts within that time.
 *
 * @param path The file.
 * @throws TypeError without a path.
 * @example
 * nodeMiddleware(readFileSync('dist/policies.bin'), {
 *   bundles: fileBundle('dist/policies.bin'),
 * })
 */
export function fileBundle(path: string): BundleStore {
  if (typeof path !== 'string' || path === '')
    throw new TypeError(
      "fileBundle() needs the path of a bundle, such as `fileBundle('dist/policies.bin')`",
    )
  return storeOf(async (last) => {
    const { stat } = await import('node:fs/promises')
    // Copies keep the time of the last change of the content, and the number of a file is soon
    // another file's.
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path)
    const version = `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
    return version === last ? null : { version, bytes: await boundedFile(path) }
  })
}

/**
 * A bundle at an https URL; http is for this machine alone. Redirects are not followed.
 *
 * @param url The bundle's address.
 * @param ask What fetches it. @default fetch
 * @throws TypeError for another URL.
 * @example nodeMiddleware(bundle, { bundles: urlBundle('https://www.example.com/policies.bin') })
 */
export function urlBundle(url: string, ask: typeof fetch = fetch): BundleStore {
  const address = secureUrl(url)
  return storeOf(async (last) => {
    const headers: HeadersInit = last === null ? {} : { 'if-none-match': last }
    const answer = await answerOf(ask, address, {
      headers,
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    if (answer.status === 200)
      return { version: answer.headers.get('etag'), bytes: await boundedBody(answer) }
    await answer.body?.cancel()
    if (answer.status === 304 && last !== null) return null
    throw new Error(`${address.href} answered ${answer.status}`)
  })
}

async function answerOf(ask: typeof fetch, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await ask(url, { ...init, redirect: 'error' })
  } catch (fault) {
    const { cause, message } = fault as Error & {
      readonly cause?: { readonly message?: string; readonly code?: string }
    }
    throw new Error(`${url.href}: ${cause?.message || cause?.code || message}`)
  }
}

/** The URL of policies. @throws TypeError where it is not https, nor http on this machine. */
function secureUrl(text: string): URL {
  if (typeof text !== 'string' || !URL.canParse(text))
    throw new TypeError(
      `\`${String(text)}\` is no URL, such as \`https://www.example.com/policies.bin\``,
    )
  const url = new URL(text)
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) return url
  throw new TypeError(`\`${text}\` is not https: policies could be replaced on their way`)
}

interface Found {
  /** What tells it from the next one; null: it must be read to know. */
  readonly version: string | null
  readonly bytes: Uint8Array
}

/** A store of what `find` finds; `find` gives null where that is still the last version. */
function storeOf(find: (last: string | null) => Promise<Found | null>): BundleStore {
  let version: string | null = null
  let bundle: ArrayBuffer | null = null
  return {
    async get(key) {
      if (key !== BUNDLE_KEY) return null
      const found = await find(version)
      if (found === null) return bundle
      const { bytes } = found
      const buffer = bytes.buffer.slice(
        bytes.byteOffset,
        bytes.byteOffset + bytes.byteLength,
      ) as ArrayBuffer
      const damage = await damageIn(buffer)
      if (damage !== null) throw new Error(damage)
      if (bundle === null || !isSame(bundle, buffer)) bundle = buffer
      version = found.version
      return bundle
    },
  }
}

/**
 * A regular file of at most MAX_BYTES: a device has no end, and opening a pipe takes one of the few
 * threads of the process.
 */
async function boundedFile(path: string): Promise<Uint8Array> {
  const { readFile, stat } = await import('node:fs/promises')
  const stats = await stat(path)
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`)
  if (stats.size > MAX_BYTES) throw new Error(`${path} has more than ${MAX_BYTES} bytes`)
  return readFile(path)
}

async function boundedBody(answer: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > MAX_BYTES) throw new Error(`${answer.url} has more than ${MAX_BYTES} bytes`)
    pieces.push(piece)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/**
 * Whether two whole bundles are equal. To compare all of large ones would hold every request of the
 * process.
 */
function isSame(a: ArrayBuffer, b: ArrayBuffer): boolean {
  const other = new Uint8Array(b, 0, IDENTITY_SIZE)
  return new Uint8Array(a, 0, IDENTITY_SIZE).every((octet, i) => octet === other[i])
}

const VALUE_DEADLINE_MS = 10_000

/** The store in a folder, or at an https URL. @throws TypeError for another URL. */
export function storeAt(place: string): BundleStore {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(place) ? urlStore(place) : folderStore(place)
}

/**
 * Values as files of a folder, by their keys.
 *
 * @param folder The folder that `acap publish` fills.
 * @throws TypeError for what is no path.
 * @example nodeMiddleware(bundle, { bundles: folderStore('/srv/policies') })
 */
export function folderStore(folder: string): BundleStore {
  checkArgument(typeof folder === 'string', 'folderStore', 'folder', 'the path of a folder')
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
 * Values below an https URL, by their keys; http is for this machine alone. Redirects are not
 * followed.
 *
 * @param url Where the keys begin.
 * @param ask What fetches them. @default fetch
 * @throws TypeError for another URL.
 * @example nodeMiddleware(bundle, { bundles: urlStore('https://policies.example.com/') })
 */
export function urlStore(url: string, ask: typeof fetch = fetch): BundleStore {
  const base = secureUrl(`${url}`.endsWith('/') ? url : `${url}/`)
  return {
    async get(key) {
      const answer = await answerOf(ask, new URL(key, base), {
        signal: AbortSignal.timeout(VALUE_DEADLINE_MS),
      })
      if (answer.status === 200) return new Uint8Array(await boundedBody(answer)).buffer
      await answer.body?.cancel()
      if (answer.status === 404) return null
      throw new Error(`${base.href}${key} answered ${answer.status}`)
    },
  }
}
