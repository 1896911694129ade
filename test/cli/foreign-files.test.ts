/**
 * A folder of policies that somebody else wrote: no link in it makes acap read a file outside.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { explorerServer } from '../../src/explorer/server/explorer-server.ts'
import { acap, folderWith, PROGRAM } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'

const ROBOTS =
  'User-agent: *\nDisallow: /private/\nACAP-permissions-reference: http://www.a.test/permissions/x.txt\n'
const SITE = { 'policies/a/robots.txt': ROBOTS, 'policies/a/site.toml': 'hosts = ["a.test"]\n' }
const SECRET = 'Disallow: /the-secret-of-this-machine\n'

/** A folder with a site, a secret beside `policies`, and links: path → what it leads to, from its own folder. */
function withLinks(links: Readonly<Record<string, string>>): string {
  const cwd = folderWith({
    ...SITE,
    'secret.txt': SECRET,
    'secrets/robots.txt': SECRET,
    'policies/b/robots.txt': ROBOTS,
  })
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    symlinkSync(target, join(cwd, path))
  }
  return cwd
}

const COMMANDS = [
  ['check', 'policies'],
  ['build', 'policies'],
  ['test', 'policies'],
  ['fmt', 'policies'],
  ['check', 'policies/a'],
  ['diff', 'policies', 'policies'],
] as const

describe('a link in a folder of policies', () => {
  it.each([
    ['policies/a/permissions/x.txt', '../../../secret.txt', 'leaves the policies folder'],
    ['policies/a/permissions/x.txt', '/proc/self/environ', 'leaves the policies folder'],
    ['policies/a/deep/er/x.txt', '/etc/hostname', 'leaves the policies folder'],
    ['policies/a/cases.toml', '../../secret.txt', 'leaves the policies folder'],
    ['policies/a/permissions', '../../secrets', 'leaves the policies folder'],
    ['policies/a/self', '.', 'is a link back to a folder that it is in'],
    ['policies/a/all', '..', 'is a link back to a folder that it is in'],
    ['policies/a/gone.txt', 'nowhere', 'is a link to nothing'],
    ['policies/a/loop.txt', 'loop.txt', 'leads back to itself'],
  ])(
    '%s → %s is refused by every command',
    (path, target, message) => {
      const cwd = withLinks({ [path]: target })
      const env = target.includes('environ') ? { SECRET: 'the-secret-of-this-machine' } : null
      for (const args of COMMANDS) {
        const { code, out, err } = acap(args, env === null ? { cwd } : { cwd, env })
        expect([args[0], code, err]).toEqual([args[0], 2, expect.stringContaining(message)])
        expect(out + err).not.toContain('the-secret-of-this-machine')
      }
    },
    120_000,
  )

  it('may not be a whole site', () => {
    const { code, err } = acap(['check'], { cwd: withLinks({ 'policies/c': '../secrets' }) })
    expect([code, err]).toEqual([2, expect.stringContaining('`policies/c` is a link that leaves')])
  })

  it('is not left out where it leads to nothing: it may have been a site a moment ago', () => {
    const { code, err } = acap(['build'], { cwd: withLinks({ 'policies/c': '..data/c' }) })
    expect([code, err]).toEqual([2, expect.stringContaining('`policies/c` is a link to nothing')])
  })

  it('may not be one of the address lists, nor the folder of them', () => {
    const lists = { 'policies/.networks/x.json': '../../secret.txt' }
    expect(acap(['build'], { cwd: withLinks(lists) })).toMatchObject({ code: 2 })
    expect(
      acap(['build'], { cwd: withLinks({ 'policies/.networks': '../secrets' }) }),
    ).toMatchObject({ code: 2 })
  })

  it('may not lead `check` out when its file is named', () => {
    const cwd = withLinks({ 'policies/a/permissions/x.txt': '../../../secret.txt' })
    const { code, out } = acap(['check', 'policies/a/permissions/x.txt'], { cwd })
    expect([code, out]).toEqual([2, ''])
  })

  it('may lead to another file of the policies', () => {
    const cwd = withLinks({ 'policies/a/permissions/x.txt': '../../b/robots.txt' })
    expect(acap(['build'], { cwd }).code).toBe(0)
  })

  it('may lead to a folder of the policies: a ConfigMap of Kubernetes has such links', () => {
    const cwd = folderWith({
      'policies/..2026_11_28/a/robots.txt': ROBOTS,
      'policies/..2026_11_28/a/site.toml': 'hosts = ["a.test"]\n',
      'policies/..2026_11_28/common/x.txt': ROBOTS,
    })
    symlinkSync('..2026_11_28', join(cwd, 'policies/..data'))
    symlinkSync('..data/a', join(cwd, 'policies/a'))
    symlinkSync('../common', join(cwd, 'policies/..2026_11_28/a/permissions'))
    expect(acap(['check', 'policies'], { cwd })).toMatchObject({ code: 0 })
    expect(acap(['build', 'policies'], { cwd })).toMatchObject({ code: 0 })
  })

  it('may not make one folder look like any number of them', () => {
    const links: Record<string, string> = {}
    for (let i = 0; i < 14; i++)
      for (const name of ['left', 'right']) links[`policies/f${i}/${name}`] = `../f${i + 1}`
    const cwd = withLinks({
      ...links,
      'policies/f14/x.txt': '../a/robots.txt',
      'policies/f0/robots.txt': '../a/robots.txt',
    })
    const { code, err } = acap(['check', 'policies/f0'], { cwd })
    expect([code, err]).toEqual([2, expect.stringContaining('holds more than 10000 files')])
  })

  it('leads out by no spelling of its target', { timeout: 60_000 }, async () => {
    const step = fc.constantFrom('..', '.', '', 'policies', 'a', 'permissions', 'x', 'secrets')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 9 }), fc.boolean(), async (steps, absolute) => {
        const cwd = withLinks({})
        const target = `${absolute ? `${cwd}/policies/` : '../../'}${steps.join('/')}/../secret.txt`
        mkdirSync(join(cwd, 'policies/a/permissions'))
        symlinkSync(target, join(cwd, 'policies/a/permissions/x.txt'))
        const { code, out, err } = await runAcap(['check', join(cwd, 'policies')])
        expect(out + err).not.toContain('the-secret')
        expect(code).toBe(2)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what is not a regular file', () => {
  it('a pipe is refused, and not waited for', () => {
    const cwd = withLinks({})
    execFileSync('mkfifo', [join(cwd, 'policies/a/pipe.txt')])
    const { code, err } = acap(['check'], { cwd })
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('`policies/a/pipe.txt` is not a regular file'),
    ])
  })

  it('a socket is refused', async () => {
    const cwd = withLinks({})
    const server = createServer().listen(join(cwd, 'policies/a/socket'))
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { code, err } = acap(['check'], { cwd })
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('`policies/a/socket` is not a regular file'),
    ])
  })

  it('a device is refused behind a link', () => {
    const { code, err } = acap(['check'], { cwd: withLinks({ 'policies/a/x.txt': '/dev/zero' }) })
    expect([code, err]).toEqual([2, expect.stringContaining('is not a regular file')])
  })

  it('but a file that the author names may be a pipe', () => {
    const script = `"${process.execPath}" "${PROGRAM}" check <(printf 'User-agent: *\\nDisallow: /\\n')`
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('no findings\n')
  })
})

