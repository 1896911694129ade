import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PRESETS, presetFolder } from '../../src/author/files/presets.ts'
import { acap, folderWith, PROGRAM } from '../support/cli/acap.ts'

const ROBOTS =
  'User-agent: *\r\nDisallow: /private/\r\nDisallow: /*.pdf$\r\n\r\nUser-agent: GPTBot\r\nDisallow: /\r\n'

describe.each(Object.keys(PRESETS))('the preset %s', (name) => {
  it('is a policy without findings whose cases hold and exercise every line', () => {
    const folder = presetFolder(name)
    expect(acap(['check', folder])).toMatchObject({ code: 0, out: 'no findings\n' })
    const { code, out } = acap(['test', folder, '--json'])
    expect(JSON.parse(out).sites[0].idle).toEqual([])
    expect(code).toBe(0)
  })

  it('becomes a site of the author that builds as it is', () => {
    const cwd = folderWith({})
    const { code, out } = acap(['init', 'mine', '--preset', name, '--host', 'www.mine.test'], {
      cwd,
    })
    expect(code).toBe(0)
    expect(out).toContain('acap check policies/mine ')
    expect(readFileSync(join(cwd, 'policies/mine/site.toml'), 'utf8')).toContain(
      'hosts = ["www.mine.test"]',
    )
    expect(acap(['build'], { cwd }).code).toBe(0)
  })
})

describe('acap init --from', () => {
  it('keeps the text as it is and writes cases that say what it does', () => {
    const cwd = folderWith({ 'old.txt': ROBOTS })
    expect(acap(['init', 'a.test', '--from', 'old.txt'], { cwd }).code).toBe(0)
    expect(readFileSync(join(cwd, 'policies/a.test/robots.txt'), 'utf8')).toBe(ROBOTS)
    expect(readFileSync(join(cwd, 'policies/a.test/site.toml'), 'utf8')).toContain(
      'hosts = ["a.test"]',
    )
    expect(acap(['test'], { cwd }).out).toBe('a.test: 3 cases, 0 failed; 3 of 3 fields exercised\n')
  })

  it('writes cases that hold before and after a misspelling is fixed', () => {
    const cwd = folderWith({ 'old.txt': ROBOTS.replaceAll('Disallow', 'Dissalow') })
    acap(['init', 'a.test', '--from', 'old.txt'], { cwd })
    expect(acap(['test'], { cwd }).out).toBe('a.test: 3 cases, 0 failed; 3 of 3 fields exercised\n')
    writeFileSync(join(cwd, 'policies/a.test/robots.txt'), ROBOTS)
    expect(acap(['test'], { cwd }).out).toBe('a.test: 3 cases, 0 failed; 3 of 3 fields exercised\n')
  })

  it('notices through these cases when a line is lost', () => {
    const cwd = folderWith({ 'old.txt': ROBOTS, 'new.txt': ROBOTS.replace('/private/', '/other/') })
    acap(['init', 'a.test', '--from', 'old.txt'], { cwd })
    const cases = readFileSync(join(cwd, 'policies/a.test/cases.toml'), 'utf8')
    const changed = folderWith({
      'p/a/robots.txt': ROBOTS.replace('/private/', '/other/'),
      'p/a/cases.toml': cases,
    })
    expect(acap(['test', 'p'], { cwd: changed })).toMatchObject({
      code: 1,
      out: expect.stringContaining('3 cases, 1 failed'),
    })
  })

  it("fetches a site's own", async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url!)
      response.writeHead(request.url === '/robots.txt' ? 200 : 404).end(ROBOTS)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const cwd = folderWith({})
    // The server answers in this process, so the command must not be waited for in one piece.
    const run = async (...args: readonly string[]) => {
      const child = spawn(process.execPath, [PROGRAM, 'init', ...args], { cwd })
      const [code] = await once(child, 'exit')
      return code
    }
    expect(await run('a', '--from', `http://127.0.0.1:${port}`)).toBe(0)
    expect(await run('b', '--from', `http://127.0.0.1:${port}/nowhere.txt`)).toBe(2)
    expect(asked).toEqual(['/robots.txt', '/nowhere.txt'])
    expect(readFileSync(join(cwd, 'policies/a/site.toml'), 'utf8')).toContain(
      `hosts = ["127.0.0.1:${port}"]`,
    )
  })
})

