/**
 * `acap report`: where lines come from, and what is said of those that are no use.
 */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const ROBOTS_AT = 'robots.txt@2026-11-01'
const POLICIES = { 'policies/a/robots.txt': ROBOTS, 'policies/a/site.toml': 'hosts = ["a.test"]\n' }

const line = (target: string, clock: string, userAgent = 'GPTBot/1.0', status = 200) =>
  combinedLine(target, userAgent, { clock, status })

const run = (log: string | Uint8Array, ...args: readonly string[]) =>
  acap(['report', 'log', ...args], { cwd: folderWith({ ...POLICIES, log, 'robots.txt': ROBOTS }) })
const report = (log: string | Uint8Array, ...args: readonly string[]): CrawlReport =>
  JSON.parse(run(log, '--json', ...args).out)

const READ_AND_BROKE = line('/robots.txt', '06:00:00') + line('/private/a', '06:10:00')

describe('acap report', () => {
  it('names what was proven, with the line, and never a name that is not proven', () => {
    const [crawler] = report(READ_AND_BROKE).crawlers
    expect(crawler).toMatchObject({
      name: 'gptbot',
      violations: { proven: 1 },
      robots: { fetches: 1 },
      forged: null,
    })
    expect(crawler?.rules).toEqual([
      { site: 'a', line: 2, text: 'Disallow: /private/', requests: 1 },
    ])
    expect(run(READ_AND_BROKE).out).toContain(
      'A client that calls itself GPTBot made 2 requests; 1 was for a page that the policy’s robots.txt closes to it. It had read',
    )
  })

  it('says first who broke what it had read, and then who was not seen to read it', () => {
    const log =
      READ_AND_BROKE +
      line('/private/a', '06:20:00', 'CCBot/2.0') +
      line('/x', '06:20:00', 'CCBot/2.0')
    const [, read, unread, engines] = run(log, '--robots', ROBOTS_AT).out.split('\n')
    expect(read).toContain(
      'GPTBot made 2 requests; 1 was for a page that robots.txt closes to it, and it had read that text',
    )
    expect(unread).toBe(
      'A client that calls itself CCBot made 2 requests; 1 was for a page that robots.txt closes to it, and no fetch of robots.txt was seen in the day before.',
    )
    expect(engines).toBe('No search engine was seen.')
  })

  it('ends a span now, so that hours after the last line are missing', () => {
    const asked = Date.now()
    const { period, trust } = report(READ_AND_BROKE, '--since', '9000d')
    expect(Date.parse(period.to!)).toBeGreaterThanOrEqual(Math.floor(asked / 1000) * 1000)
    expect(trust.hours).toMatchObject({ covered: 1, asked: expect.closeTo(9000 * 24, -1) })
    expect(run(READ_AND_BROKE, '--since', '9000d').out).toContain(
      'clock hours. Missing coverage is not zero.',
    )
  })

  it('reads standard input twice', () => {
    const { out } = acap(['report', '-', '--json'], {
      cwd: folderWith(POLICIES),
      input: READ_AND_BROKE,
    })
    expect((JSON.parse(out) as CrawlReport).crawlers[0]?.violations.proven).toBe(1)
  })

  it('keeps what was read of a log that is cut, and names it', () => {
    const whole = gzipSync(READ_AND_BROKE.repeat(2000))
    const { lines, findings } = report(whole.subarray(0, whole.length - 12))
    expect(lines.cut).toEqual([{ log: 'log', why: expect.stringContaining('end of file') }])
    expect(lines.read).toBeGreaterThan(1000)
    expect(findings.map(({ kind }) => kind)).toContain('cut')
  })

  it('counts lines without a time, lines of other hosts, and lines that nobody understands', () => {
    const log = `${READ_AND_BROKE}b.test ${line('/private/a', '06:00:00')}who?\n${line('/x', 'ab:cd:ef')}{"uri":"/x","http_user_agent":"GPTBot"}\n`
    expect(report(log)).toMatchObject({
      lines: { read: 3, unread: 1, undated: 2, otherHosts: 1 },
      requests: { total: 2 },
    })
  })

  it('reads our own lines, bare and as `wrangler tail` wraps them, and judges by the text that was served', () => {
    const hash = createHash('sha256').update(ROBOTS).digest('hex')
    const own = (target: string, time: string, robotsHash: string | null) => ({
      acap: 'request',
      version: 1,
      time: `2026-11-21T${time}Z`,
      host: 'a.test',
      method: 'GET',
      target,
      status: 200,
      bytes: 100,
      userAgent: 'GPTBot/1.0',
      assurance: { level: 'verified', why: 'its address' },
      client: { prefix: null, list: 'gptbot', address: null },
      outcome: 'permitted',
      robotsHash,
    })
    const lines = [
      own('/robots.txt', '05:00:00', hash),
      own('/robots.txt', '07:00:00', hash),
      own('/private/a', '07:10:00', null),
    ]
    const bare = lines.map((each) => JSON.stringify(each)).join('\n')
    const fault = { acap: 'fault', version: 1, time: '2026-11-21T07:00:00Z', where: 'log' }
    const wrapped = {
      logs: [...lines, fault].map((each) => ({ message: [JSON.stringify(each)], level: 'log' })),
    }
    for (const log of [bare, JSON.stringify(wrapped), JSON.stringify(wrapped, null, 2)]) {
      const { crawlers, requests, trust, lines: read } = report(log)
      expect(crawlers).toMatchObject([
        {
          requests: 3,
          proof: { verified: 3 },
          violations: { proven: 1 },
          forged: { requests: 0 },
          failed: 0,
        },
      ])
      expect(requests).toMatchObject({ total: 3, readers: null, crawlers: 3 })
      expect(trust.texts).toMatchObject([{ source: 'log', versions: [{ hash, known: true }] }])
      expect(read.unread).toBe(0)
    }
    const unknown = bare.replaceAll(hash, '0'.repeat(64))
    expect(report(unknown).crawlers).toMatchObject([{ violations: { proven: 0, incomparable: 1 } }])
  })

  it('takes the prefix of our own lines where no list has the address, and says that readers are missing', () => {
    const client = { prefix: '203.0.113.0/24', list: null, address: null }
    const own = {
      acap: 'request',
      time: '2026-11-21T07:00:00Z',
      host: 'a.test',
      target: '/x',
      userAgent: 'GPTBot/1.0',
      client,
    }
    const log = `${JSON.stringify(own)}\n`
    expect(report(log).crawlers[0]?.networks).toEqual([{ network: '203.0.113.0/24', requests: 1 }])
    expect(run(log).out).toContain('Readers are not in this log.')
  })

  it('reads a log by the format of its server, and by names of its own', () => {
    const format = '%t %h "%r" %>s %O %D "%{User-Agent}i" %{Host}i'
    const apache =
      '[21/Nov/2026:06:10:00 +0000] 203.0.113.9 "GET /private/a HTTP/1.1" 200 100 2500 "GPTBot/1.0" a.test\n'
    expect(report(apache, '--format', format).crawlers).toMatchObject([
      { bytes: 100, cost: { milliseconds: 2.5 } },
    ])
    const own = '{"http":{"path":"/private/a","agent":"GPTBot/1.0"},"at":"2026-11-21T06:10:00Z"}\n'
    const maps = ['target=http.path', 'userAgent=http.agent', 'time=at'].flatMap((each) => [
      '--map',
      each,
    ])
    expect(report(own, ...maps).crawlers).toMatchObject([{ violations: { unseen: 1 } }])
    expect(run(own, '--map', 'colour=x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('names no field'),
    })
  })

  it('prints CSV in which no name is a formula', () => {
    expect(run(READ_AND_BROKE, '--csv').out.split('\r\n')[1]).toMatch(
      /^gptbot,OpenAI,training,true,2,200,1,1,0,0,0,,,2,,/,
    )
  })
})
