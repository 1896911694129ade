/**
 * What a person sees where a disk, a permission or a stream fails: one line, the exit code, and no half a file.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { saveFiles } from '../../../src/explorer/server/save-files.ts'
import { withFaultyDisk } from '../../support/base/faulty-disk.ts'
import { acap, folderWith, PROGRAM } from '../../support/cli/acap.ts'
import { runAcap } from '../../support/cli/run-acap.ts'
import { someOf } from '../../support/runs.ts'

const SAVE_FILES = new URL('../../../src/explorer/server/save-files.ts', import.meta.url).href
/** A program that saves as the explorer does. */
const SAVE = `const { saveFiles } = await import('${SAVE_FILES}')
console.log(JSON.stringify(saveFiles('policies', process.argv[1])))`
const IS_ROOT = process.getuid?.() === 0
const ODD = 'user-agent:*\nDisallow:/a\n'
const CANONICAL = 'User-agent: *\nDisallow: /a\n'
const SITE = { 'policies/a/robots.txt': ODD, 'policies/a/site.toml': 'hosts = ["a.test"]\n' }

describe('a failure of the disk', () => {
  it.each([
    ['build', '--out', '/dev/full'],
    ['test', '--junit', '/dev/zero'],
    ['replay', 'access.log', '--policies', 'policies/a', '--html', '/dev/full'],
    ['build', '--out', 'policies'],
    ['build', '--out', 'new/'],
    ['build', '--out', '/dev/stdout'],
    ['decide', 'policies', '/x', '--as', 'y'],
    ['replay', 'policies', '--policies', 'policies/a'],
    ['build', '--out', 'policies/a/robots.txt/x'],
  ])('is none where %s %s %s names the wrong thing: one line, exit code 2', (...args) => {
    const { code, err, out } = acap(args, { cwd: folderWith({ ...SITE, 'access.log': '' }) })
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(
      /^acap: `[^\n]*(?:not a regular file|is a folder|is not a folder|already exists|names no file)\n(?:help: .*\n)?$/,
    )
  })

  it('is one where wrangler refuses: what it says, exit code 3', () => {
    const cwd = folderWith({ ...SITE, npx: '#!/bin/sh\necho "not logged in" >&2\nexit 1\n' })
    chmodSync(join(cwd, 'npx'), 0o755)
    const { status, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, 'publish', '--to', 'kv:POLICIES'],
      {
        cwd,
        env: { ...process.env, PATH: `${cwd}:${process.env.PATH}` },
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([
      3,
      expect.stringMatching(/^acap: wrangler kv [^\n]*not logged in\nhelp: [^\n]*\n$/),
    ])
  })

  it.each(['ENOSPC', 'EROFS'])('leaves what the explorer saves as it was (%s)', async (code) => {
    const folder = folderWith(SITE)
    const policies = join(folder, 'policies')
    const change = {
      'robots.txt': { base: ODD, text: CANONICAL },
      'cases.toml': { base: '', text: '# none\n' },
    }
    const body = JSON.stringify({ site: 'a', files: change })
    const attempt = (from: number) =>
      withFaultyDisk({ from, code }, async () => {
        try {
          return { fault: null, answer: saveFiles(policies, body) }
        } catch (fault) {
          return { fault: fault as Error & { path: string }, answer: null }
        }
      })
    for (let from = 1; ; from++) {
      const { fault, answer } = await attempt(from)
      if (fault === null) {
        expect([answer.status, from > 5]).toEqual([200, true])
        break
      }
      expect(fault.path).toMatch(/(?:robots\.txt|cases\.toml)$|\.history\b/)
      const names = readdirSync(join(policies, 'a'))
      expect(names.filter((name) => name.startsWith('.') && name !== '.history')).toEqual([])
      expect([ODD, CANONICAL]).toContain(readFileSync(join(policies, 'a/robots.txt'), 'utf8'))
    }
    expect(readFileSync(join(policies, 'a/robots.txt'), 'utf8')).toBe(CANONICAL)
    expect(readFileSync(join(policies, 'a/cases.toml'), 'utf8')).toBe('# none\n')
  })

  it.each(someOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 2))(
    'leaves whole files where it is killed while the explorer saves, at call %i, and saves then',
    (from) => {
      const cwd = folderWith(SITE)
      const change = {
        'robots.txt': { base: ODD, text: CANONICAL },
        'cases.toml': { base: '', text: '# none\n' },
      }
      const body = JSON.stringify({ site: 'a', files: change })
      const save = (env: NodeJS.ProcessEnv, disk: readonly string[] = []) =>
        spawnSync(process.execPath, [...disk, '--input-type=module', '-e', SAVE, body], {
          cwd,
          env: { ...process.env, ...env },
          encoding: 'utf8',
        })
      const faulty = [
        '--import',
        new URL('../../support/base/faulty-disk.ts', import.meta.url).href,
      ]
      const { signal } = save({ ACAP_FAULT_AT: String(from), ACAP_FAULT: 'SIGKILL' }, faulty)
      expect(signal).toBe('SIGKILL')
      const text = readFileSync(join(cwd, 'policies/a/robots.txt'), 'utf8')
      expect([ODD, CANONICAL]).toContain(text)
      const cases = join(cwd, 'policies/a/cases.toml')
      if (existsSync(cases)) expect(readFileSync(cases, 'utf8')).toBe('# none\n')
      expect(save({}).stdout).toContain('"status":200')
      expect(readdirSync(join(cwd, 'policies/a')).sort()).toEqual([
        '.history',
        'cases.toml',
        'robots.txt',
        'site.toml',
      ])
      expect(readFileSync(join(cwd, 'policies/a/robots.txt'), 'utf8')).toBe(CANONICAL)
    },
  )

  it.runIf(IS_ROOT)('is one line where this user may not write, and nothing is written', () => {
    const cwd = folderWith(SITE)
    chmodSync(cwd, 0o755)
    const asNobody = (args: readonly string[]) =>
      spawnSync(process.execPath, [PROGRAM, ...args], {
        cwd,
        uid: 65534,
        gid: 65534,
        encoding: 'utf8',
        env: { HOME: '/' },
      })
    for (const args of [
      ['fmt'],
      ['build'],
      ['init', 'b.test', '--preset', 'news'],
      ['publish', '--to', 'store'],
    ]) {
      const { status, stderr } = asNobody(args)
      expect([args, status, stderr]).toEqual([
        args,
        3,
        expect.stringMatching(/^acap: `[^\n]*` may not be read or written\n$/),
      ])
    }
    expect(readdirSync(cwd)).toEqual(['policies'])
    chmodSync(join(cwd, 'policies/a/robots.txt'), 0o600)
    expect(asNobody(['check'])).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/^acap: .*may not be read/),
    })
  })

  it.runIf(IS_ROOT)('leaves files whole on a disk that is really full', () => {
    const folder = folderWith({})
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'acap-test', folder])
    onTestFinished(() => void execFileSync('umount', [folder]))
    mkdirSync(join(folder, 'policies/a'), { recursive: true })
    const path = join(folder, 'policies/a/robots.txt')
    const odd = `user-agent:*\n${Array.from({ length: 2000 }, (_, i) => `Disallow:/number-${i}\n`).join('')}`
    writeFileSync(path, odd)
    expect(acap(['fmt'], { cwd: folder })).toMatchObject({
      code: 3,
      err: 'acap: `policies/a/robots.txt` cannot be written: the disk is full\n',
    })
    expect(readFileSync(path, 'utf8')).toBe(odd)
    expect(readdirSync(join(folder, 'policies/a'))).toEqual(['robots.txt'])
    // Node's own stream writes what fits, and says nothing.
    const shell = spawnSync(
      'bash',
      ['-c', `"${process.execPath}" "${PROGRAM}" fmt - <"${path}" >"${folder}/out.txt"`],
      { encoding: 'utf8' },
    )
    expect([shell.status, shell.stderr]).toEqual([
      3,
      'acap: standard output cannot be written: the disk is full\n',
    ])
  })
})

describe('a standard output that is full', () => {
  it.each([['check', 'policies'], ['--help'], ['fmt', '--check']])(
    'ends acap %s %s with 3 and one line',
    (...args) => {
      const script = `"${process.execPath}" "${PROGRAM}" ${args.join(' ')} >/dev/full`
      const { status, stderr } = spawnSync('bash', ['-c', script], {
        cwd: folderWith(SITE),
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([
        3,
        expect.stringMatching(
          /(?:^|\n)acap: standard output cannot be written: the disk is full\n$/,
        ),
      ])
      expect(stderr).not.toContain('    at ')
    },
  )

  it('and a full standard error end it with 3', () => {
    const script = `"${process.execPath}" "${PROGRAM}" check nowhere 2>/dev/full`
    expect(spawnSync('bash', ['-c', script], { cwd: folderWith(SITE) }).status).toBe(3)
  })

  it('is none where a pipe is closed early', () => {
    const script = `"${process.execPath}" "${PROGRAM}" --help | head -c 1; exit "\${PIPESTATUS[0]}"`
    const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

test('a folder as standard input is wrong use, not an empty file', () => {
  const script = `"${process.execPath}" "${PROGRAM}" fmt - <policies`
  const { status, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folderWith(SITE),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, 'acap: standard input is a folder\n'])
})

describe('what a killed process left', () => {
  it('is removed by the next one that writes there; what a living process has is not', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const folder = folderWith({
      ...SITE,
      [`policies/a/.acap-${pid}-0123456789ab`]: 'half',
      [`policies/a/.acap-${process.pid}-0123456789ab`]: 'half',
      [`policies/a/.acap-${pid}-other`]: 'somebody’s own',
    })
    expect((await runAcap(['fmt', join(folder, 'policies')])).code).toBe(0)
    expect(readdirSync(join(folder, 'policies/a'))).toEqual(
      [`.acap-${pid}-other`, `.acap-${process.pid}-0123456789ab`, 'robots.txt', 'site.toml'].sort(),
    )
  })
})
