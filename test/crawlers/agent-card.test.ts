/** Signature Agent Cards: the examples of draft-meunier-webbotauth-registry-04 (editor's copy of 20 August 2026), by section. */
import { describe, expect, test } from 'vitest'
import { cardSentence, isCardFor, readAgentCard } from '../../src/crawlers/agent-card.ts'

/** Section 3, Signature Agent Card. */
const EXAMPLE = {
  client_id: 'https://example.com/bot',
  client_name: 'Example Bot',
  client_uri: 'https://example.com/bot/about.html',
  logo_uri: 'https://example.com/logo.png',
  contacts: ['mailto:bot-support@example.com'],
  jwks_uri: 'https://example.com/.well-known/http-message-signatures-directory',
  web_bot_auth: {
    'expected-user-agent': 'Mozilla/5.0 ExampleBot',
    'rfc9309-product-token': 'ExampleBot',
    'rfc9309-compliance': false,
    trigger: 'fetcher',
    purpose: 'search',
    'targeted-content': 'Cat pictures',
    'rate-control': '429',
    'rate-expectation': 'avg=10rps;max=100rps',
    'known-urls': ['/', '/robots.txt', '*.png'],
    ips_uri: 'https://example.com/ips.json',
  },
}

function cardOf(value: unknown) {
  const card = readAgentCard(value)
  if (typeof card === 'string') throw new Error(card)
  return card
}

describe('a card', () => {
  test('[3] as in the example', () => {
    expect(readAgentCard(EXAMPLE)).toEqual({
      clientId: 'https://example.com/bot',
      name: 'Example Bot',
      about: 'https://example.com/bot/about.html',
      contacts: ['mailto:bot-support@example.com'],
      keysAt: 'https://example.com/.well-known/http-message-signatures-directory',
      userAgents: ['Mozilla/5.0 ExampleBot'],
      productToken: 'ExampleBot',
      obeysRobots: false,
      trigger: 'fetcher',
      purpose: 'search',
      content: 'Cat pictures',
      rateControl: '429',
      rate: 'avg=10rps;max=100rps',
      addressesAt: 'https://example.com/ips.json',
    })
    expect(cardSentence(cardOf(EXAMPLE))).toBe(
      '`Example Bot` says of itself: fetches what its users ask for; for `search`; looking for `Cat pictures`; ' +
        'does not say that it obeys robots.txt; under the name `ExampleBot`; at `avg=10rps;max=100rps`; slowed by `429`; ' +
        'addresses at `https://example.com/ips.json`; ' +
        'keys at `https://example.com/.well-known/http-message-signatures-directory`; contact `mailto:bot-support@example.com`',
    )
  })

  test('[4, CIMD-Based Discovery] of fewer members, and [4] of a registry, inlined', () => {
    const { 'expected-user-agent': _, ...bot } = EXAMPLE.web_bot_auth
    expect(
      cardOf({ ...EXAMPLE, web_bot_auth: { trigger: 'fetcher', purpose: 'search' } }),
    ).toMatchObject({
      productToken: null,
      userAgents: [],
      obeysRobots: false,
    })
    expect(cardOf({ client_name: 'Inline Bot', web_bot_auth: bot }).clientId).toBeNull()
  })

  test('[3] ignores members that it does not know, and values of another type', () => {
    const odd = {
      'rfc9309-compliance': 'yes',
      trigger: 'spider',
      purpose: ['search'],
      ips_uri: 'http://a.test',
    }
    expect(cardOf({ client_name: 7, tos_uri: 'https://a.test', web_bot_auth: odd })).toMatchObject({
      ...{ name: null, obeysRobots: false, trigger: null, purpose: null, addressesAt: null },
    })
  })

  test('[3] has at least one parameter, and [3.1.3] never both key sets', () => {
    for (const value of [{}, [], null, 'card'])
      expect(readAgentCard(value)).toBe('a card is an object with members')
    expect(readAgentCard({ ...EXAMPLE, jwks: { keys: [] } })).toMatch(/never both/)
  })

  test('cannot say more than one line of 200 characters for each member', () => {
    const name = `a\nPERMITTED \`b\` \u202e${'x'.repeat(300)}`
    const sentence = cardSentence(cardOf({ client_name: name }))
    expect(sentence).not.toMatch(/\n|\u202e/)
    expect(sentence).toMatch(/^`a PERMITTED 'b' \ufffdx{183}…` says of itself: /)
  })
})

test.each([
  [{ 'rfc9309-product-token': 'ExampleBot' }, 'Mozilla/5.0 (compatible; examplebot/2.0)', true],
  [{ 'rfc9309-product-token': 'ExampleBot' }, 'NotExampleBot/1.0', false],
  [{ 'expected-user-agent': 'Mozilla/5.0 ExampleBot' }, 'Mozilla/5.0 ExampleBot/7', true],
  [{ 'expected-user-agent': 'Mozilla/5.0 ExampleBot' }, 'Mozilla/5.0 Firefox/140.0', false],
  [
    { 'expected-user-agent': ['Other', 'Mozilla/5.0 * ExampleBot/*'] },
    'Mozilla/5.0 (X) ExampleBot/1',
    true,
  ],
  [{ 'expected-user-agent': '*' }, 'anything', false],
  [{}, 'anything', false],
])('[3.2.1, 3.2.2] %o is a card for %s: %s', (bot, userAgent, isOwn) => {
  expect(isCardFor(cardOf({ client_name: 'x', web_bot_auth: bot }), userAgent)).toBe(isOwn)
})
