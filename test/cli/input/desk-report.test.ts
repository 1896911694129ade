/** What the log of `acap serve` says: the report of `acap report`, again when log or policy changes, or why there is none. */
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NOTHING_ASKED } from '../../../src/cli/input/counted-report.ts'
import { deskReport } from '../../../src/cli/input/desk-report.ts'
import { processIo } from '../../../src/cli/io.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const FILES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
  log: combinedLine('/private/a', 'GPTBot/1.0'),
}

/** A source whose clock gives each count no time, so that the next is due at once. */
function sourceIn(cwd: string, log: readonly string[]) {
  const { format, map, trust, price, sitemap, since } = NOTHING_ASKED
  const options = { format, map, trust, price, sitemap, since, log, port: null, while: null }
  const io = { ...processIo(), err: () => undefined, progress: () => undefined }
  return deskReport(join(cwd, 'policies'), options, io, () => 0)
}

it('is the report of the command, and counts a log again that has grown', async () => {
  const cwd = folderWith(FILES)
  const log = join(cwd, 'log')
  const source = sourceIn(cwd, [log])
  const printed = () => JSON.parse(acap(['report', log, '--json'], { cwd }).out)
  expect(JSON.parse(JSON.stringify((await source()).report))).toEqual(printed())
  expect((await source()).report).toBe((await source()).report)
  appendFileSync(log, combinedLine('/private/b', 'GPTBot/1.0'))
  expect(JSON.parse(JSON.stringify((await source()).report))).toEqual(printed())
})

it('counts a log again when its policy has changed', async () => {
  const cwd = folderWith({ ...FILES, log: combinedLine('/', 'Quill/1 (+https://quill.test/)') })
  const source = sourceIn(cwd, [join(cwd, 'log')])
  expect((await source()).report).toMatchObject({ declared: [{ name: 'quill' }], crawlers: [] })
  writeFileSync(join(cwd, 'policies/a/robots.txt'), 'User-agent: Quill\nDisallow: /x/\n')
  expect((await source()).report).toMatchObject({ declared: [], crawlers: [{ name: 'quill' }] })
})

it('says what is wrong where a file stands in place of the policies', async () => {
  const cwd = folderWith({ ...FILES, log: combinedLine('/', 'GPTBot/1.0') })
  const source = sourceIn(cwd, [join(cwd, 'log')])
  expect((await source()).fault).toBeNull()
  rmSync(join(cwd, 'policies'), { recursive: true })
  writeFileSync(join(cwd, 'policies'), 'no folder')
  expect((await source()).fault).toContain('policies')
})

it('counts the file before a rotation, too', async () => {
  const cwd = folderWith(FILES)
  const log = join(cwd, 'log')
  const source = sourceIn(cwd, [log])
  renameSync(log, `${log}.1`)
  writeFileSync(log, combinedLine('/private/b', 'GPTBot/1.0'))
  expect((await source()).report).toMatchObject({ lines: { read: 2 } })
})

it('says why there is none, and nothing where no log is named', async () => {
  const cwd = folderWith({ ...FILES, log: 'no request\n' })
  const { report, fault } = await sourceIn(cwd, [join(cwd, 'log')])()
  expect([report, fault]).toEqual([null, expect.stringContaining('log')])
  expect(await sourceIn(cwd, [])()).toEqual({ report: null, labels: {}, fault: null, remark: null })
})

it('[ours] shows the names of any of several sites as their policies write them', async () => {
  const cwd = folderWith({
    ...FILES,
    'policies/b/robots.txt': 'User-agent: SearchBot1\nDisallow: /private/\n',
    'policies/b/site.toml': 'hosts = ["b.test"]\n',
    log: ['GPTBot/1.0', 'SearchBot1/1.0', 'Unheard-of-bot/1.0']
      .map((agent) => `b.test ${combinedLine('/private/a', agent)}`)
      .join(''),
  })
  const { labels } = await sourceIn(cwd, [join(cwd, 'log')])()
  expect(labels).toEqual({ gptbot: 'GPTBot', searchbot1: 'SearchBot1' })
})
