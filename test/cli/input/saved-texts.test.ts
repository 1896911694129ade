/** What the desk has saved → what each request of a log is judged by. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { savedPrograms } from '../../../src/cli/input/saved-texts.ts'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { robotsFile } from '../../../src/program/program.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { runSave } from '../../support/explorer/explorer-saves.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const OPEN = 'User-agent: *\nDisallow: /archive/\nAllow: /\n'
const CLOSED = 'User-agent: *\nDisallow: /\n'
const SITE = 'hosts = ["a.test"]\n'
const LOG = [
  combinedLine('/robots.txt', 'GPTBot/1.0', { clock: '01:00:00' }),
  ...['/archive/a', '/news/a', '/news/b'].map((path) => {
    return combinedLine(path, 'GPTBot/1.0', { clock: '01:10:00' })
  }),
].join('')

const begun = () =>
  folderWith({ 'policies/a/robots.txt': OPEN, 'policies/a/site.toml': SITE, log: LOG })

const save = (cwd: string, base: string, text: string) =>
  runSave(join(cwd, 'policies'), { site: 'a', files: { 'robots.txt': { base, text } } })

describe('a Save', () => {
  it('charges nobody for requests before it, in the report and in the letter', async () => {
    const cwd = begun()
    expect((await save(cwd, OPEN, CLOSED)).code).toBe(0)
    const report = JSON.parse(acap(['report', 'log', '--json'], { cwd }).out) as CrawlReport
    const [{ violations, rules }] = report.crawlers as [CrawlReport['crawlers'][number]]
    expect([violations.proven, violations.unseen]).toEqual([1, 0])
    expect(rules.map(({ text }) => text)).toEqual(['Disallow: /archive/'])
    expect(report.trust.texts[0]!.versions).toHaveLength(2)
    const { out } = acap(['report', 'log', '--for', 'OpenAI', 'folder'], { cwd })
    expect(out).toContain('1 was for a page that the robots.txt of that time closes to it')
    expect(acap(['verify', 'folder'], { cwd }).code).toBe(0)
  })

  it('that opens leaves what was closed before', async () => {
    const cwd = begun()
    await save(cwd, OPEN, 'User-agent: *\nAllow: /\n')
    const { out } = acap(['report', 'log', '--json'], { cwd })
    expect(JSON.parse(out)).toMatchObject({ crawlers: [{ violations: { proven: 1 } }] })
  })

  it('that leaves robots.txt as it is gives no second text', async () => {
    const cwd = begun()
    const files = { 'site.toml': { base: SITE, text: `# mine\n${SITE}` } }
    await runSave(join(cwd, 'policies'), { site: 'a', files })
    const { out } = acap(['report', 'log', '--json'], { cwd })
    expect((JSON.parse(out) as CrawlReport).trust.texts[0]!.versions).toHaveLength(1)
  })
})

describe('saved texts', () => {
  const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
  /** Versions by the minute, and what is on disk: what was in force when. */
  const inForce = (
    versions: readonly (readonly [minute: number, robots: string, effect: string])[],
    disk: string,
  ) => {
    const cwd = folderWith({ 'policies/a/robots.txt': disk, 'policies/a/site.toml': SITE })
    const history = join(cwd, 'policies/a/.history')
    mkdirSync(history)
    for (const [minute, robots, effect] of versions) {
      const files = { 'robots.txt': robots, 'site.toml': SITE }
      const version = { time: at(minute), effect, comment: '', files }
      writeFileSync(
        join(history, `${at(minute).replace(/[:.]/g, '-')}.json`),
        JSON.stringify(version),
      )
    }
    return savedPrograms(join(cwd, 'policies'))('a').map(({ program, from, until }) => {
      const text = new TextDecoder().decode(robotsFile(program!).text)
      return [/Disallow: (\S*)/.exec(text)?.[1], from, until]
    })
  }
  const minute = (count: number) => Date.parse(at(count))
  const only = (path: string) => `User-agent: *\nDisallow: ${path}\n`
  const FOUND = 'as it was found on disk'

  it('count from their Save on, and the one that was found until then', () => {
    const versions = [
      [1, only('/a'), FOUND],
      [2, only('/b'), 'x'],
    ] as const
    expect(inForce(versions, only('/b'))).toEqual([
      ['/a', -Infinity, minute(2)],
      ['/b', minute(2), Infinity],
    ])
  })

  it('count together with what others wrote meanwhile', () => {
    const versions = [
      [1, only('/a'), 'x'],
      [2, only('/b'), FOUND],
      [3, only('/c'), 'x'],
    ] as const
    expect(inForce(versions, only('/d'))).toEqual([
      ['/a', minute(1), minute(3)],
      ['/b', minute(1), minute(3)],
      ['/c', minute(3), Infinity],
      ['/d', minute(3), Infinity],
    ])
  })

  it('with errors were never in force', () => {
    const bad = 'ACAP-crawler: *\nACAP-allow-index: /\nACAP-crawl: /a\nACAP-disallow-nothing\n'
    const versions = [
      [1, only('/a'), FOUND],
      [2, `${bad}##ACAP version=9\n`, 'x'],
      [3, only('/c'), 'x'],
    ] as const
    expect(inForce(versions, only('/c')).map(([path]) => path)).toEqual(['/a', '/c'])
  })

  it('are none where nothing was saved, and none of another site', () => {
    expect(inForce([], only('/a'))).toEqual([])
    expect(savedPrograms(join(begun(), 'policies'))('b')).toEqual([])
  })
})
