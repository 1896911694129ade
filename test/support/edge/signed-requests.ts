/**
 * A signed request, a moment to judge it at, and what it is judged with.
 */
import { beforeEach, onTestFinished, vi } from 'vitest'
import { KeyDirectories } from '../../../src/edge/identity/key-directory.ts'
import { Nonces, type Verification, verifySignature } from '../../../src/edge/identity/signature.ts'
import { capturedLog } from './edge.ts'
import { directoryOf, Signer, type Signing } from './signer.ts'

export const URL_ = 'https://news.test/private/a?b=c'
export const NOW = Date.parse('2026-11-01T06:00:00Z')
export const CREATED = NOW / 1000 - 5

export const signer = await Signer.make()
export const other = await Signer.make()

/** Sets the clock of every test of a file, and keeps its log. */
export function atNow(): void {
  beforeEach(() => {
    capturedLog()
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    onTestFinished(() => void vi.useRealTimers())
  })
}

/** What a signature is judged with; a stranger's, by a client that waits. */
export const verification = (
  fetcher: typeof fetch,
  how: Partial<Verification> = {},
): Verification => ({
  keys: new KeyDirectories(fetcher),
  nonces: new Nonces(),
  hosts: ['news.test', 'www.news.test'],
  now: NOW,
  ticks: NOW,
  isKnown: () => false,
  waits: true,
  keepAlive: () => undefined,
  ...how,
})

/** What is said of a request with these headers. */
export async function verdictOf(
  headers: Record<string, string>,
  keys = directoryOf(signer),
  how: Partial<Verification> = {},
) {
  return verifySignature(new Request(URL_, { headers }), verification(keys.fetcher, how))
}

/** The headers of a request for URL_. */
export const signed = (signing: Partial<Signing> = {}, by = signer) =>
  by.headers({ url: URL_, created: CREATED, ...signing })
