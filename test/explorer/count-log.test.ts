/** The playground counts a log in the browser as `acap report` does, also one that is compressed, or ends within a line. */
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { countLog } from '../../src/explorer/count-log.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { acap, folderWith } from '../support/cli/acap.ts'
import { combinedLine } from '../support/logs/log-lines.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const AGENTS = ['GPTBot/1.0', 'Googlebot/2.1', 'Mozilla/5.0', 'FooBot/1.0 é']
const LOG = `${Array.from({ length: 300 }, (_, i) => {
  const clock = `${String(i % 24).padStart(2, '0')}:39:00`
  const target = i % 7 === 0 ? '/robots.txt' : i % 3 === 0 ? '/news/ü' : `/private/${i}`
  return combinedLine(target, AGENTS[i % 4]!, { clock, status: i % 11 === 1 ? 403 : 200 })
}).join('')}no request\n${combinedLine('/last', 'GPTBot/1.0').trimEnd()}`

it.each([
  ['plain', Buffer.from(LOG)],
  ['compressed', gzipSync(LOG)],
])('%s', async (_, bytes) => {
  const cwd = folderWith({ log: bytes, 'robots.txt': ROBOTS })
  const { out } = acap(['report', 'log', '--policies', 'robots.txt', '--json'], { cwd })
  const draft = { site: '', files: new Map([['robots.txt', ROBOTS]]) }
  const log = new Blob([bytes])
  const counted = await countLog({ log, name: 'log', draft }, knownCrawlers())
  const { trust: _own, ...numbers } = JSON.parse(JSON.stringify(counted))
  const { trust: _printed, ...printed } = JSON.parse(out)
  expect(numbers).toEqual(printed)
})
