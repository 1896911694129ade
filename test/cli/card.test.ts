/** `--card FILE`: what an agent says of itself is shown, and decides nothing. */
import { expect, test } from 'vitest'
import { acap, folderWith } from '../support/cli/acap.ts'

const line = (n: number) =>
  `192.0.2.${n} - - [28/Nov/2026:10:00:0${n} +0000] "GET /private/${n} HTTP/1.1" 200 9 "-" "ExampleBot/1.0"\n`
const CARD = {
  client_name: 'Example Bot',
  jwks_uri: 'https://example.com/keys',
  web_bot_auth: {
    'rfc9309-product-token': 'ExampleBot',
    'rfc9309-compliance': true,
    trigger: 'crawler',
  },
}
const FILES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
  'card.json': JSON.stringify(CARD),
  'both.json': JSON.stringify({ ...CARD, jwks: { keys: [] } }),
  'other.json': JSON.stringify({ client_name: 'Other' }),
  'access.log': line(1) + line(2),
}
const run = (...args: readonly string[]) => acap(args, { cwd: folderWith(FILES) })
const SAYS =
  '`Example Bot` says of itself: crawls on its own; obeys robots.txt; under the name `ExampleBot`; keys at `https://example.com/keys`'

test('explain: beside the decision, which is the same', () => {
  const asked = ['explain', 'a', '/private/x', '--as', 'ExampleBot/1.0'] as const
  const bare = run(...asked)
  const { code, out } = run(...asked, '--card', 'card.json', '--card', 'other.json')
  expect(code).toBe(0)
  const said = `${SAYS} (card.json: nothing here proves it, and nothing is opened for it)\n`
  expect(out).toContain(said)
  const note = 'note: `other.json` is a card of other clients\n'
  expect(out.replace(`${said}\n`, '').replace(`${note}\n`, '')).toBe(bare.out)
  const [without, withCard] = [[], ['--card', 'card.json']].map((more) =>
    JSON.parse(run(...asked, '--json', ...more).out),
  )
  expect(withCard.cards).toMatchObject([{ file: 'card.json', productToken: 'ExampleBot' }])
  expect({ ...withCard, decision: { ...withCard.decision, facts: null }, cards: [] }).toEqual({
    ...without,
    decision: { ...without.decision, facts: null },
  })
})

test('report: beside what the log shows', () => {
  const asked = ['report', 'access.log', '--policies', 'policies'] as const
  const { out, code } = run(...asked, '--card', 'card.json', '--card', 'other.json')
  expect(code).toBe(0)
  expect(out).toContain(`${SAYS} (card.json, in this log: examplebot; nothing here proves it).\n`)
  expect(out).toContain('(other.json, no crawler of this log; nothing here proves it).\n')
  const { cards, ...numbers } = JSON.parse(run(...asked, '--json', '--card', 'card.json').out)
  expect(cards).toMatchObject([{ file: 'card.json', crawlers: ['examplebot'], obeysRobots: true }])
  const { cards: none, ...same } = JSON.parse(run(...asked, '--json').out)
  expect([none, numbers]).toEqual([[], same])
})

test('a file that is no card is refused', () => {
  const { code, err } = run('explain', 'a', '/', '--as', 'x', '--card', 'both.json')
  expect([code, err]).toEqual([2, expect.stringContaining('`both.json` is no card: a card has')])
  expect(run('report', 'access.log', '--policies', 'policies', '--card', 'access.log').code).toBe(2)
  expect(run('explain', 'a', '--batch', '--card', 'card.json').code).toBe(2)
})
