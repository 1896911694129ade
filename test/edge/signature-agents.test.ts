import { describe, expect, test } from 'vitest'
import { atNow, signed, signer, verdictOf } from '../support/edge/signed-requests.ts'

atNow()

describe('the keys of a Signature-Agent', () => {
  const member = (agent: string) => signed({ agent })
  const keySet = (path: string, type = 'application/json') => {
    const asked: string[] = []
    const fetcher = (async (input: unknown) => {
      asked.push(String(input))
      if (!String(input).startsWith(`https://bot.test${path}`))
        return new Response('', { status: 404 })
      return new Response(JSON.stringify({ keys: [signer.jwk] }), {
        headers: { 'content-type': type },
      })
    }) as unknown as typeof fetch
    return { asked, fetcher }
  }

  test('under a URL of a key set prove that URL, without its query, and not its host', async () => {
    for (const agent of [
      'https://bot.test/keys.json',
      'https://BOT.test:443/./keys.json?set=1',
      'https://bot.test/k%65ys.json',
    ]) {
      const verdict = await verdictOf(await member(agent), keySet('/'))
      expect([agent, verdict]).toMatchObject([
        agent,
        { kind: 'signed', signer: 'https://bot.test/keys.json' },
      ])
    }
  })

  test('under the well-known path prove its origin, however that is written', async () => {
    const wellKnown = '/.well-known/http-message-signatures-directory'
    for (const agent of ['https://bot.test', 'https://bot.test/', `https://bot.test${wellKnown}`]) {
      expect(await verdictOf(await member(agent))).toMatchObject({
        kind: 'signed',
        signer: 'https://bot.test',
      })
    }
    const elsewhere = keySet(wellKnown, 'application/json')
    expect(await verdictOf(await member('https://bot.test'), elsewhere)).toEqual({
      kind: 'unverified',
      fault: 'unread',
    })
  })

  /** The member has parameters, which the signature covers. */
  const typed = async (agent: string, type: string) => {
    const plain = await signed({ agent, suffix: `;type=${type}` })
    return plain
  }

  test('are not looked for by a member with parameters, which is of an older draft', async () => {
    for (const [agent, type] of [
      ['https://bot.test/keys.json', 'jwks_uri'],
      ['https://bot.test', 'directory'],
      ['https://bot.test/card', 'cimd'],
      ['https://bot.test', '1'],
    ] as const) {
      const keys = keySet('/')
      expect([type, await verdictOf(await typed(agent, type), keys)]).toEqual([
        type,
        { kind: 'unverified', fault: 'unusable-agent' },
      ])
      expect(keys.asked).toEqual([])
    }
  })

  test('are not looked for where no https URL is named for the signature', async () => {
    for (const agent of [
      'http://bot.test',
      'bot.test',
      '',
      'data:,x',
      `https://bot.test/${'x'.repeat(2000)}`,
    ]) {
      expect([agent, await verdictOf(await member(agent))]).toEqual([
        agent,
        { kind: 'invalid', fault: 'agent' },
      ])
    }
    const headers = await signed({ components: '"@authority" "signature-agent"' })
    const other = { ...headers, 'signature-agent': 'a="https://bot.test", b="https://bot.test"' }
    expect(await verdictOf(other)).toEqual({ kind: 'invalid', fault: 'agent' })
  })
})
