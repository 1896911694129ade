import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newerSource } from '../../src/base/files/package-root.ts'
import { decode } from '../../src/program/decode.ts'
import { acap, folderWith } from '../support/cli/acap.ts'

const GOOD =
  'User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\nACAP-disallow-crawl: /private/\n'
const BAD = 'ACAP-crawler: *\nACAP-disallow-crawl:\n'
const site = (robots: string, toml = 'hosts = ["a.test"]\n') => ({
  'policies/a/robots.txt': robots,
  'policies/a/site.toml': toml,
})

const bundleIn = (folder: string) => {
  const decoded = decode(new Uint8Array(readFileSync(join(folder, 'dist/policies.bin'))).buffer)
  if (!decoded.ok) throw new Error(decoded.error.message)
  return decoded.bundle
}

describe('acap build', () => {
  it('compiles every site into one bundle', () => {
    const cwd = folderWith({
      ...site(GOOD),
      'policies/b/robots.txt': GOOD,
      'policies/b/site.toml': 'hosts = ["b.test"]\n',
    })
    const { code, out } = acap(['build'], { cwd })
    expect(code).toBe(0)
    expect(out).toMatch(/^dist\/policies\.bin: a, b; \d+ bytes, hash [0-9a-f]{12}\n$/)
    expect(bundleIn(cwd).sites.map(({ name, config }) => [name, ...config.hosts])).toEqual([
      ['a', 'a.test'],
      ['b', 'b.test'],
    ])
  })

  it('counts the findings that do not keep it from building, and leaves them to acap check', () => {
    const cwd = folderWith(site('User-agent: *\nDissalow: /a\nDissalow: /b\n'))
    const { code, out, err } = acap(['build'], { cwd })
    expect([code, out]).toEqual([0, expect.stringMatching(/^dist\/policies\.bin: a;/)])
    expect(err).toMatch(
      /^2 findings: npx --no-install acap check policies\nlists of crawlers: .*\n$/,
    )
  })

  it('shows of a policy with errors the errors alone', () => {
    const cwd = folderWith(site(`User-agent: *\nDissalow: /a\n\n${BAD}`))
    const { code, err } = acap(['build'], { cwd })
    expect(code).toBe(1)
    expect(err.match(/^\w+\[/gm)).toEqual(['error['])
    expect(err).toMatch(/\n1 error\n$/)
  })

  it('fails on an error with file, line, column, cause and fix, and writes nothing', () => {
    const cwd = folderWith(site(BAD))
    const { code, err } = acap(['build'], { cwd })
    expect(code).toBe(1)
    expect(err).toMatch(/^error\[ACAP\d{3}\]: /)
    expect(err).toContain('--> policies/a/robots.txt:2:1')
    expect(err).toContain('= help: ')
    expect(existsSync(join(cwd, 'dist'))).toBe(false)
  })

  it('keeps the last good bundle in service while wrangler dev runs', () => {
    const cwd = folderWith(site(GOOD))
    acap(['build'], { cwd })
    const { hash } = bundleIn(cwd)
    writeFileSync(join(cwd, 'policies/a/robots.txt'), BAD)
    const { code, err } = acap(['build'], { cwd, env: { WRANGLER_COMMAND: 'dev' } })
    expect(err).toContain('policies/a/robots.txt:2:1')
    expect(code).toBe(0)
    expect(bundleIn(cwd).hash).toBe(hash)
  })

  it('keeps it, too, while a file that the policy needs is not there', () => {
    const cwd = folderWith(site(GOOD))
    acap(['build'], { cwd })
    writeFileSync(
      join(cwd, 'policies/a/site.toml'),
      'hosts = ["a.test"]\n[crawlers.bot]\nnetworks = ["bot"]\n',
    )
    const { code, err } = acap(['build'], { cwd, env: { WRANGLER_COMMAND: 'dev' } })
    expect(err).toContain('no list of addresses `.networks/bot.json`')
    expect(err).toContain('dist/policies.bin stays as it was, and in service')
    expect(code).toBe(0)
  })

  it.each([
    ['wrangler deploys', { WRANGLER_COMMAND: 'deploy' }, true],
    ['there is not a good bundle', { WRANGLER_COMMAND: 'dev' }, false],
  ])('fails when %s', (_, env, builtBefore) => {
    const cwd = folderWith(site(GOOD))
    if (builtBefore) acap(['build'], { cwd })
    writeFileSync(join(cwd, 'policies/a/robots.txt'), BAD)
    expect(acap(['build'], { cwd, env }).code).toBe(1)
  })

  it('gives equal bytes for equal policies, and leaves an equal bundle alone', () => {
    const cwd = folderWith(site(GOOD))
    const file = join(cwd, 'dist/policies.bin')
    acap(['build'], { cwd })
    const before = new Date('2026-01-01T00:00:00Z')
    utimesSync(file, before, before)
    acap(['build'], { cwd })
    expect(statSync(file).mtime).toEqual(before)
  })

  it('[I4] takes the addresses that a profile names, and says which list is not there', () => {
    const toml = 'hosts = ["a.test"]\n[crawlers.bot]\nnetworks = ["bot"]\n'
    const list = {
      creationTime: '2026-11-01T00:00:00Z',
      prefixes: [{ ipv4Prefix: '192.0.2.0/24' }],
    }
    const with_ = folderWith({
      ...site(GOOD, toml),
      'policies/.networks/bot.json': JSON.stringify(list),
    })
    expect(acap(['build'], { cwd: with_ }).code).toBe(0)
    expect(bundleIn(with_).networks.map(({ name }) => name)).toEqual(['bot'])
    const { code, err } = acap(['build'], { cwd: folderWith(site(GOOD, toml)) })
    expect(err).toContain(
      'no list of addresses `.networks/bot.json`\n --> policies/a/site.toml:3:13',
    )
    expect(code).toBe(1)
  })

  it('gives a host to one site, and counts the finding of a site that has none', () => {
    const two = {
      ...site(GOOD),
      'policies/b/robots.txt': GOOD,
      'policies/b/site.toml': 'hosts = ["A.test"]\n',
    }
    const { code, err } = acap(['build'], { cwd: folderWith(two) })
    expect(err).toContain(
      '`a.test` is already a host of another site\n --> policies/b/site.toml:1:10',
    )
    expect(err).toContain('= policies/a/site.toml:1: the other site')
    expect(code).toBe(1)
    const none = acap(['build'], { cwd: folderWith({ 'policies/a/robots.txt': GOOD }) })
    expect(none).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 finding: npx --no-install acap check policies\n'),
    })
  })

  it('says what to do where there are no policies', () => {
    expect(acap(['build'], { cwd: folderWith({}) })).toMatchObject({
      code: 2,
      err: expect.stringContaining('`policies`'),
    })
    const empty = acap(['build', 'x'], { cwd: folderWith({ 'x/README.md': '' }) })
    expect(empty).toMatchObject({
      code: 2,
      err: 'acap: `x` holds no site\nhelp: acap init www.example.com --preset no-training makes one\n',
    })
  })
})

