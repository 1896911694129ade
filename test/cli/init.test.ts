import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PRESETS, presetFolder } from '../../src/cli/init/presets.ts'
import { acap, folderWith, PROGRAM } from '../support/acap.ts'

const ROBOTS = 'User-agent: *\r\nDisallow: /private/\r\nDisallow: /*.pdf$\r\n\r\nUser-agent: GPTBot\r\nDisallow: /\r\n'

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
    const { code, out } = acap(['init', 'mine', '--preset', name, '--host', 'www.mine.test'], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('acap check policies/mine ')
    expect(readFileSync(join(cwd, 'policies/mine/site.toml'), 'utf8')).toContain('hosts = ["www.mine.test"]')
    expect(acap(['build'], { cwd }).code).toBe(0)
  })
})

describe('acap init --from', () => {
  it('keeps the text as it is and writes cases that say what it does', () => {
    const cwd = folderWith({ 'old.txt': ROBOTS })
    expect(acap(['init', 'a.test', '--from', 'old.txt'], { cwd }).code).toBe(0)
    expect(readFileSync(join(cwd, 'policies/a.test/robots.txt'), 'utf8')).toBe(ROBOTS)
    expect(readFileSync(join(cwd, 'policies/a.test/site.toml'), 'utf8')).toContain('hosts = ["a.test"]')
    expect(acap(['test'], { cwd }).out).toBe('a.test: 3 cases, 0 failed; 3 of 3 fields exercised\n')
  })

  it('writes cases that hold before and after a misspelling is mended', () => {
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
    const changed = folderWith({ 'p/a/robots.txt': ROBOTS.replace('/private/', '/other/'), 'p/a/cases.toml': cases })
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
    expect(readFileSync(join(cwd, 'policies/a/site.toml'), 'utf8')).toContain(`hosts = ["127.0.0.1:${port}"]`)
  })
})

describe('acap init', () => {
  it('never writes over what is there', () => {
    const cwd = folderWith({ 'policies/a/robots.txt': '' })
    expect(acap(['init', 'a', '--preset', 'news'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is there already'),
    })
    expect(readFileSync(join(cwd, 'policies/a/robots.txt'), 'utf8')).toBe('')
  })

  it.each([
    [['a'], 'presets:'],
    [['a', '--preset', 'blog'], '`blog` is no preset'],
    [['a', '--preset', 'news', '--from', 'x'], 'exclude each other'],
    [['../a', '--preset', 'news'], '`../a` cannot name a folder'],
    [['a', '--from', 'nowhere.txt'], '`nowhere.txt` does not exist'],
  ])('%s is wrong use', (args, message) => {
    expect(acap(['init', ...args], { cwd: folderWith({}) })).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    })
  })
})
