/**
 * `acap report` and `acap replay` judge each request by the text of its time: the versions of a store, and the dates of
 * routes (E7).
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import type { ReplayReport } from '../../../src/logs/report/replay-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'

const SITE = 'hosts = ["a.test"]\n'
const line = (target: string, time: string) =>
  `{"time":"${time}","uri":"${target}","http_user_agent":"GPTBot/1.0","remote_addr":"203.0.113.9","status":200}\n`

const reportIn = (cwd: string, ...args: readonly string[]): CrawlReport => {
  const { out, err } = acap(['report', 'log', '--json', ...args], { cwd })
  expect(err).toBe('')
  return JSON.parse(out)
}

/** A store whose three versions served from these times on. */
function storeWith(times: readonly string[]): string {
  const cwd = folderWith({ 'policies/a/site.toml': SITE, 'policies/a/robots.txt': '' })
  const publish = (...args: readonly string[]) =>
    acap(['publish', '--to', 'store', ...args], { cwd })
  for (const path of ['/one/', '/two/']) {
    writeFileSync(join(cwd, 'policies/a/robots.txt'), `User-agent: *\nDisallow: ${path}\n`)
    expect(publish().code).toBe(0)
  }
  expect(publish('--rollback').code).toBe(0)
  const release = join(cwd, 'store/bundle')
  const { history, ...rest } = JSON.parse(readFileSync(release, 'utf8'))
  expect(history.map(({ versions }: { versions: readonly number[] }) => versions)).toEqual([
    [1],
    [2],
    [1],
  ])
  const dated = times.toReversed().map((time, i) => ({ ...history[i], from: Date.parse(time) }))
  writeFileSync(release, JSON.stringify({ ...rest, history: dated }))
  return cwd
}

it('takes texts and their times from a store, also after a rollback', () => {
  const cwd = storeWith(['2026-05-01T00:00:00Z', '2026-05-11T00:00:00Z', '2026-05-21T00:00:00Z'])
  const log = ['/one/a', '/two/a'].flatMap((path) =>
    ['2026-04-30', '2026-05-05', '2026-05-15', '2026-05-25'].map((day) =>
      line(path, `${day}T12:00:00Z`),
    ),
  )
  // Within a day after the switch only some texts prohibit.
  writeFileSync(join(cwd, 'log'), [...log, line('/two/a', '2026-05-11T06:00:00Z')].join(''))
  const report = reportIn(cwd, '--store', 'store')
  expect(report.crawlers[0]?.violations).toMatchObject({
    proven: 0,
    unseen: 3,
    grace: 1,
    incomparable: 2,
  })
  expect(report.trust.texts).toMatchObject([
    {
      source: 'store',
      versions: [
        { name: 'version 1' },
        { name: 'version 2', known: true },
        { name: 'version 1', from: expect.any(String) },
      ],
    },
  ])
})

it('finds the text of a hash of our log in the store', () => {
  const cwd = storeWith(['2026-05-01T00:00:00Z', '2026-05-11T00:00:00Z', '2026-05-21T00:00:00Z'])
  const robots = acap(['robots', 'policies/a'], { cwd }).out
  const hash = createHash('sha256').update(robots).digest('hex')
  const own = (target: string, time: string, robotsHash: string | null) =>
    `${JSON.stringify({ acap: 'request', time, host: 'a.test', target, userAgent: 'GPTBot/1.0', status: 200, robotsHash })}\n`
  writeFileSync(
    join(cwd, 'log'),
    own('/robots.txt', '2026-05-12T06:00:00Z', hash) + own('/two/a', '2026-05-12T06:10:00Z', null),
  )
  // The folder has another text by now.
  writeFileSync(join(cwd, 'policies/a/robots.txt'), 'User-agent: *\nDisallow: /three/\n')
  expect(reportIn(cwd).crawlers[0]?.violations).toMatchObject({ proven: 0, incomparable: 1 })
  expect(reportIn(cwd, '--store', 'store').crawlers[0]?.violations).toMatchObject({
    proven: 1,
    incomparable: 0,
  })
})

it('says that a store has nothing', () => {
  const cwd = folderWith({
    'policies/a/site.toml': SITE,
    'policies/a/robots.txt': '',
    log: line('/', '2026-05-12T06:00:00Z'),
  })
  expect(acap(['report', 'log', '--store', 'empty'], { cwd })).toMatchObject({
    code: 2,
    err: expect.stringContaining('nothing was published'),
  })
})

const DATED = `${SITE}[[route]]\nmatch = "/embargo/*"\nclosed-until = 2026-05-10T08:00:00Z\n`
const NIGHT = ['2026-05-10T07:59:59Z', '2026-05-10T08:00:00Z', '2026-05-12T08:00:00Z']

it('judges by the interval of a route that has passed', () => {
  const cwd = folderWith({
    'policies/a/site.toml': DATED,
    'policies/a/robots.txt': 'User-agent: *\nDisallow:\n',
    log: NIGHT.map((time) => line('/embargo/a', time)).join(''),
  })
  const [crawler] = reportIn(cwd).crawlers
  // Before the date all texts of the day prohibit, at the date some, and two days later none.
  expect(crawler?.violations).toMatchObject({ unseen: 1, grace: 1, incomparable: 0 })
  const replayed = JSON.parse(acap(['replay', 'log', '--json'], { cwd }).out) as ReplayReport
  expect(replayed.total).toMatchObject({ refused: 1, permitted: 2, ignoredRobots: 1 })
})
