/** What a client waits for keys, and what nonces cost. */
import { describe, expect, test, vi } from 'vitest'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import { Nonces, verifySignature } from '../../src/edge/identity/signature.ts'
import { keyLocation } from '../../src/words/key-location.ts'
import {
  atNow,
  NOW,
  signed,
  signer,
  URL_,
  verdictOf,
  verification,
} from '../support/edge/signed-requests.ts'
import { directoryOf } from '../support/edge/signer.ts'

atNow()

describe('waiting for keys', () => {
  /** Directories that never answer, and how often they were asked. */
  const silent = () => {
    const asked: string[] = []
    const fetcher = ((input: unknown) => {
      asked.push(String(input))
      return new Promise(() => undefined)
    }) as unknown as typeof fetch
    return { asked, fetcher }
  }
  const fourAgents = async () => {
    const all = await Promise.all(
      ['a', 'b', 'c', 'd'].map((label) => signed({ label, agent: `https://${label}.test` })),
    )
    return Object.fromEntries(
      Object.keys(all[0]!).map((name) => [name, all.map((each) => each[name]).join(', ')]),
    )
  }

  test('a client that does not wait has its answer at once, and its keys are fetched meanwhile', async () => {
    const keys = directoryOf(signer)
    const work: Promise<unknown>[] = []
    const how = verification(keys.fetcher, { waits: false, keepAlive: (each) => work.push(each) })
    const request = new Request(URL_, { headers: await signed() })
    expect(await verifySignature(request, how)).toEqual({ kind: 'unverified', fault: 'unread' })
    await Promise.all(work)
    expect(await verifySignature(request, how)).toMatchObject({ kind: 'signed' })
    expect(keys.asked).toHaveLength(1)
  })

  test('a client that does not wait never does, with any request', async () => {
    const keys = silent()
    expect(await verdictOf(await fourAgents(), keys, { waits: false })).toEqual({
      kind: 'unverified',
      fault: 'unread',
    })
    expect(keys.asked).toHaveLength(1)
  })

  test('a crawler waits two seconds in all, for one directory', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW })
    const keys = silent()
    const verdict = verdictOf(await fourAgents(), keys)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.advanceTimersByTime(2000)
    expect(await verdict).toEqual({ kind: 'unverified', fault: 'unread' })
    expect(keys.asked).toEqual(['https://a.test/.well-known/http-message-signatures-directory'])
  })

  test('nobody waits for a fetch that can no longer settle', async () => {
    const directories = new KeyDirectories(silent().fetcher)
    const location = keyLocation('https://bot.test')!
    const at = (now: number) =>
      directories.lookUp(location, 'x', { isKnown: true, mayFetch: true, ticks: now }).pending
    expect([at(NOW) !== null, at(NOW + 1999) !== null, at(NOW + 2000), at(NOW + 59_000)]).toEqual([
      true,
      true,
      null,
      null,
    ])
    expect(at(NOW + 60_000)).not.toBeNull()
  })

  test('headers of any length take no time', async () => {
    const long = {
      'signature-input': `sig1=("@authority"${' "x"'.repeat(20_000)});tag="web-bot-auth"`,
    }
    expect(await verdictOf({ ...(await signed()), ...long })).toEqual({
      kind: 'invalid',
      fault: 'malformed',
    })
  })
})

describe('nonces', () => {
  test('cost the same however long they are, and those of strangers push out none of known signers', async () => {
    const nonces = new Nonces()
    const until = NOW + 60_000
    expect(await nonces.take('https://bot.test', 'once', true, until, NOW)).toBe(true)
    for (let i = 0; i < 3000; i++)
      await nonces.take('https://x.test', `${i}${'x'.repeat(1000)}`, false, until, NOW)
    expect(await nonces.take('https://bot.test', 'once', true, until, NOW)).toBe(false)
    expect(await nonces.take('https://bot.test', 'once', true, until + 1, until + 1)).toBe(true)
  })
})
