import { describe, expect, test, vi } from 'vitest'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import { verifySignature } from '../../src/edge/identity/signature.ts'
import { type KeyLocation, keyLocation } from '../../src/words/key-location.ts'
import {
  atNow,
  CREATED,
  NOW,
  other,
  signed,
  signer,
  URL_,
  verdictOf,
  verification,
} from '../support/edge/signed-requests.ts'
import { directoryOf } from '../support/edge/signer.ts'
import { TEST_KEYS } from '../support/edge/test-keys.ts'

atNow()

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
    'that redirects': () =>
      new Response(null, { status: 302, headers: { location: 'https://other.test/' } }),
    'that fails': () => new Response('', { status: 500, headers: type }),
    'that is not a directory': () =>
      new Response('{"keys":[]}', { headers: { 'content-type': 'text/html' } }),
    'that is too large': () =>
      new Response(`{"keys":[],"x":"${'x'.repeat(70_000)}"}`, { headers: type }),
    'that holds no keys': () => new Response('[]', { headers: type }),
  }
  for (const [name, make] of Object.entries(REFUSED)) {
    test(`${name} proves nothing`, async () => {
      const { fetcher } = answers(make)
      expect(await verdictOf(await signed(), { fetcher, asked: [] })).toEqual({
        kind: 'unverified',
        fault: 'unread',
      })
    })
  }

  const bot = keyLocation('https://bot.test')!
  const look = (
    directories: KeyDirectories,
    keyid: string,
    now: number,
    location: KeyLocation = bot,
    isKnown = false,
  ) => directories.lookUp(location, keyid, { isKnown, mayFetch: true, ticks: now })
  const read = async (directories: KeyDirectories, keyid: string, now: number) => {
    await look(directories, keyid, now).pending
    return look(directories, keyid, now)
  }

  test('is asked over https, at its well-known place, without redirects, once for many requests', async () => {
    const keys = directoryOf(signer)
    const directories = new KeyDirectories(keys.fetcher)
    await Promise.all(Array.from({ length: 9 }, () => look(directories, signer.keyid, NOW).pending))
    await read(directories, signer.keyid, NOW + 60_000)
    expect(keys.asked).toEqual([
      'https://bot.test/.well-known/http-message-signatures-directory manual',
    ])
  })

  test('that goes down keeps its keys, and is not asked again at once', async () => {
    let up = true
    const { fetcher, asked } = answers(() =>
      up
        ? new Response(JSON.stringify({ keys: [signer.jwk] }), { headers: type })
        : new Response('', { status: 503 }),
    )
    const directories = new KeyDirectories(fetcher)
    await read(directories, signer.keyid, NOW)
    up = false
    const later = NOW + 2 * 60 * 60_000
    expect((await read(directories, signer.keyid, later)).keys?.has(signer.keyid)).toBe(true)
    await read(directories, signer.keyid, later + 1000)
    expect(asked()).toBe(2)
  })

  test('that has a new key is asked again, within reason', async () => {
    const { fetcher, asked } = answers(
      () => new Response(JSON.stringify({ keys: [signer.jwk] }), { headers: type }),
    )
    const directories = new KeyDirectories(fetcher)
    for (const later of [0, 1000, 61_000, 62_000]) await read(directories, other.keyid, NOW + later)
    expect(asked()).toBe(2)
  })

  test('that cannot be asked again is no evidence against a key that it did not have', async () => {
    let up = true
    const { fetcher } = answers(() =>
      up
        ? new Response(JSON.stringify({ keys: [other.jwk] }), { headers: type })
        : new Response('', { status: 503 }),
    )
    const how = verification(fetcher)
    const request = async () => new Request(URL_, { headers: await signed() })
    expect(await verifySignature(await request(), how)).toEqual({
      kind: 'invalid',
      fault: 'unknown-key',
    })
    up = false
    expect(
      await verifySignature(await request(), { ...how, now: NOW + 1000, ticks: NOW + 1000 }),
    ).toMatchObject({
      kind: 'invalid',
    })
    vi.setSystemTime(NOW + 30_000)
    const later = { ...how, now: NOW + 60_000, ticks: NOW + 60_000 }
    const lasting = new Request(URL_, { headers: await signed({ expires: CREATED + 3600 }) })
    expect(await verifySignature(lasting, later)).toEqual({ kind: 'unverified', fault: 'unread' })
  })

  test('never proves the keys that RFC 9421 publishes, however they are spelled', async () => {
    for (const { keyid, spellings } of TEST_KEYS) {
      for (const published of spellings) {
        const keys = answers(
          () => new Response(JSON.stringify({ keys: [published] }), { headers: type }),
        )
        const { keys: read } = await new Promise<ReturnType<typeof look>>((resolve) => {
          const directories = new KeyDirectories(keys.fetcher)
          void look(directories, keyid, NOW).pending!.then(() =>
            resolve(look(directories, keyid, NOW)),
          )
        })
        expect([published, read?.size]).toEqual([published, 0])
      }
    }
  })

  test('has no more than sixteen keys read', async () => {
    const keys = Array.from({ length: 17 }, (_, i) => (i === 16 ? signer.jwk : other.jwk))
    const { fetcher } = answers(() => new Response(JSON.stringify({ keys }), { headers: type }))
    const { keys: found } = await read(new KeyDirectories(fetcher), signer.keyid, NOW)
    expect([...found!.keys()]).toEqual([other.keyid])
  })

  test('has no more of a key kept than verifying takes', async () => {
    const junk = { ...signer.jwk, x5c: ['A'.repeat(60_000)] }
    const { fetcher } = answers(
      () => new Response(JSON.stringify({ keys: [junk] }), { headers: type }),
    )
    const { keys } = await read(new KeyDirectories(fetcher), signer.keyid, NOW)
    expect(JSON.stringify([...keys!]).length).toBeLessThan(1000)
  })

  test('of an RSA key takes only sizes that cost little', async () => {
    const n = 'r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1GH45x28Rw3Ry53mm-'
    const keys = [
      { kty: 'RSA', n: n.repeat(40), e: 'AQAB' },
      { kty: 'RSA', n: n.repeat(4), e: n.repeat(4) },
      { kty: 'RSA', n: 'AQAB', e: 'AQAB' },
    ]
    const { fetcher } = answers(() => new Response(JSON.stringify({ keys }), { headers: type }))
    expect((await read(new KeyDirectories(fetcher), 'x', NOW)).keys?.size).toBe(0)
  })

  test('of a stranger is one of few that are asked in a minute; those of known signers are asked still', async () => {
    const { fetcher, asked } = answers(() => new Response('', { status: 404 }))
    const directories = new KeyDirectories(fetcher)
    for (let i = 0; i < 1000; i++)
      look(directories, 'x', NOW + i, keyLocation(`https://bot${i}.test`)!)
    expect(asked()).toBe(10)
    look(directories, 'x', NOW + 1000, bot, true)
    expect(asked()).toBe(11)
    for (let i = 0; i < 1000; i++)
      look(directories, 'x', NOW + 60_000 + i, keyLocation(`https://new${i}.test`)!)
    expect(asked()).toBe(21)
  })

  test('of a stranger pushes no known one out, and takes no memory', async () => {
    const { fetcher, asked } = answers(() => {
      const keys = Array.from({ length: 16 }, () => signer.jwk)
      return new Response(JSON.stringify({ keys }), { headers: type })
    })
    const directories = new KeyDirectories(fetcher)
    await look(directories, signer.keyid, NOW, bot, true).pending
    for (let i = 0; i < 500; i++) {
      await look(directories, signer.keyid, NOW + i * 6000, keyLocation(`https://bot${i}.test`)!)
        .pending
    }
    expect(asked()).toBe(501)
    expect(look(directories, signer.keyid, NOW + 60_000, bot, true).keys?.has(signer.keyid)).toBe(
      true,
    )
    expect(asked()).toBe(501)
  })
})
