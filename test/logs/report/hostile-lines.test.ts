/**
 * `acap report` on lines that somebody wrote to harm it: all that a log has is counted, in bounded memory, and nothing
 * of it reaches the terminal as it is.
 */

import { spawnSync } from 'node:child_process'
import * as zlib from 'node:zlib'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { random } from '../../support/base/random.ts'
import { acap, folderWith, PROGRAM } from '../../support/cli/acap.ts'
import { runs, someOf } from '../../support/runs.ts'

const KIBIBYTE = 1 << 10
const MEBIBYTE = 1 << 20
const POLICIES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}
const line = (target: string, userAgent = 'GPTBot/1.0', time = '21/Nov/2026:06:00:00 +0000') =>
  `203.0.113.9 - - [${time}] "GET ${target} HTTP/1.1" 200 100 "-" "${userAgent}"\n`
const json = (members: object) =>
  `${JSON.stringify({ uri: '/a', http_user_agent: 'GPTBot/1.0', time: '2026-11-21T06:00:00Z', ...members })}\n`

/** With a heap in which no large log fits. */
const run = (log: string | Uint8Array, ...args: readonly string[]) =>
  acap(['report', 'log', ...args], {
    cwd: folderWith({ ...POLICIES, log }),
    ...(log.length > KIBIBYTE && { env: { NODE_OPTIONS: '--max-old-space-size=100' } }),
  })
