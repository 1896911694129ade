import { expect, test } from 'vitest'
import { keyLocation } from '../../src/words/key-location.ts'

const DIRECTORY = 'https://bot.test/.well-known/http-message-signatures-directory'

test('an origin and its well-known path are the directory, which speaks for the origin', () => {
  const expected = { kind: 'directory', address: DIRECTORY, identity: 'https://bot.test' }
  for (const text of [
    'https://bot.test',
    'https://BOT.test:443/',
    'https://bot.test/.',
    DIRECTORY,
    `${DIRECTORY}?x=1`,
  ]) {
    expect([text, keyLocation(text)]).toEqual([text, expected])
  }
})

test('any other path is a key set, which is known by its URL without query', () => {
  const identity = 'https://bot.test/a/keys~1.json'
  for (const [text, address] of [
    ['https://bot.test/a/keys~1.json', identity],
    ['https://bot.test/b/../a/keys%7E1.json?set=2', 'https://bot.test/a/keys%7E1.json?set=2'],
  ] as const) {
    expect(keyLocation(text)).toEqual({ kind: 'key-set', address, identity })
  }
})

test('an address that no public https server can have is not a location', () => {
  for (const text of [
    '',
    'bot.test',
    'http://bot.test',
    'https://',
    'https://bot',
    'https://10.0.0.1',
    'https://[::1]/',
  ]) {
    expect([text, keyLocation(text)]).toEqual([text, null])
  }
})
