/**
 * What the GitHub Action does on a pull request, in a repository of its own.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { folderWith, PROGRAM } from '../support/cli/acap.ts'
import { sourceFiles } from '../support/house/source-files.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const CASES = '[[case]]\nas = "Bot"\nurl = "/private/a"\nexpect = "prohibited"\n'

/** A repository whose last commit changes the policy; answers what the action says of it. */
function review(
  change: string,
  given: { readonly cases?: string; readonly failOnOpen?: string; readonly base?: boolean } = {},
) {
  const cwd = folderWith({
    'policies/a/robots.txt': ROBOTS,
    'policies/a/site.toml': 'hosts = ["a.test"]\n',
    'policies/a/cases.toml': given.cases ?? '',
    'temp/summary.md': '',
  })
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.test', ...args], {
      cwd,
      encoding: 'utf8',
    })
  git('init', '--quiet')
  git('add', 'policies')
  git('commit', '--quiet', '-m', 'before')
  const base = git('rev-parse', 'HEAD').trim()
  writeFileSync(join(cwd, 'policies/a/robots.txt'), change)
  git('commit', '--quiet', '-am', 'change')
  const { status, stdout } = spawnSync('bash', [join(PACKAGE_ROOT, '.github/check-policies.sh')], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      ACAP: PROGRAM,
      POLICIES: 'policies',
      BASE: given.base === false ? '' : base,
      FAIL_ON_OPEN: given.failOnOpen ?? 'false',
      RUNNER_TEMP: join(cwd, 'temp'),
      GITHUB_STEP_SUMMARY: join(cwd, 'temp/summary.md'),
    },
  })
  const summary = readFileSync(join(cwd, 'temp/summary.md'), 'utf8')
  const report = readFileSync(join(cwd, 'temp/acap-report.md'), 'utf8')
  rmSync(join(cwd, '.git'), { recursive: true })
  return { status, stdout, summary, report }
}

const OPENED = ROBOTS.replace('/private/', '/private/x')

describe('the action', () => {
  it('writes what a change opens into the summary and the file of the artifact, and passes', () => {
    const { status, summary, report } = review(OPENED)
    expect(report).toBe(summary)
    expect(summary).toContain('**Opens: more is permitted than before**')
    expect(summary).toContain('`/private/`')
    expect(status).toBe(0)
  })

  it('fails on it where the input says so', () => {
    expect(review(OPENED, { failOnOpen: 'true' }).status).toBe(1)
    expect(review(`# other words\n${ROBOTS}`, { failOnOpen: 'true' }).status).toBe(0)
  })

  it('fails on errors, at their lines', () => {
    const { status, stdout } = review('ACAP-crawler: *\nACAP-disallow-crawl:\n')
    expect(stdout).toContain('::error file=policies/a/robots.txt,line=2,')
    expect(status).toBe(1)
  })

  it('fails on cases that no longer hold', () => {
    const { status, stdout } = review(OPENED, { cases: CASES })
    expect(stdout).toContain('expected prohibited, but it is permitted')
    expect(status).toBe(1)
  })

  it('needs nothing to compare with', () => {
    expect(review(OPENED, { base: false })).toMatchObject({ status: 0, summary: '' })
  })

  it('refuses a policies folder that is a link out of the checkout', () => {
    const cwd = folderWith({ 'repository/x': '', 'elsewhere/a/robots.txt': ROBOTS })
    symlinkSync('../elsewhere', join(cwd, 'repository/policies'))
    const env = { ...process.env, ACAP: PROGRAM, POLICIES: 'policies', BASE: '' }
    const script = join(PACKAGE_ROOT, '.github/check-policies.sh')
    const { status, stdout } = spawnSync('bash', [script], {
      cwd: join(cwd, 'repository'),
      encoding: 'utf8',
      env,
    })
    expect([status, stdout]).toEqual([
      1,
      '::error::the policies folder is a link that leaves the checkout\n',
    ])
  })

  it('lets nothing that cases print be a command to the runner', () => {
    const name = JSON.stringify('x\n::error::forged')
    const { stdout } = review(OPENED, { cases: `${CASES}name = ${name}\n` })
    const [, token] = /^::stop-commands::(\S+)$/m.exec(stdout)!
    const [before, after] = stdout.split(`\n::${token}::\n`)
    expect(before!.indexOf('::stop-commands::')).toBeLessThan(before!.indexOf('forged'))
    expect(after).not.toContain('forged')
  })

  it('installs every package that the command line imports, and no tool of development', () => {
    const { dependencies } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))
    const installed = ['crawler-user-agents', ...Object.keys(dependencies)]
    const imported = [
      'src/cli',
      'src/language',
      'src/program/compile',
      'src/author/served',
      'src/author/convert',
      'src/logs',
    ]
      .flatMap(sourceFiles)
      .flatMap(({ arrows }) => arrows.filter(({ typeOnly }) => !typeOnly).map(({ to }) => to))
      .filter((to) => /^[@a-z][\w@/-]*$/.test(to))
    expect(imported).toContain('smol-toml')
    expect(imported.filter((to) => !installed.includes(to))).toEqual([])
    const action = readFileSync(join(PACKAGE_ROOT, 'action.yml'), 'utf8')
    expect(action).toContain(
      'npm install --no-save --save-prod --omit=dev --legacy-peer-deps --ignore-scripts',
    )
    expect(action).not.toContain('npm ci')
  })

  it('uses pinned actions, and passes what it is given by environment alone', () => {
    const files = ['action.yml', '.github/comment/action.yml']
    const text = files.map((file) => readFileSync(join(PACKAGE_ROOT, file), 'utf8')).join('')
    for (const [, action] of text.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/@[0-9a-f]{40}$/)
    for (const [line] of text.matchAll(/^.*run: .*$/gm)) expect(line).not.toContain('${{')
  })
})
