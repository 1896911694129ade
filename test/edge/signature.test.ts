import { describe, expect, test } from 'vitest'
import { verifySignature } from '../../src/edge/identity/signature.ts'
import {
  atNow,
  CREATED,
  other,
  signed,
  signer,
  URL_,
  verdictOf,
  verification,
} from '../support/edge/signed-requests.ts'
import { directoryOf, type Signing } from '../support/edge/signer.ts'

atNow()

describe('a signature holds', () => {
  test('with Signature-Agent as a dictionary', async () => {
    const expected = { kind: 'signed', signer: 'https://bot.test', keyid: signer.keyid }
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
    'from far in the future': [
      'expired',
      () => ({ created: CREATED + 600, expires: CREATED + 700 }),
    ],
    'that does not cover where it goes': [
      'components',
      () => ({ components: '"signature-agent";key="sig1"' }),
    ],
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
    'that names an algorithm that is not its key’s': [
      'mismatch',
      () => ({ alg: 'rsa-pss-sha512' }),
    ],
    'that names no algorithm that there is': ['mismatch', () => ({ alg: 'none' })],
    'that covers a derived component that requests do not have': [
      'components',
      () => ({ components: '"@authority" "signature-agent";key="sig1" "@status"' }),
    ],
    'for another host of the site': ['authority', () => ({ authority: 'www.news.test' })],
    'for another site': ['mismatch', () => ({ authority: 'other.test' })],
    'by a key that is not in the directory': ['unknown-key', () => ({ keyid: other.keyid })],
  }
  for (const [name, [fault, signing]] of Object.entries(FAULTS)) {
    test(name, async () =>
      expect(await verdictOf(await signed(signing()))).toEqual({ kind: 'invalid', fault }),
    )
  }

  test('by another key under a known name', async () => {
    const headers = await signed({ keyid: signer.keyid }, other)
    expect(await verdictOf(headers)).toEqual({ kind: 'invalid', fault: 'mismatch' })
  })

  test('at a site that names a host which no URL can have', async () => {
    const headers = await signed({ authority: 'other.test' })
    const hosts = ['1.2.3.999', 'xn--a.example', 'www.news.test']
    const verdict = await verdictOf(headers, directoryOf(signer), { hosts })
    expect(verdict).toEqual({ kind: 'invalid', fault: 'mismatch' })
  })

  test('that covers an agent that is not there', async () => {
    const { 'signature-agent': _, ...headers } = await signed()
    expect(await verdictOf(headers)).toEqual({ kind: 'invalid', fault: 'components' })
  })

  test('behind four others, which are all that are looked at', async () => {
    const labels = ['a', 'b', 'c', 'd', 'e']
    const signatures = await Promise.all(
      labels.map((label) => signed({ label, expires: label === 'e' ? CREATED + 60 : CREATED + 1 })),
    )
    const joined = (some: typeof signatures) =>
      Object.fromEntries(
        Object.keys(some[0]!).map((name) => [name, some.map((each) => each[name]).join(', ')]),
      )
    expect(await verdictOf(joined(signatures))).toEqual({ kind: 'invalid', fault: 'expired' })
    expect(await verdictOf(joined(signatures.slice(1)))).toMatchObject({ kind: 'signed' })
  })

  test('that was used before', async () => {
    const request = new Request(URL_, { headers: await signed({ nonce: 'once' }) })
    const how = verification(directoryOf(signer).fetcher)
    expect(await verifySignature(request, how)).toMatchObject({ kind: 'signed' })
    expect(await verifySignature(request, how)).toEqual({ kind: 'invalid', fault: 'replayed' })
  })

  test('that cannot be read', async () => {
    const headers = await signed()
    for (const broken of [
      { signature: 'sig1=:%:' },
      { signature: '' },
      { 'signature-agent': 'sig1="' },
    ]) {
      expect(await verdictOf({ ...headers, ...broken })).toEqual({
        kind: 'invalid',
        fault: 'malformed',
      })
    }
  })
})

describe('nothing is said of a signature', () => {
  test('that is not there, or not for us', async () => {
    expect(await verdictOf({})).toEqual({ kind: 'unsigned' })
    expect(await verdictOf(await signed({ tag: 'something-else' }))).toEqual({
      kind: 'unverified',
      fault: 'tag',
    })
  })

  test('by a clock a little ahead of ours', async () => {
    expect(await verdictOf(await signed({ created: CREATED + 20 }))).toEqual({
      kind: 'unverified',
      fault: 'clock',
    })
  })

  test('that covers what cannot be rebuilt', async () => {
    const components = '"@authority" "signature-agent";key="sig1" "@query-param";name="b"'
    expect(await verdictOf(await signed({ components }))).toEqual({
      kind: 'unverified',
      fault: 'unsupported',
    })
  })

  test('whose agent is not a public server, which is not asked', async () => {
    const names = [
      'localhost',
      'intranet',
      'LOCALHOST',
      'Intranet',
      'loc%61lhost',
      'a.internal',
      'x.home.arpa',
      'b.local',
    ]
    const dotted = names.flatMap((name) =>
      ['', '.', '..', '%2e', '\u3002', '\uff0e'].map((end) => name + end),
    )
    const addresses = [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '10.0.0.1.',
      '\uff11\uff12\uff17.1',
      '[::1]',
    ]
    const others = [
      'bot.test.',
      'bot.test:8443',
      'user@bot.test',
      'a.lan',
      'a.localdomain',
      'a.b.onion',
      'bot.test#x',
    ]
    const headers = await signed()
    for (const host of [...dotted, ...addresses, ...others]) {
      // A header holds ASCII; a request that a program builds may hold more.
      const agent = `sig1="https://${host}"`
      const request = new Request(URL_, { headers })
      const get = (name: string) => (name === 'signature-agent' ? agent : request.headers.get(name))
      const odd = {
        url: URL_,
        method: 'GET',
        headers: { get, has: (name: string) => get(name) !== null },
      }
      const keys = directoryOf(signer)
      const verdict = await verifySignature(odd as unknown as Request, verification(keys.fetcher))
      expect([host, verdict.kind === 'signed', keys.asked]).toEqual([host, false, []])
    }
  })
})
