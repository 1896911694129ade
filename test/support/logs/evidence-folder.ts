/**
 * A folder of evidence as `acap report --for` writes it, and ways to change it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../cli/acap.ts'
import { combinedLine } from './log-lines.ts'

export const OWN = '20.0.0.5'
export const OTHERS = ['203.0.113.66', '198.51.100.7', '192.0.2.200']
const [FORGER, UNCHECKED, CCBOT] = OTHERS as [string, string, string]

const line = (ip: string, target: string, clock: string, userAgent: string) =>
  combinedLine(target, userAgent, { clock, ip })
const LOG = [
  line(OWN, '/robots.txt', '05:30:00', 'GPTBot/1.2'),
  line(OWN, '/private/before', '05:40:00', 'GPTBot/1.2'),
  line(OWN, '/private/a', '06:10:00', 'GPTBot/1.2'),
  line(OWN, '/late/a', '06:20:00', 'GPTBot/1.2'),
  line(OWN, '/robots.txt', '09:00:00', 'GPTBot/1.2'),
  line(OWN, '/late/b', '09:10:00', 'GPTBot/1.2'),
  line(FORGER, '/private/forged', '06:20:00', 'GPTBot/1.2'),
  line(UNCHECKED, '/private/b', '06:30:00', 'ChatGPT-User/1.0'),
  line(CCBOT, '/private/c', '06:40:00', 'CCBot/2.0'),
].join('')
export const EVIDENCE_LOG = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n[refuse]\ncontact = "press@a.test"\n',
  'policies/.networks/gptbot.json': JSON.stringify({
    creationTime: new Date().toISOString(),
    prefixes: [{ ipv4Prefix: '20.0.0.0/24' }],
  }),
  'first.txt': 'User-agent: *\nDisallow: /private/\n',
  'then.txt': 'User-agent: *\nDisallow: /private/\nDisallow: /late/\n',
  log: LOG,
}
const TEXTS = ['--robots', 'first.txt@2026-11-01', '--robots', 'then.txt@2026-11-21T06:15:00Z']
export const REPORT_FOR = [
  'report',
  'log',
  ...TEXTS,
  '--from',
  '2026-11-21T06:00:00Z',
  '--json',
  '--for',
]

interface Made {
  readonly folder: string
  readonly hash: string
  readonly report: CrawlReport
}

/** The folder, its hash, and the report. */
export function evidence(): Made {
  const cwd = folderWith(EVIDENCE_LOG)
  const { out, err, code } = acap([...REPORT_FOR, 'OpenAI', 'evidence'], { cwd })
  expect(code, err).toBe(0)
  const [, hash = ''] = /SHA-256 ([\da-f]{64})\n$/.exec(err) ?? []
  return { folder: join(cwd, 'evidence'), hash, report: JSON.parse(out) }
}

export const verify = (folder: string, ...args: readonly string[]) =>
  acap(['verify', folder, ...args])
export const file = (folder: string, suffix: string) =>
  join(
    folder,
    readdirSync(folder)
      .sort()
      .find((name) => name.endsWith(suffix))!,
  )
export const change = (path: string, from: string | RegExp, to: string) => {
  const before = readFileSync(path, 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(path, after)
}
