/**
 * What a stranger's `npm ci` finds: every platform's binaries in the lock file, one workerd, a workflow that runs
 * pinned actions with a token that can only read.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { readText } from '../../src/language/site/read-site.ts'

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8')

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly optional?: boolean; readonly os?: readonly string[] }>
  >
}

const PLATFORM_BINARIES = {
  workerd: [
    '@cloudflare/workerd-linux-64',
    '@cloudflare/workerd-darwin-arm64',
    '@cloudflare/workerd-windows-64',
  ],
  esbuild: ['@esbuild/linux-x64', '@esbuild/darwin-arm64', '@esbuild/win32-x64'],
  rolldown: [
    '@rolldown/binding-linux-x64-gnu',
    '@rolldown/binding-darwin-arm64',
    '@rolldown/binding-win32-x64-msvc',
  ],
  biome: ['@biomejs/cli-linux-x64', '@biomejs/cli-darwin-arm64', '@biomejs/cli-win32-x64'],
  typescript: [
    '@typescript/typescript-linux-x64',
    '@typescript/typescript-darwin-arm64',
    '@typescript/typescript-win32-x64',
  ],
}

describe('package-lock.json', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lock

  it.each(Object.entries(PLATFORM_BINARIES))(
    'lists the binaries of %s for Linux, macOS and Windows',
    (_, names) => {
      const systems = names.map((name) => packages[`node_modules/${name}`]?.os?.[0])
      expect(systems).toEqual(['linux', 'darwin', 'win32'])
    },
  )

  it('names the same exact versions as package.json', () => {
    const root = (JSON.parse(read('package-lock.json')) as { packages: Record<string, object> })
      .packages['']
    const { dependencies, devDependencies } = JSON.parse(read('package.json'))
    expect(root).toMatchObject({ dependencies, devDependencies })
  })
})

describe('the installed tree', () => {
  it('has one version of workerd', () => {
    const lines = execFileSync('npm', ['ls', 'workerd', '--parseable', '--long'], {
      encoding: 'utf8',
      cwd: PACKAGE_ROOT,
    })
      .trim()
      .split('\n')
    const versions = new Set(
      lines.map((line) => /:workerd@(\S+?)(:|$)/.exec(line)?.[1]).filter(Boolean),
    )
    expect([...versions]).toHaveLength(1)
  })
})

describe('the workflow of a release', () => {
  const workflow = read('.github/workflows/release.yml')

  it('is started by a person, and runs CI before it prepares and uploads', () => {
    expect(workflow).toMatch(/^on:\n {2}workflow_dispatch:$/m)
    const steps = [
      'bash .ci/run',
      'node .github/release/prepare.ts',
      'git push',
      'npm publish',
      'gh release create',
    ]
    const places = steps.map((step) => workflow.indexOf(step))
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('has the right to sign where the package came from, and no token of npm', () => {
    expect(workflow).toMatch(/^ {6}id-token: write\b/m)
    expect(workflow).toMatch(/npm publish .*--provenance/)
    expect(workflow).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/)
  })

  it('puts no input into a command', () => {
    expect(workflow.replaceAll(/VERSION: \$\{\{ inputs\.version \}\}/g, '')).not.toContain(
      'inputs.version',
    )
  })
})

describe('the workflow', () => {
  const workflow = read('.github/workflows/ci.yml')

  it('pins every action by commit', () => {
    const uses = [
      ...(workflow + read('.github/workflows/release.yml')).matchAll(/uses: (\S+)/g),
    ].map(([, action]) => action)
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  })

  it('has a token that can only read', () => {
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m)
    expect(workflow).not.toMatch(/: write$/m)
  })
})

describe('README.md', () => {
  it('shows a policy of ten lines in which nothing is wrong', () => {
    const [, policy = ''] = /## A policy in ten lines\n\n```robots\n([\s\S]*?)```/.exec(
      read('README.md'),
    )!
    expect(policy.trimEnd().split('\n')).toHaveLength(10)
    expect(readText(policy).findings).toEqual([])
  })

  it('begins with what it is, then two commands', () => {
    const fences = [...read('README.md').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    const blocks = fences.filter(([, language]) => language === '').map(([, , block]) => block)
    expect(blocks.slice(0, 2)).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
  })
})

describe('.ci/run', () => {
  it('runs the test command that README.md gives', () => {
    expect(read('README.md')).toMatch(/^npm ci && npm test$/m)
    expect(read('.ci/run')).toContain('README.md')
  })

  it('installs what the end-to-end tests need of Debian', () => {
    const [, command = ''] = /for package in (.*); do/.exec(read('.ci/run'))!
    const packages = execFileSync('bash', ['-c', `echo ${command}`], {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
    })
    expect(packages.trim().split(' ')).toEqual(
      expect.arrayContaining(['curl', 'nginx-light', 'wget', 'chromium-headless-shell']),
    )
    expect(packages).toMatch(/^[a-z0-9 .+-]+\n$/)
  })
})
