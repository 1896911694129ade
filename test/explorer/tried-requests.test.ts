/** What the desk says of the requests of a log that a policy or a change concerns. */
import { afterEach, expect, it, vi } from 'vitest'
import { Desk } from '../../src/explorer/desk.ts'
import type { RecentTraffic } from '../../src/logs/report/recent-requests.ts'
import { NOW, REGISTRY } from './asked.ts'

const HOSTS = 'hosts = ["a.test"]\n'
const draftOf = (robots: string) => ({
  site: 'a.test',
  files: new Map([
    ['robots.txt', robots],
    ['site.toml', HOSTS],
  ]),
})
const CLOSED = draftOf('User-agent: GPTBot\nDisallow: /\n')
const AGENTS = ['GPTBot/1.1', 'QuillHarvester/0.3 (+https://quill.example/bot)']
const TRAFFIC: RecentTraffic = {
  ...{
    to: NOW,
    agents: AGENTS,
    forged: [],
    isChecked: true,
    targets: ['/', '/robots.txt'],
    leftOut: 0,
  },
  rows: [
    [0, 0, NOW, 5],
    [1, 0, NOW, 2],
    [1, 1, NOW, 1],
  ],
}

async function deskWith(traffic: RecentTraffic | null): Promise<Desk> {
  vi.stubGlobal('fetch', async () => Response.json(traffic))
  const desk = new Desk(REGISTRY)
  await desk.learn('a.test')
  return desk
}

afterEach(() => void vi.unstubAllGlobals())

it('counts the requests of crawlers, as the report does, and says what would have been refused', async () => {
  const desk = await deskWith(TRAFFIC)
  const of = 'requests by crawlers in the last seven days of the log'
  expect(desk.refused(CLOSED).tried).toBe(`This policy would have refused 5 of 5 ${of}: GPTBot 5.`)
  // Once the policy names it, the reader is a crawler.
  const named = draftOf('User-agent: GPTBot\nUser-agent: QuillHarvester\nDisallow: /\n')
  expect(desk.refused(named).tried).toContain(`7 of 8 ${of}`)
  const { files } = CLOSED
  const observed = new Map([...files, ['site.toml', `mode = "observe"\n${HOSTS}`]])
  expect(desk.refused({ ...CLOSED, files: observed }).tried).toMatch(
    /^With enforce, this policy would have refused 5 of 5/,
  )
})

it('says that there is no log only where none was read', async () => {
  const none = 'because no log was read'
  expect((await deskWith(null)).refused(CLOSED).tried).toContain(none)
  const { tried } = (await deskWith({ ...TRAFFIC, rows: [] })).refused(CLOSED)
  expect(tried).toBe('The log has no requests by crawlers to this site in its last seven days.')
})

it('[I4] says that refusing forged names changes nothing while no name can be checked', async () => {
  const change = { kind: 'forged', refuses: true } as const
  const vain =
    'Until `acap networks` has fetched address lists, this refuses false signatures alone.'
  const unchecked = await deskWith({ ...TRAFFIC, isChecked: false })
  expect(unchecked.refused(CLOSED).remark).toContain(vain)
  expect(unchecked.preview({ draft: CLOSED, change }).tried).toContain(vain)
  expect(unchecked.change({ draft: CLOSED, change }).words).toContain(vain)
  const checked = await deskWith(TRAFFIC)
  expect(checked.refused(CLOSED).remark).toBe('')
  expect(checked.preview({ draft: CLOSED, change }).tried).toMatch(/^None of 5 requests/)
})

it('[I4] does not count requests under a forged name as the crawler’s', async () => {
  const desk = await deskWith({
    ...TRAFFIC,
    ...{ agents: ['GPTBot/1.1', 'GPTBot/1.1'], forged: [1], targets: ['/'] },
    rows: [
      [0, 0, NOW, 5],
      [1, 0, NOW, 3],
    ],
  })
  const { tried } = desk.refused(CLOSED)
  expect(tried).toContain('8 of 8 requests')
  expect(tried).toContain('GPTBot 5, GPTBot (forged) 3')
})