function report(log: string | Uint8Array): CrawlReport {
  const { out, err, code } = run(log, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

const FINE = line('/private/a')
/** How many lines the logs have that compress well. */
const MANY = runs(10_000, 40_000)

describe('a hostile log', () => {
  it('may have lines of a megabyte, of every kind', () => {
    const long = 'x'.repeat(MEBIBYTE)
    const log = [
      line(`/${long}`),
      line('/a', long),
      json({ uri: `/${long}` }),
      json({ [long]: long }),
      long,
      FINE,
    ]
    const { lines, requests } = report(log.map((each) => each.replace(/\n?$/, '\n')).join(''))
    expect([lines.read, lines.unread, requests.total]).toEqual([5, 1, 5])
    expect(lines.unreadLines[0]?.text.length).toBe(300)
  })

  it('may have one line of many megabytes', () => {
    const { lines } = report(`${FINE}${'x'.repeat(40 * MEBIBYTE)}\n${FINE}`)
    expect([lines.read, lines.unread]).toEqual([2, 1])
  })

  /** Each of them is undated; all in one log, because every log starts a process. */
  it('may have dates that are none', () => {
    const dates = [
      '35/Nov/2026:06:00:00 +0000',
      '21/Nov/2026:24:00:00 +0000',
      '21/Xyz/2026:06:00:00 +0000',
      '21/Nov/2026:06:00:61 +0000',
      '21/Nov/0000:06:00:00 +0000',
      '21/Nov/9999:06:00:00 +0000',
      'ab/cd/efgh:ij:kl:mn +0000',
      '',
      '21/Nov/999999999:06:00:00 +0000',
    ]
    const undated = dates.map((time) => line('/a', 'GPTBot/1.0', time))
    const { lines, period } = report(FINE + undated.join(''))
    expect(lines).toMatchObject({ read: 1, undated: 9, unread: 0 })
    expect(period).toEqual({ from: '2026-11-21T06:00:00Z', to: '2026-11-21T06:00:00Z' })
  })

  it('may have times in JSON that are none', () => {
    const times = [
      ...['1e300', '-62135596800001', '9'.repeat(400), 'NaN'],
      ...['2026-02-30T00:00:00Z', 'GPTBot 5', '9999-11-21T06:00:00Z', '0'],
    ]
    const { lines } = report(FINE + times.map((time) => json({ time })).join(''))
    expect(lines).toMatchObject({ read: 1, undated: 8 })
  })

  it('may be a pipe, which is read once; a device is refused', () => {
    const [cwd, acapAt] = [
      folderWith({ ...POLICIES, log: FINE }),
      `'${process.execPath}' '${PROGRAM}'`,
    ]
    for (const command of ['report', 'replay log']) {
      const script = `${acapAt} ${command} <(cat log) --json --policies policies`
      const { stdout } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' })
      expect(JSON.parse(stdout)).toMatchObject({ lines: command === 'report' ? { read: 1 } : 2 })
    }
    expect(acap(['report', '/dev/zero'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('a device'),
    })
  })

  it('may have counts that are no counts', () => {
    const numbers = ['-5', '1e999', 'NaN', {}, [], '\u0000', 1e308, -1]
    const { requests, crawlers } = report(
      numbers.map((count) => json({ count, last: count, size: count, status: count })).join(''),
    )
    expect(requests.total).toBe(numbers.length)
    expect(crawlers[0]).toMatchObject({ bytes: null })
  })

  it('may invent names of members, of crawlers, of pages, of hosts and of referrers', () => {
    const length = runs(12_000, 30_000)
    const log = Array.from({ length }, (_, i) =>
      json({
        [`m${i}`]: { deep: [[[i]]] },
        __proto__: null,
        constructor: 'x',
        uri: `/${i}/private/${i}`,
        host: `h${i}.test`,
        http_referer: `https://r${i}.test/`,
        http_user_agent: `Invented${i}Bot/1.0 (+https://b${i}.test)`,
      }),
    )
    const { lines, crawlers } = report(log.join('').replaceAll(/"h\d+\.test"/g, '"a.test"'))
    expect(lines.read).toBe(length)
    expect(crawlers.length).toBeLessThanOrEqual(10_001)
    expect(crawlers.find(({ name }) => name === '(other names)')?.requests).toBe(length - 10_000)
  })

  it('may invent names before those that a list knows', () => {
    const log = Array.from({ length: 10_000 }, (_, i) =>
      json({ http_user_agent: `Invented${i}Bot/1.0` }),
    )
    const { crawlers } = report(log.join('') + FINE)
    expect(crawlers.find(({ name }) => name === 'gptbot')?.requests).toBe(1)
  })

  it('may nest its objects as deep as it likes', () => {
    const deep = `{"uri":"/a","x":${'['.repeat(200_000)}${']'.repeat(200_000)},"http_user_agent":"GPTBot"}\n`
    const open = `{"a":`.repeat(100_000)
    const { lines } = report(`${FINE}${deep}${open}\n`)
    expect(lines.read + lines.undated + lines.unread).toBe(3)
  })

  it('writes no control character and no escape sequence to the terminal', () => {
    const evil = 'Evil\u001b[2J\u0007\u0000\u009b31mBot/1.0 <script>alert(1)</script>'
    const log =
      line('/private/\u001b]0;x\u0007', `${evil} bot`) +
      FINE +
      `\u001b[31m${evil}\r\u0008\n` +
      json({ http_user_agent: evil })
    for (const args of [[], ['--json']]) {
      const { out, err, code } = run(log, ...args)
      expect(code).toBe(0)
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    }
    const { code, err } = run(`\u001b[31m${evil}\n`)
    expect(code).toBe(2)
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  it('may be any octets', () => {
    const next = random(1)
    const noise = Buffer.from(Array.from({ length: 300_000 }, () => next(256)))
    // Not compressed by chance.
    const { lines } = report(Buffer.concat([Buffer.from(FINE), noise, Buffer.from(`\n${FINE}`)]))
    expect(lines.read).toBeGreaterThanOrEqual(2)
    expect(lines.unread).toBeGreaterThan(500)
  })
})

describe('a compressed log', () => {
  const zeros = Buffer.alloc(32 * MEBIBYTE)
  const bombs: readonly (readonly [string, () => Uint8Array])[] = [
    ['.gz without a line', () => gzipSync(zeros)],
    ['.gz of many members', () => Buffer.concat(Array.from({ length: 4 }, () => gzipSync(zeros)))],
    ['.gz of many short lines', () => gzipSync('\n'.repeat(4 * MEBIBYTE))],
  ]

  it.each(bombs)('may expand a thousand times: %s', (_, bomb) => {
    const { lines } = report(Buffer.concat([gzipSync(FINE), bomb(), gzipSync(`\n${FINE}`)]))
    expect(lines).toMatchObject({ read: 2, cut: [] })
  })

  it.each(someOf([1, 5, 9, 100, 1000], 2))('without its last %i octets is read', (lost) => {
    const whole = gzipSync(FINE.repeat(MANY), { level: 1 })
    const { lines, requests } = report(whole.subarray(0, whole.length - lost))
    expect(lines.cut).toMatchObject([{ log: 'log' }])
    expect(lines.unread).toBeLessThanOrEqual(1)
    expect(requests.total).toBeGreaterThan(MANY / 2)
  })

  it('that is damaged in the middle keeps what came before', () => {
    const whole = gzipSync(
      Array.from({ length: MANY }, (_, i) => line(`/private/${i * 7919}`)).join(''),
    )
    whole.fill(0xff, 20_000, 20_064)
    const { lines, requests } = report(whole)
    expect(lines.cut).toMatchObject([{ log: 'log' }])
    expect(requests.total).toBeGreaterThan(1_000)
  })

  const zstd = (zlib as { zstdCompressSync?: (text: string) => Uint8Array }).zstdCompressSync
  it.runIf(zstd)('may be zstd, whole, cut or a bomb', () => {
    const whole = zstd!(FINE.repeat(MANY))
    expect(report(whole).requests.total).toBe(MANY)
    expect(report(Buffer.concat([whole, zstd!('\n'.repeat(4 * MEBIBYTE))])).requests.total).toBe(
      MANY,
    )
    expect(report(whole.subarray(0, whole.length - 5)).lines.cut).toHaveLength(1)
  })

  it.runIf(!zstd)('that is zstd is refused where Node cannot read it', () => {
    expect(run(Buffer.from('28b52ffd00000000', 'hex'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot read zstd'),
    })
  })
})
