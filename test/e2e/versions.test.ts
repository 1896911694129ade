/**
 * Roll-out and roll-back: this code and that of 24 November 2026, both as packed programs, read what the other one wrote.
 * Only `npm run test:long` runs it, in a clone with its history; test/program/versions.test.ts has what was written that day.
 */
import { execFileSync, execSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { CRAWLER, FILES, STATUS, TABLE } from '../support/author/server-table.ts'
import { answer, answers, ask } from '../support/author/table-answers.ts'
import { saySkipped } from '../support/debian.ts'
import { started } from '../support/doors/platforms.ts'
import { startOrigin } from '../support/node-origin.ts'

const OLD_COMMIT = '0547b9ca77d0a311dd33d453f6028704c2f0d9e2'
const isLong = process.env.ACAP_LONG === '1'
const hasHistory =
  spawnSync('git', ['cat-file', '-e', `${OLD_COMMIT}^{commit}`], { cwd: PACKAGE_ROOT }).status === 0
if (isLong && !hasHistory) saySkipped(`roll-back needs commit ${OLD_COMMIT}: git fetch --unshallow`)

const folder = mkdtempSync(join(tmpdir(), 'acap-versions-'))
const PROGRAMS = {
  old: join(folder, 'old/dist/acap.js'),
  new: join(PACKAGE_ROOT, 'dist/acap.js'),
} as const
type Version = keyof typeof PROGRAMS
const VERSIONS = ['old', 'new'] as const

/** Builds the older code as its own package says. */
function packOld(): void {
  const root = join(folder, 'old')
  mkdirSync(root)
  execSync(`git archive ${OLD_COMMIT} | tar -x -C '${root}'`, { cwd: PACKAGE_ROOT })
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(root, 'node_modules'))
  execFileSync('npm', ['run', '-s', 'build:cli'], { cwd: root })
}

/** Runs a command of one of the versions in the test's folder. */
function acap(version: Version, ...args: readonly string[]): string {
  const env = { ...process.env, ACAP_CACHE: 'off' }
  return execFileSync(process.execPath, [PROGRAMS[version], ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
}

/** Writes the table's policy. */
function writePolicy(more = ''): void {
  for (const [path, text] of Object.entries({
    ...FILES,
    'robots.txt': more + FILES['robots.txt'],
  })) {
    const file = join(folder, 'policies/site', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Starts the gate of a version for the length of a test; gives its port. */
async function gateOf(version: Version, ...policies: readonly string[]): Promise<number> {
  const origin = await startOrigin(answer)
  const words = [
    PROGRAMS[version],
    'gate',
    ...policies,
    '--origin',
    origin.url,
    '--listen',
    '127.0.0.1:0',
  ]
  const gate = await started(
    process.execPath,
    words,
    mkdtempSync(join(folder, 'gate-')),
    (line) => {
      const { state, url } = JSON.parse(line) as { readonly state?: string; readonly url?: string }
      return state === 'listening' ? new URL(url!).port : null
    },
  )
  onTestFinished(() => {
    gate.stop()
    origin.stop()
  })
  return gate.port
}

/** The answers of a version to the table, with a bundle that another one built. */
async function tableOf(version: Version, builder: Version) {
  const all = await answers(await gateOf(version, join(folder, `${builder}.bin`)))
  return all.map(({ etag, ...rest }) => rest)
}

describe.skipIf(!isLong || !hasHistory)(
  'this code and that of 24 November 2026',
  { timeout: 300_000 },
  () => {
    beforeAll(() => {
      packOld()
      writePolicy()
      for (const version of VERSIONS) acap(version, 'build', 'policies', '--out', `${version}.bin`)
    }, 120_000)
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test.each(VERSIONS)(
      'the %s gate answers the table alike with the bundles of both',
      async (version) => {
        const own = await tableOf(version, version)
        expect(own.filter(({ body }) => body.includes('undefined'))).toEqual([])
        expect(await tableOf(version, version === 'old' ? 'new' : 'old')).toEqual(own)
        // The registry of the command line has curl, too.
        const isInTable = (_: unknown, i: number) =>
          version === 'new' && !TABLE[i]!.userAgent.startsWith('curl/')
        const statuses = own.filter(isInTable).map(({ status }) => status)
        expect(statuses).toEqual(TABLE.filter(isInTable).map(({ outcome }) => STATUS[outcome]))
      },
    )

    test('one store has versions of both, and the gates of both follow it', async () => {
      const close = (path: string) => writePolicy(`User-agent: *\nDisallow: ${path}\n\n`)
      const store = join(folder, 'store')
      const publish = (version: Version, ...more: readonly string[]) =>
        acap(version, 'publish', 'policies', '--to', store, ...more)
      close('/first/')
      publish('old')
      const gates = await Promise.all(VERSIONS.map((version) => gateOf(version, '--store', store)))
      const statusOf = async (path: string) => {
        const asked = { path, userAgent: CRAWLER, method: 'GET', headers: {} }
        return (await Promise.all(gates.map((port) => ask(port, asked)))).map(
          ({ status }) => status,
        )
      }
      const comes = (path: string) =>
        expect.poll(() => statusOf(path), { timeout: 100_000, interval: 500 }).toEqual([403, 403])
      await comes('/first/a')
      for (const [version, path] of [
        ['new', '/second/'],
        ['old', '/third/'],
        ['new', '/fourth/'],
      ] as const) {
        close(path)
        publish(version)
        await comes(`${path}a`)
      }
      publish('new', '--rollback')
      await comes('/third/a')
      publish('old', '--rollback')
      await comes('/fourth/a')
    })
  },
)
