/**
 * A release in a copy of the repository, without the upload: what is packed, committed and tagged, and what is refused.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releasedChangelog } from '../../.github/release/changelog-section.ts'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'

const ADDRESS = 'https://code.test/owner/acap-edge'
const NAMED = ['-c', 'user.name=Owner', '-c', 'user.email=owner@code.test']

let folder: string
const git = (...args: string[]) =>
  execFileSync('git', [...NAMED, ...args], { cwd: folder, encoding: 'utf8' }).trim()

/** Runs the script. */
function prepare(version: string) {
  const env = {
    ...process.env,
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'Owner',
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['.github/release/prepare.ts', version],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, GIT_CONFIG_KEY_1: 'user.email', GIT_CONFIG_VALUE_1: 'owner@code.test' },
    },
  )
  return { status, stdout, stderr }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'acap-release-'))
  // The files as they are now, committed or not.
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: PACKAGE_ROOT,
    },
  )
  const tar = execFileSync('tar', ['c', '--null', '--ignore-failed-read', '-T', '-'], {
    cwd: PACKAGE_ROOT,
    input: files,
    maxBuffer: 1 << 30,
  })
  execFileSync('tar', ['x'], { cwd: folder, input: tar })
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'))
  git('init', '--quiet')
  writeFileSync(join(folder, '.git', 'info', 'exclude'), 'node_modules\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'All')
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a release', () => {
  it('is refused while an address of the owner is a placeholder', () => {
    const { status, stderr } = prepare('0.1.0')
    expect(status).toBe(1)
    for (const key of ['repository', 'documents', 'crawlersPage']) {
      expect(stderr).toContain(`release: \`${key}\` in src/words/project.ts is a placeholder\n`)
    }
  })

  it('is packed, checked, written into the changelog, committed and tagged', {
    timeout: 240_000,
  }, () => {
    const path = join(folder, 'src', 'words', 'project.ts')
    const filled = readFileSync(path, 'utf8').replaceAll(/: null(?=[, ]*[,}])/g, `: '${ADDRESS}'`)
    writeFileSync(path, filled)
    expect(prepare('0.1.0').stderr).toBe('release: there are changes that are not committed\n')
    git('commit', '--quiet', '--all', '--message', 'Fill')
    expect(prepare('0.1.0')).toMatchObject({
      status: 0,
      stdout: 'dist/release/acap-edge-0.1.0.tgz and the tag v0.1.0 are ready\n',
    })
    expect([
      git('log', '-1', '--format=%s'),
      git('tag', '--points-at', 'HEAD'),
      git('status', '--short'),
    ]).toEqual(['Release 0.1.0', 'v0.1.0', ''])
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      /^## Unreleased\n\n## 0\.1\.0 - \d{4}-\d\d-\d\d\n\n\S/m,
    )
    const packed = execFileSync(
      'tar',
      ['xzOf', 'dist/release/acap-edge-0.1.0.tgz', 'package/package.json'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    expect(JSON.parse(packed)).toMatchObject({
      version: '0.1.0',
      repository: { type: 'git', url: `git+${ADDRESS}.git` },
      homepage: ADDRESS,
    })
    expect(readFileSync(join(folder, 'template', 'package.json'), 'utf8')).toContain(
      '"acap-edge": "^0.1.0"',
    )
    expect(prepare('0.1.0')).toMatchObject({
      status: 1,
      stderr: 'release: v0.1.0 is not older than 0.1.0\n',
    })
    expect(prepare('0.2.0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('nothing below'),
    })
  })
})

describe('the changelog of a release', () => {
  it('has what was unreleased below its version, above older ones', () => {
    const { changelog, notes } = releasedChangelog(
      '# Changelog\n\n## Unreleased\n\n- a $& b\n\n## 0.1.0 - 2026-01-01\n\nOld.\n',
      '0.2.0',
      '2026-02-03',
    )
    expect(changelog).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n- a $& b\n\n## 0.1.0 - 2026-01-01\n\nOld.\n',
    )
    expect(notes).toBe('- a $& b\n')
  })

  it('is refused where nothing is unreleased', () => {
    expect(() =>
      releasedChangelog('## Unreleased\n\n## 0.1.0 - 2026-01-01\n\nOld.\n', '0.2.0', 'x'),
    ).toThrow('nothing')
  })
})
