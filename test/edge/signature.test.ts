import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import { Nonces, verifySignature } from '../../src/edge/identity/signature.ts'
import { capturedLog } from '../support/edge.ts'
import { directoryOf, Signer, type Signing } from '../support/signer.ts'

const URL_ = 'https://news.test/private/a?b=c'
const NOW = Date.parse('2026-11-01T06:00:00Z')
const CREATED = NOW / 1000 - 5

let signer: Signer
let other: Signer
beforeAll(async () => {
  signer = await Signer.make()
  other = await Signer.make()
})

beforeEach(() => {
  capturedLog()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
})

const memoryOf = (fetcher: typeof fetch) => ({ directories: new KeyDirectories(fetcher), nonces: new Nonces() })

/** What is said of a request with these headers. */
async function verdictOf(headers: Record<string, string>, keys = directoryOf(signer), now = NOW) {
  const request = new Request(URL_, { headers })
  return verifySignature(request, memoryOf(keys.fetcher), ['news.test', 'www.news.test'], now)
}

const signed = (signing: Partial<Signing> = {}, by = signer) => by.headers({ url: URL_, created: CREATED, ...signing })

describe('a signature holds', () => {
  test('with Signature-Agent as a dictionary', async () => {
    const expected = { kind: 'signed', agent: 'https://bot.test', keyid: signer.keyid }
    expect(await verdictOf(await signed())).toEqual(expected)
  })

  test('with Signature-Agent as a string', async () => {
    expect(await verdictOf(await signed({ legacy: true }))).toMatchObject({ kind: 'signed' })
  })

  test('with the name of its algorithm', async () => {
    expect(await verdictOf(await signed({ alg: 'ed25519' }))).toMatchObject({ kind: 'signed' })
  })

  test('over the whole target', async () => {
    const components = '"@target-uri" "signature-agent";key="sig1"'
    expect(await verdictOf(await signed({ components }))).toMatchObject({ kind: 'signed' })
  })

  test('among several labels', async () => {
    const bad = await signed({ label: 'a', expires: CREATED + 1 })
    const good = await signed({ label: 'b' })
    const foreign = await signed({ label: 'c', tag: 'something-else' })
    const both = Object.fromEntries(
      Object.keys(good).map((name) => [name, [foreign, bad, good].map((h) => h[name]).join(', ')]),
    )
    expect(await verdictOf(both)).toMatchObject({ kind: 'signed' })
  })
})

describe('a signature does not hold, and it is said why', () => {
  const FAULTS: Record<string, readonly [fault: string, signing: () => Partial<Signing>]> = {
    'that has expired': ['expired', () => ({ created: CREATED - 100, expires: CREATED - 1 })],
    'that is valid for more than a day': ['expired', () => ({ expires: CREATED + 86_401 })],
    'from far in the future': ['expired', () => ({ created: CREATED + 600, expires: CREATED + 700 })],
    'that does not cover where it goes': ['components', () => ({ components: '"signature-agent";key="sig1"' })],
    'that does not cover its agent': ['components', () => ({ components: '"@authority"' })],
    'with a component that is not understood': [
      'components',
      () => ({ components: '"@authority";req "signature-agent";key="sig1"' }),
    ],
    'that covers one component twice': [
      'components',
      () => ({ components: '"@authority" "signature-agent";key="sig1" "@authority"' }),
    ],
    'that covers a header that is not there': [
      'components',
      () => ({ components: '"@authority" "signature-agent";key="sig1" "x-absent"' }),
    ],
    'that names an algorithm that is not its key’s': ['mismatch', () => ({ alg: 'rsa-pss-sha512' })],
    'that names no algorithm that there is': ['mismatch', () => ({ alg: 'none' })],
    'for another host of the site': ['authority', () => ({ authority: 'www.news.test' })],
    'for another site': ['mismatch', () => ({ authority: 'other.test' })],
    'by a key that is not in the directory': ['unknown-key', () => ({ keyid: other.keyid })],
  }
  for (const [name, [fault, signing]] of Object.entries(FAULTS)) {
    test(name, async () => expect(await verdictOf(await signed(signing()))).toEqual({ kind: 'invalid', fault }))
  }

  test('by another key under a known name', async () => {
    const headers = await signed({ keyid: signer.keyid }, other)
    expect(await verdictOf(headers)).toEqual({ kind: 'invalid', fault: 'mismatch' })
  })

  test('that covers an agent that is not there', async () => {
    const { 'signature-agent': _, ...headers } = await signed()
    expect(await verdictOf(headers)).toEqual({ kind: 'invalid', fault: 'components' })
  })

  test('that was used before', async () => {
    const request = new Request(URL_, { headers: await signed({ nonce: 'once' }) })
    const memory = memoryOf(directoryOf(signer).fetcher)
    expect(await verifySignature(request, memory, [], NOW)).toMatchObject({ kind: 'signed' })
    expect(await verifySignature(request, memory, [], NOW)).toEqual({ kind: 'invalid', fault: 'replayed' })
  })

  test('that cannot be read', async () => {
    const headers = await signed()
    for (const broken of [{ signature: 'sig1=:%:' }, { signature: '' }, { 'signature-agent': 'sig1="' }]) {
      expect(await verdictOf({ ...headers, ...broken })).toEqual({ kind: 'invalid', fault: 'malformed' })
    }
  })
})

