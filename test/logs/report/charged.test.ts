/** What crawlers were charged (M1), and what they got as events of SPUR Content Telemetry 0.1, by our own log lines. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli/acap.ts'
import { runAcap } from '../../support/cli/run-acap.ts'

const line = (members: object) =>
  `${JSON.stringify({
    acap: 'request',
    version: 1,
    time: '2026-11-20T10:00:00.000Z',
    severity: 'info',
    site: 'a',
    host: 'a.test',
    method: 'GET',
    target: '/archive/1?page=2',
    status: 200,
    bytes: 1234,
    milliseconds: 3,
    userAgent: 'GPTBot/1.0',
    crawler: { name: 'gptbot', category: 'training', listed: true },
    assurance: { level: 'verified', why: 'network' },
    outcome: 'permitted',
    basis: 'unspecified',
    rule: null,
    mode: 'enforce',
    policyHash: null,
    policyVersion: null,
    robotsHash: null,
    client: { prefix: '192.0.2.0/24', list: null, address: '192.0.2.7' },
    fault: null,
    ...members,
  })}\n`
const PAID = { priced: { price: 'USD 0.1', charged: 'USD 0.1' } }
const UNPAID = { status: 402, bytes: null, priced: { price: 'USD 0.1', charged: null } }
const LOG = [
  line(PAID),
  line(PAID),
  line(PAID),
  line(UNPAID),
  line({ status: 403, outcome: 'prohibited' }),
  line({ assurance: { level: 'forged', why: 'x' } }),
  line({ outcome: 'reader', crawler: { name: 'previewer', category: 'preview', listed: true } }),
  line({
    userAgent: 'ChatGPT-User/1.0',
    crawler: { name: 'chatgpt-user', category: 'assistant', listed: true },
    assurance: { level: 'claimed', why: null },
    bytes: null,
  }),
  line({ crawler: { name: null, category: 'seo', listed: false }, userAgent: 'LinkBot/2' }),
  '{"acap":"shadow"}\n',
  'no line of ours\n',
].join('')
const FILES = {
  'p/a/robots.txt': 'User-agent: *\nDisallow:\n',
  'p/a/site.toml': 'hosts = ["a.test"]\n',
  log: LOG,
}

test('[M1] the report sums what was charged, by currency', async () => {
  const cwd = folderWith(FILES)
  const report = async (...more: string[]) =>
    (await runAcap(['report', join(cwd, 'log'), '--policies', join(cwd, 'p'), ...more])).out
  const { crawlers } = JSON.parse(await report('--json')) as {
    crawlers: { name: string; charged: object }[]
  }
  expect(crawlers.map(({ name, charged }) => [name, charged])).toContainEqual([
    'gptbot',
    { USD: 0.3 },
  ])
  expect(await report()).toContain('GPTBot was charged USD 0.3 for pages with a price.')
})

test('events say what crawlers got, and nothing of addresses and readers', async () => {
  const cwd = folderWith(FILES)
  const { out } = await runAcap(['report', join(cwd, 'log'), '--events', 'spur'])
  const { document_type, schema_version, events } = JSON.parse(out)
  expect([document_type, schema_version]).toEqual(['event_batch', '0.1'])
  expect(events).toHaveLength(5)
  expect(events[0]).toEqual({
    type: 'content_retrieved',
    timestamp: '2026-11-20T10:00:00.000Z',
    source_role: 'edge',
    content_url: 'https://a.test/archive/1?page=2',
    data: {
      user_agent: 'GPTBot/1.0',
      bot_name: 'gptbot',
      bot_category: 'training',
      verified: true,
      response_status: 200,
      response_bytes: 1234,
    },
  })
  expect(events[3].data).toEqual({
    user_agent: 'ChatGPT-User/1.0',
    bot_name: 'chatgpt-user',
    bot_category: 'inference',
    verified: false,
    response_status: 200,
  })
  expect(events[4].data).not.toHaveProperty('bot_name')
  expect(out).not.toMatch(/192\.0\.2|previewer/)
})

test('a log of another server has none', async () => {
  const cwd = folderWith({ log: 'no line of ours\n' })
  const { code, err } = await runAcap(['report', join(cwd, 'log'), '--events', 'spur'])
  expect([code, err]).toEqual([2, expect.stringContaining('no line is one of ours')])
  expect((await runAcap(['report', join(cwd, 'log'), '--events', 'csv'])).code).toBe(2)
})
