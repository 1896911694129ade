import { expect, it } from 'vitest'
import { siteContextOf } from '../../../src/decide/judge.ts'
import type { LogEntry } from '../../../src/logs/judge/log-entry.ts'
import { HOUR } from '../../../src/logs/report/counting.ts'
import { RecentRequests } from '../../../src/logs/report/recent-requests.ts'
import { meaningOf, NOW, REGISTRY } from '../../explorer/asked.ts'

const { program } = meaningOf({ 'robots.txt': '', 'site.toml': 'hosts = ["a.test"]\n' })
const entry = (userAgent: string, target: string, time: number) =>
  ({ host: 'a.test', userAgent, target, time, count: 1, proof: null }) as LogEntry

it('keeps what crawlers asked for in the last seven days of the log, alike requests together', () => {
  const recent = new RecentRequests([siteContextOf(program, REGISTRY, [])])
  recent.add(entry('GPTBot/1.1', '/old', NOW - 9 * 24 * HOUR))
  recent.add(entry('GPTBot/1.1', '/a', NOW - HOUR))
  recent.add(entry('GPTBot/1.1', '/a', NOW))
  recent.add(entry('GPTBot/1.1', '/a', NOW))
  recent.add(entry('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', '/a', NOW))
  recent.add(entry('GPTBot/1.1', '/undated', Number.NaN))
  const [traffic] = recent.traffic()
  expect(traffic).toEqual({
    to: NOW,
    agents: ['GPTBot/1.1'],
    forged: [],
    isChecked: false,
    targets: ['/a'],
    rows: [
      [0, 0, NOW - HOUR, 1],
      [0, 0, NOW, 2],
    ],
    leftOut: 0,
  })
})

it('[I4] keeps requests under a forged name apart from those of the crawler', () => {
  const v4 = Uint32Array.of(0x09090900, 0x090909ff)
  const network = { name: 'gptbot', fresh: true, v4, v6: new Uint32Array(0) }
  const recent = new RecentRequests([siteContextOf(program, REGISTRY, [network])])
  for (const ip of ['9.9.9.9', '8.8.8.8', '8.8.8.8'])
    recent.add({ ...entry('GPTBot/1.1', '/a', NOW), ip, proof: null, network: null } as LogEntry)
  expect(recent.traffic()[0]).toMatchObject({
    agents: ['GPTBot/1.1', 'GPTBot/1.1'],
    forged: [1],
    isChecked: true,
    rows: [
      [0, 0, NOW, 1],
      [1, 0, NOW, 2],
    ],
  })
})