describe('what acap init cannot know', () => {
  const begin = (...args: readonly string[]) => {
    const cwd = folderWith({ 'old.txt': ROBOTS })
    const ran = acap(['init', ...args], { cwd })
    const name = args[0]!
    return { ...ran, toml: readFileSync(join(cwd, `policies/${name}/site.toml`), 'utf8') }
  }

  it.each([['--from', 'old.txt'], ...Object.keys(PRESETS).map((name) => ['--preset', name])])(
    'is marked as a placeholder in the file, and named in the output: %s %s',
    (...args) => {
      const { out, toml } = begin('mine', ...args)
      expect(toml).toContain('hosts = ["www.example.com"] # placeholder: ')
      expect(toml).toContain('canonical = "https://www.example.com" # placeholder: ')
      expect(toml).toMatch(/^contact = "\w+@example\.com" # placeholder: /m)
      const [, change] = /^Change, in policies\/mine\/site\.toml\n((?: {2}.*\n)*)/m.exec(out)!
      expect(change).toMatch(
        /^ {2}hosts = \["www\.example\.com"\] .*\n {2}canonical = "\S+" .*\n {2}contact = "\w+@example\.com" .*\n$/,
      )
      expect(
        begin('mine', ...args, '--host', 'www.mine.test:8080').toml.match(/# placeholder/g),
      ).toHaveLength(1)
    },
  )

  it.each([
    [['www.mine.test', '--preset', 'news'], 'www.mine.test', 'licensing@mine.test'],
    [['v1.2', '--preset', 'news'], 'www.example.com', 'licensing@example.com'],
    [
      ['a', '--preset', 'news', '--host', 'http://www.mine.test:8080/'],
      'www.mine.test:8080',
      'licensing@mine.test',
    ],
    [['a', '--from', 'old.txt', '--host', 'WWW.Mine.test'], 'www.mine.test', 'webmaster@mine.test'],
  ])('%j takes the host that is named, if it is one', (args, host, contact) => {
    const { out, toml } = begin(...args, '--json')
    expect(toml).toContain(`hosts = ["${host}"]`)
    expect(toml).toContain(`contact = "${contact}"`)
    const [name] = args
    expect(JSON.parse(out)).toMatchObject({
      folder: `policies/${name}`,
      hosts: [host],
      files: ['robots.txt', 'site.toml', 'cases.toml'].map((file) => `policies/${name}/${file}`),
      placeholders: expect.arrayContaining([`contact = "${contact}"`]),
    })
  })

  it.each([...Object.keys(PRESETS).map((name) => ['--preset', name]), ['--from', 'old.txt']])(
    'takes several hosts, the main one first: %s %s',
    (...args) => {
      const hosts = ['www.mine.test', 'MINE.test', 'www.example.com', 'mine.test'].flatMap(
        (host) => ['--host', host],
      )
      const { out, toml } = begin('mine', ...args, ...hosts)
      expect(out).toMatch(/^Wrote, for www\.mine\.test, mine\.test, www\.example\.com\n/)
      expect(toml).toContain('hosts = ["www.mine.test", "mine.test", "www.example.com"]\n')
      expect(toml).toContain('canonical = "https://www.mine.test"\n')
    },
  )
})

describe('acap init', () => {
  it('never writes over what is there', () => {
    const cwd = folderWith({ 'policies/a/robots.txt': '' })
    expect(acap(['init', 'a', '--preset', 'news'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('already exists'),
    })
    expect(readFileSync(join(cwd, 'policies/a/robots.txt'), 'utf8')).toBe('')
  })

  it.each([
    [['a'], 'help: acap init a --preset no-training, or --from FILE|URL\npresets:'],
    [['a', '--preset', 'blog'], '`blog` is not a preset'],
    [['a', '--preset', 'news', '--from', 'x'], 'exclude each other'],
    [['../a', '--preset', 'news'], '`../a` cannot name a folder'],
    [['a', '--from', 'nowhere.txt'], '`nowhere.txt` does not exist'],
    [['a', '--from', '.'], '`.` is a folder'],
    [['a', '--from', 'page.html'], '`page.html` is not a robots.txt'],
    [['a', '--from', 'http://[a'], '`http://[a` is not an address'],
    [
      ['a', '--from', 'http://127.0.0.1:1/'],
      '`http://127.0.0.1:1/robots.txt` cannot be fetched: nothing answers there',
    ],
    [['a', '--preset', 'news', '--host', 'a b'], '`a b` is not a host name'],
    [['a', '--preset', 'news', '--host', '*'], '`*` is not a host name'],
    [['a', '--preset', 'news', '--host', 'a.test/b'], '`a.test/b` is not a host name'],
  ])('%s is wrong use, and writes nothing', (args, message) => {
    const cwd = folderWith({ 'page.html': '<title>Not found</title>' })
    const { code, err } = acap(['init', ...args], { cwd })
    expect(err).toContain(message)
    expect(err).not.toMatch(/^ +at /m)
    expect(code).toBe(2)
    expect(existsSync(join(cwd, 'policies'))).toBe(false)
  })
})
