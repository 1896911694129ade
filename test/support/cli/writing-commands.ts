/**
 * Every command that writes files: the files that it starts with and its arguments, for tests of what happens when a disk
 * fails. Commands run in a folder of their own.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface SaveRequest {
  readonly site: string
  readonly files: Readonly<Record<string, { readonly base: string; readonly text: string }>>
}

export interface WritingCommand {
  readonly args: readonly string[]
  readonly files: Readonly<Record<string, string>>
  /** The commands that come before it, where it needs any. */
  readonly first?: readonly (readonly string[])[]
  /** What the page of `serve` sends to save. */
  readonly save?: SaveRequest
  /** Files whose content has the time in it. */
  readonly timed?: RegExp
}

const ODD = 'user-agent:*\nDisallow:/a\n# the last words\nDisallow:/private/\n'
const FIXABLE = 'User-agent: *\nDissalow: /a/\nDisallow: /private/\n'
const SITE = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /a/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}
const LOG = '1.2.3.4 - - [21/Nov/2026:06:39:41 +0000] "GET /a/x HTTP/1.1" 200 5 "-" "GPTBot/1.0"\n'
const CASES = '[[case]]\nas = "GPTBot"\nurl = "/a/"\nexpect = "prohibited"\n'

/** By name. Lists are published at `home`. */
export function writingCommands(home: string): Readonly<Record<string, WritingCommand>> {
  return {
    fmt: { args: ['fmt'], files: { 'policies/a/robots.txt': ODD, 'policies/b/robots.txt': ODD } },
    'check --fix': {
      args: ['check', '--fix'],
      files: { ...SITE, 'policies/a/robots.txt': FIXABLE },
    },
    init: { args: ['init', 'www.b.test', '--preset', 'news'], files: SITE },
    'init --worker': {
      args: ['init', 'www.b.test', '--worker'],
      files: { 'package.json': '{ "name": "own", "private": true }\n' },
    },
    build: { args: ['build'], files: { ...SITE, 'dist/policies.bin': 'an old bundle' } },
    publish: {
      args: ['publish', 'policies', '--to', 'store'],
      files: {
        ...SITE,
        'next/a/robots.txt': 'User-agent: *\nDisallow: /next/\n',
        'next/a/site.toml': 'hosts = ["a.test"]\n',
      },
      timed: /^store\/(?:bundle|versions\/.*)$/,
    },
    'publish again': {
      args: ['publish', 'next', '--to', 'store'],
      first: [['publish', 'policies', '--to', 'store']],
      files: {
        ...SITE,
        'next/a/robots.txt': 'User-agent: *\nDisallow: /next/\n',
        'next/a/site.toml': 'hosts = ["a.test"]\n',
      },
      timed: /^store\/(?:bundle|versions\/.*)$/,
    },
    networks: {
      args: ['networks'],
      files: {
        ...SITE,
        'policies/.networks/sources.toml': `x = "${home}/networks.json"\ny = "${home}/networks.json"\n`,
        'policies/.networks/x.json': '{ "prefixes": [{ "ipv4Prefix": "192.0.2.0/24" }] }',
      },
    },
    crawlers: {
      args: ['crawlers', '--write'],
      files: { ...SITE, 'policies/.crawlers/sources.toml': `own = "${home}/crawlers.json"\n` },
    },
    replay: {
      args: ['replay', 'access.log', '--policies', 'policies/a', '--html', 'reports/replay.html'],
      files: { ...SITE, 'access.log': LOG, 'reports/replay.html': 'an old report' },
    },
    test: {
      args: ['test', '--junit', 'reports/junit.xml'],
      files: { ...SITE, 'policies/a/cases.toml': CASES, 'reports/junit.xml': 'an old report' },
    },
    'serve: Save': {
      args: ['serve', '--port', '0'],
      files: SITE,
      save: {
        site: 'a',
        files: {
          'robots.txt': {
            base: SITE['policies/a/robots.txt'],
            text: 'User-agent: *\nDisallow: /private/\n',
          },
          'cases.toml': { base: '', text: CASES },
        },
      },
    },
  }
}

/** What `home` publishes. */
export const PUBLISHED: Readonly<Record<string, string>> = {
  '/networks.json':
    '{ "creationTime": "2026-11-01T00:00:00Z", "prefixes": [{ "ipv4Prefix": "198.51.100.0/24" }] }',
  '/crawlers.json': '{ "crawlers": [{ "name": "Zetabot", "category": "archive" }] }',
}

/** Every file below a folder, with its content and mode. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  return new Map(
    paths.sort().map((path) => {
      const full = join(folder, path)
      return [
        path,
        `${(statSync(full).mode & 0o7777).toString(8)} ${shown(readFileSync(full))}`,
      ] as const
    }),
  )
}

/** Binary content by its hash, so that a test that fails prints no octets. */
function shown(content: Buffer): string {
  return content.includes(0)
    ? createHash('sha256').update(content).digest('hex')
    : content.toString()
}