describe('nothing is said of a signature', () => {
  test('that is not there, or not for us', async () => {
    expect(await verdictOf({})).toEqual({ kind: 'unsigned' })
    expect(await verdictOf(await signed({ tag: 'something-else' }))).toEqual({ kind: 'unsigned' })
  })

  test('by a clock a little ahead of ours', async () => {
    expect(await verdictOf(await signed({ created: CREATED + 20 }))).toEqual({ kind: 'unverified' })
  })

  test('whose agent is no public https server', async () => {
    for (const agent of [
      'http://bot.test',
      'https://127.0.0.1',
      'https://[::1]',
      'https://localhost',
      'https://a.internal',
    ]) {
      const keys = directoryOf(signer)
      expect([agent, await verdictOf(await signed({ agent }), keys)]).toEqual([agent, { kind: 'unverified' }])
      expect(keys.asked).toEqual([])
    }
  })
})

describe('a directory', () => {
  const answers = (make: () => Response | Promise<Response>) => {
    let asked = 0
    const fetcher = (async () => {
      asked++
      return make()
    }) as unknown as typeof fetch
    return { fetcher, asked: () => asked }
  }
  const type = { 'content-type': 'application/http-message-signatures-directory+json' }
  const REFUSED: Record<string, () => Response> = {
    'that redirects': () => new Response(null, { status: 302, headers: { location: 'https://other.test/' } }),
    'that fails': () => new Response('', { status: 500, headers: type }),
    'that is no directory': () => new Response('{"keys":[]}', { headers: { 'content-type': 'text/html' } }),
    'that is too large': () => new Response(`{"keys":[],"x":"${'x'.repeat(70_000)}"}`, { headers: type }),
    'that holds no keys': () => new Response('[]', { headers: type }),
  }
  for (const [name, make] of Object.entries(REFUSED)) {
    test(`${name} proves nothing`, async () => {
      const { fetcher } = answers(make)
      expect(await verdictOf(await signed(), { fetcher, asked: [] })).toEqual({ kind: 'unverified' })
    })
  }

  test('is asked over https, at its well-known place, without redirects, once for many requests', async () => {
    const keys = directoryOf(signer)
    const directories = new KeyDirectories(keys.fetcher)
    const bot = new URL('https://bot.test/ignored')
    await Promise.all(Array.from({ length: 9 }, () => directories.keys(bot, 'directory', signer.keyid, NOW)))
    await directories.keys(bot, 'directory', signer.keyid, NOW + 60_000)
    expect(keys.asked).toEqual(['https://bot.test/.well-known/http-message-signatures-directory manual'])
  })

  test('that goes down keeps its keys, and is not asked again at once', async () => {
    let up = true
    const { fetcher, asked } = answers(() =>
      up ? new Response(JSON.stringify({ keys: [signer.jwk] }), { headers: type }) : new Response('', { status: 503 }),
    )
    const directories = new KeyDirectories(fetcher)
    const bot = new URL('https://bot.test')
    await directories.keys(bot, 'directory', signer.keyid, NOW)
    up = false
    const later = NOW + 2 * 60 * 60_000
    expect((await directories.keys(bot, 'directory', signer.keyid, later))?.has(signer.keyid)).toBe(true)
    await directories.keys(bot, 'directory', signer.keyid, later + 1000)
    expect(asked()).toBe(2)
  })

  test('that has a new key is asked again, within reason', async () => {
    const { fetcher, asked } = answers(() => new Response(JSON.stringify({ keys: [signer.jwk] }), { headers: type }))
    const directories = new KeyDirectories(fetcher)
    const bot = new URL('https://bot.test')
    for (const later of [0, 1000, 61_000, 62_000]) await directories.keys(bot, 'directory', other.keyid, NOW + later)
    expect(asked()).toBe(2)
  })

  test('never proves the keys that RFC 9421 publishes', async () => {
    const published = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }
    const { fetcher } = answers(() => new Response(JSON.stringify({ keys: [published] }), { headers: type }))
    const keyid = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'
    expect(await verdictOf(await signed({ keyid }), { fetcher, asked: [] })).toEqual({
      kind: 'invalid',
      fault: 'unknown-key',
    })
  })

  test('is one of at most 256 that are kept', async () => {
    const { fetcher, asked } = answers(() => new Response('', { status: 404 }))
    const directories = new KeyDirectories(fetcher)
    const ask = (i: number) => directories.keys(new URL(`https://bot${i}.test`), 'directory', 'x', NOW)
    for (let i = 0; i < 300; i++) await ask(i)
    await ask(299)
    expect(asked()).toBe(300)
    await ask(0)
    expect(asked()).toBe(301)
  })
})
