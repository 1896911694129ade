/**
 * A signature that could not be verified: its sender and the log learn why. Signatures are those of the README of the package
 * web-bot-auth, which signs without a Signature-Agent.
 */
import { describe, expect, test } from 'vitest'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'
import { Identifier } from '../../src/edge/identity/identify.ts'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import type { LogLine } from '../../src/words/log-line.ts'
import { edge, HOME } from '../support/edge/edge.ts'
import { directoryOf, Signer } from '../support/edge/signer.ts'

const FILES = {
  'robots.txt': 'User-agent: *\nDisallow: /private/\n\nUser-agent: SearchBot1\nAllow: /\n',
  'site.toml':
    'hosts = ["news.test"]\n[crawlers.SearchBot1]\nsignature-agents = ["https://bot.test"]\n',
}
const PAGE = '/private/newsroom.html'

/** The key of the example (RFC 9421, B.1.4). */
const README_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-key-ed25519',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
}

/** The example as it stands, with a key and an agent of one's own. */
async function readmeExample(key: JsonWebKey, agent?: string): Promise<Record<string, string>> {
  const sent: Record<string, string> = agent === undefined ? {} : { 'signature-agent': agent }
  const request = new Request(HOME + PAGE, { headers: sent })
  const now = new Date(Date.now() - 1000)
  const headers = await signatureHeaders(request, await signerFromJWK(key), {
    created: now,
    expires: new Date(now.getTime() + 300_000),
  })
  return { ...sent, signature: headers.Signature, 'signature-input': headers['Signature-Input'] }
}

async function askWith(
  headers: Record<string, string>,
  keys: typeof fetch,
  userAgent = 'OtherBot/1.0',
) {
  const { ask, log } = await edge({
    files: FILES,
    identifier: new Identifier(new KeyDirectories(keys)),
  })
  const response = await ask(PAGE, userAgent, { headers })
  return {
    status: response.status,
    text: await response.text(),
    line: log.at(-1) as unknown as LogLine,
    asks: response.headers,
  }
}

describe('[I4] the refusal and the log say of a signature', async () => {
  const signer = await Signer.make()
  const own = (signing: object) =>
    signer.headers({ url: HOME + PAGE, created: Math.floor(Date.now() / 1000) - 1, ...signing })
  const down = (async () => new Response('', { status: 500 })) as unknown as typeof fetch

  test.each([
    [
      'without a Signature-Agent, as in the README',
      () => readmeExample(README_KEY),
      'it has no Signature-Agent',
    ],
    ['with another tag', () => own({ tag: 'other' }), 'it has no `tag="web-bot-auth"`'],
    [
      'of an agent at a private address',
      () => own({ agent: 'https://10.0.0.1' }),
      'leads to no keys',
    ],
    ['whose keys were not read', () => own({}), 'the keys of its agent could not be read'],
    [
      'made in the future',
      () => own({ created: Math.floor(Date.now() / 1000) + 30 }),
      'it was made in the future',
    ],
    [
      'that lacks a component',
      () => own({ components: '"signature-agent";key="sig1"' }),
      'does not cover `@authority`',
    ],
  ])('%s what it lacks', async (_, headers, lacks) => {
    const { status, text, line, asks } = await askWith(await headers(), down)
    expect([status, line.assurance.why]).toEqual([403, expect.stringContaining(lacks)])
    expect(text).toContain(`: ${line.assurance.why}\n`)
    expect(asks.get('accept-signature')).toContain('tag="web-bot-auth"')
  })

  test('the same in problem+json', async () => {
    const headers = { ...(await own({ tag: 'other' })), accept: 'application/problem+json' }
    const { text, line } = await askWith(headers, down)
    expect(JSON.parse(text)).toMatchObject({ status: 403, identity: line.assurance.why })
    expect(line.assurance.why).toContain('web-bot-auth')
  })

  test('nothing where there is none, and what one must cover', async () => {
    const { line, asks } = await askWith({}, down)
    expect(line.assurance.why).toBeNull()
    expect(asks.get('accept-signature')).toContain('tag="web-bot-auth"')
  })

  test('nothing of signatures where it holds, and its signer is refused', async () => {
    const { fetcher } = directoryOf(signer)
    const { status, line, asks } = await askWith(
      await own({ agent: 'https://other.test' }),
      fetcher,
      'OtherBot/1.0',
    )
    expect([status, line.assurance.why, asks.get('accept-signature')]).toEqual([
      403,
      'signed',
      null,
    ])
  })

  test('nothing where the example has its agent and a key that the agent publishes', async () => {
    const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    const [key, jwk] = await Promise.all(
      [pair.privateKey, pair.publicKey].map(
        (each) => crypto.subtle.exportKey('jwk', each) as Promise<JsonWebKey>,
      ),
    )
    const { kty, crv, d, x } = key!
    const headers = await readmeExample({ kty, crv, d, x } as JsonWebKey, '"https://bot.test"')
    const { status, line } = await askWith(
      headers,
      directoryOf({ jwk } as Signer).fetcher,
      'Mozilla/5.0 OtherBot/1.0',
    )
    expect([status, line.crawler?.name, line.assurance.why]).toEqual([200, 'searchbot1', 'signed'])
  })
})
