/**
 * The files that `acap convert` writes, in the servers of Debian, beside the judge: raw targets and headers, byte for byte. Nothing that
 * is closed is served, no reader is refused, robots.txt is open to all, and of plain targets no more is closed, but where one list
 * of rules cannot say what records say.
 */
import { describe, expect, test } from 'vitest'
import { doorPlan } from '../../src/author/servers/plan.ts'
import { formOf } from '../../src/author/servers/read-plan.ts'
import { SERVER_DOORS } from '../../src/author/servers/servers.ts'
import { READER_HEADERS } from '../../src/crawlers/reader-headers.ts'
import { judge, siteContextOf } from '../../src/decide/judge.ts'
import { networkOfPrefixes } from '../../src/program/compile/compile-network.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { CRAWLER_HEADERS } from '../support/author/crawler-headers.ts'
import { DoorRequests, patternsIn } from '../support/author/door-requests.ts'
import { EXPORTED_SERVERS, scratch, statusesOf } from '../support/author/exported-servers.ts'
import { missing } from '../support/debian.ts'
import { isLong, runs, someOf } from '../support/runs.ts'
import { siteOf } from '../support/site-of.ts'

const registry = knownCrawlers()
const LEAKING = `User-agent: *
Disallow: /*a*a*a*a*a*a*a*a*b
Disallow: /private/
Allow: /private/open

User-agent: GPTBot
Disallow: /
`

function policies(): readonly string[] {
  const generated = Array.from({ length: runs(2, 40) }, (_, i) => {
    return new DoorRequests(i + 1).policy(i % 2 === 1)
  })
  return [LEAKING, ...generated]
}

function requestsFor(text: string) {
  const patterns = patternsIn(text)
  const targets = [
    ...new DoorRequests(7).targets(patterns, runs(6, 40)),
    `/private/${'a'.repeat(3000)}`,
  ]
  const headers = ['GPTBot/1.2', 'Googlebot-News', 'Googlebot/2.1', 'unnamedbot/1.0', '', 'curl/8']
  const closed = ['/private/x', '/a', '/']
  return [
    ...targets.flatMap((target, i) => [
      [target, headers[i % headers.length]!] as const,
      [target, headers[(i + 3) % headers.length]!] as const,
    ]),
    ...someOf([...READER_HEADERS, ...CRAWLER_HEADERS], runs(150, 4000)).map(
      (header, i) => [closed[i % closed.length]!, header] as const,
    ),
  ]
}

describe.each(EXPORTED_SERVERS)('$name', ({ name, program, start }) => {
  const lacks = missing(`the files for ${name}`, program)

  test.skipIf(lacks)(
    'refuses what the judge refuses, and no more of plain targets',
    { timeout: isLong ? 3_600_000 : 60_000 },
    async () => {
      // Apache reads a folder's file for each request: all policies would take half an hour.
      const isSlow = name === 'htaccess'
      for (const text of isSlow ? [LEAKING, ...policies().slice(0, runs(0, 10))] : policies()) {
        const context = siteContextOf(siteOf(text), registry, [])
        const plan = doorPlan(context, registry, Date.now())
        const folder = scratch()
        const files = SERVER_DOORS[name]!.print(plan, { id: '', prefix: folder, about: ['a test'] })
        const port = await start(files, folder)
        const requests = someOf(requestsFor(text), isSlow ? 60 : 9999)
        const statuses = await statusesOf(port, requests)
        const wrong = requests.flatMap(([target, userAgent], i) => {
          const { kind, outcome } = judge(context, { target, userAgent, now: Date.now() })
          const isClosed = kind === 'crawler' && outcome !== 'permitted'
          const isServed = statuses[i] === 200
          const isLeak = isClosed && isServed
          const isReaders = kind === 'reader' && statuses[i] === 403
          const isStrict =
            !text.includes('ACAP') &&
            !isClosed &&
            statuses[i] === 403 &&
            formOf(plan, target) === 'plain'
          return isLeak || isReaders || isStrict ? [`${statuses[i]} ${target} ${userAgent}`] : []
        })
        expect(wrong, text).toEqual([])
        // Most answers are one of the two, and both are there.
        const counts = [200, 403].map((status) => statuses.filter((each) => each === status).length)
        expect(Math.min(...counts)).toBeGreaterThan(5)
        expect(counts[0]! + counts[1]!).toBeGreaterThan(0.8 * statuses.length)
      }
    },
  )

  test.skipIf(lacks)('[I4] tells an address of a crawler’s list from any other', async () => {
    const text = 'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /drafts/\n'
    const lists = [networkOfPrefixes('gptbot', ['127.0.0.2/31', '2001:db8::/32'], true).network]
    const plan = doorPlan(siteContextOf(siteOf(text), registry, lists), registry, Date.now())
    const folder = scratch()
    const files = SERVER_DOORS[name]!.print(plan, { id: '', prefix: folder, about: ['a test'] })
    const port = await start(files, folder)
    const requests = ['/', '/private/x', '/drafts/x'].map((each) => [each, 'GPTBot/1.2'] as const)
    const found = [1, 2, 3, 4].map((last) => statusesOf(port, requests, `127.0.0.${last}`))
    const [stranger, own] = [
      [200, 403, 403],
      [200, 200, 403],
    ]
    expect(await Promise.all(found)).toEqual([stranger, own, own, stranger])
  })
})