describe('acap robots', () => {
  const cwd = () => folderWith(site(GOOD))

  it('prints what the edge serves', () => {
    const { code, out } = acap(['robots', 'a'], { cwd: cwd() })
    expect(code).toBe(0)
    expect(out).toContain('ACAP-disallow-crawl: /private/\n')
  })

  it('takes a site by its folder, too', () => {
    expect(acap(['robots', 'policies/a'], { cwd: cwd() }).code).toBe(0)
  })

  it('names the sites that there are', () => {
    const { code, err } = acap(['robots', 'b'], { cwd: cwd() })
    expect(err).toBe('acap: `b` is not a site\nhelp: known sites: `a`\n')
    expect(code).toBe(2)
  })

  it('names the files that are served', () => {
    const { code, err } = acap(['robots', 'a', '--file', 'x'], { cwd: cwd() })
    expect(err).toContain('served: robots.txt')
    expect(code).toBe(2)
  })
})

describe('a stale dist', () => {
  it('says which source is newer', () => {
    const folder = folderWith({ 'src/cli/main.ts': '', 'src/a.ts': '', 'dist/acap.js': '' })
    const [dist, src] = [join(folder, 'dist/acap.js'), join(folder, 'src')]
    const at = (path: string, day: string) =>
      utimesSync(join(folder, path), new Date(day), new Date(day))
    at('src/cli/main.ts', '2026-01-01')
    at('src/a.ts', '2026-01-01')
    at('dist/acap.js', '2026-01-02')
    expect(newerSource(dist, src)).toBeNull()
    at('src/a.ts', '2026-01-03')
    expect(newerSource(dist, src)).toBe(join(src, 'a.ts'))
    expect(newerSource(join(src, 'cli/main.ts'), src)).toBeNull()
  })

  it('takes no file of a dot folder for a source', () => {
    const folder = folderWith({
      'src/cli/main.ts': '',
      'src/cli/demo/.wrangler/tmp/a.js': '',
      'dist/acap.js': '',
    })
    const at = (path: string, day: string) =>
      utimesSync(join(folder, path), new Date(day), new Date(day))
    at('src/cli/main.ts', '2026-01-01')
    at('dist/acap.js', '2026-01-02')
    at('src/cli/demo/.wrangler/tmp/a.js', '2026-01-03')
    expect(newerSource(join(folder, 'dist/acap.js'), join(folder, 'src'))).toBeNull()
  })
})