describe('a file that is too large', () => {
  it.each([['a/robots.txt'], ['a/cases.toml'], ['a/permissions/x.txt']])(
    '%s is not read whole',
    (path) => {
      const cwd = folderWith({ ...SITE, [`policies/${path}`]: Buffer.alloc(17 << 20, 'a') })
      const { code, err } = acap(['check'], { cwd })
      expect([code, err]).toEqual([
        2,
        `acap: \`policies/${path}\` is larger than 16 MiB\nhelp: a policy may have 500 KiB\n`,
      ])
    },
  )

  it('nor is a device without an end', () => {
    expect(acap(['check', '/dev/zero'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is larger than 16 MiB'),
    })
  })
})

describe('the explorer', () => {
  it('hands out no file that a link leads to', async () => {
    const cwd = withLinks({ 'policies/a/permissions/x.txt': '../../../secret.txt' })
    const server = explorerServer(cwd, join(cwd, 'policies')).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const answer = await fetch(
      `http://localhost:${(server.address() as AddressInfo).port}/sites.json`,
    )
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(text).toContain('leaves the policies folder')
    expect(text).not.toContain('the-secret')
  })
})

describe('a list that is fetched', () => {
  it('is written into the folder of policies, not to where a link leads', () => {
    const cwd = withLinks({ 'policies/.networks/a.json': '../../secret.txt' })
    writeFileSync(join(cwd, 'policies/.networks/sources.toml'), 'a = "http://127.0.0.1:1/a.json"\n')
    acap(['networks'], { cwd })
    expect(readFileSync(join(cwd, 'secret.txt'), 'utf8')).toBe(SECRET)
  })

  it.each(['networks', 'crawlers'])('has no address in a file elsewhere: acap %s', (command) => {
    const cwd = withLinks({ [`policies/.${command}/sources.toml`]: '../../secret.txt' })
    const { code, err } = acap([command], { cwd })
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^acap: `.*sources\.toml` is a link that leaves the policies/),
    ])
  })
})
