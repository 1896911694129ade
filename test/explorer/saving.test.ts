import fs, {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderWith } from '../support/cli/acap.ts'
import { get, serve } from '../support/explorer/started-server.ts'

/** Sends files as the page does, or with other headers. */
async function save(port: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const token = await get(port, '/token.txt')
  const host = `localhost:${port}`
  const sent = await fetch(`http://${host}/save`, {
    method: 'POST',
    headers: {
      origin: `http://${host}`,
      'content-type': 'application/json',
      'x-acap-token': token.body,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: sent.status, text: await sent.text() }
}

describe('saving', () => {
  const OLD = 'User-agent: *\nDisallow: /old/\n'
  const NEW = 'User-agent: *\nDisallow: /new/\n'
  const change = (path: string, base = OLD, site = 'news') => ({
    site,
    files: { [path]: { base, text: NEW } },
  })
  const folder = () => {
    const root = folderWith({
      'policies/news/robots.txt': OLD,
      'policies/news/site.toml': 'hosts = ["*"]',
      'secret.txt': OLD,
    })
    const robots = join(root, 'policies', 'news', 'robots.txt')
    return {
      root,
      policies: join(root, 'policies'),
      robots,
      now: () => readFileSync(robots, 'utf8'),
    }
  }

  it('writes a file of the policy, and leaves nothing beside it but its history', async () => {
    const { policies, robots, now } = folder()
    chmodSync(robots, 0o664)
    expect((await save(await serve(policies), change('robots.txt'))).status).toBe(200)
    expect(now()).toBe(NEW)
    expect(statSync(robots).mode & 0o777).toBe(0o664)
    expect(readdirSync(join(policies, 'news')).sort()).toEqual([
      '.history',
      'robots.txt',
      'site.toml',
    ])
  })

  it('never overwrites a file that is newer than what the page read, nor any other file with it', async () => {
    const { policies, robots, now } = folder()
    const port = await serve(policies)
    writeFileSync(robots, 'User-agent: *\n')
    const files = {
      ...change('robots.txt').files,
      'site.toml': { base: 'hosts = ["*"]', text: '' },
    }
    const answer = await save(port, { site: 'news', files })
    expect(answer).toEqual({
      status: 409,
      text: '{"message":"`robots.txt` changed on disk, or is not UTF-8"}',
    })
    expect(now()).toBe('User-agent: *\n')
    expect(readFileSync(join(policies, 'news', 'site.toml'), 'utf8')).toBe('hosts = ["*"]')
  })

  /** Has something else happen when the second file is written. */
  function onSecondWrite(act: () => void): void {
    const real = fs.writeFileSync
    let count = 0
    fs.writeFileSync = (...given: Parameters<typeof real>) => {
      if (++count === 2) act()
      real(...given)
    }
    syncBuiltinESMExports()
    onTestFinished(() => {
      fs.writeFileSync = real
      syncBuiltinESMExports()
    })
  }

  const TWO = { ...change('robots.txt').files, 'cases.toml': { base: '', text: NEW } }

  it('saves no file where the disk is full before the last', async () => {
    const { policies, now } = folder()
    const port = await serve(policies)
    onSecondWrite(() => {
      throw new Error('no space left')
    })
    const answer = await save(port, { site: 'news', files: TWO })
    expect(answer).toEqual({ status: 500, text: '{"message":"no space left"}' })
    expect(now()).toBe(OLD)
    expect(readdirSync(join(policies, 'news')).sort()).toEqual(['robots.txt', 'site.toml'])
  })

  it('never overwrites a file that changes while the others are written', async () => {
    const { policies, robots, now } = folder()
    const port = await serve(policies)
    onSecondWrite(() => fs.appendFileSync(robots, '# by somebody else'))
    expect((await save(port, { site: 'news', files: TWO })).status).toBe(409)
    expect(now()).toBe(`${OLD}# by somebody else`)
    expect(readdirSync(join(policies, 'news')).sort()).toEqual(['robots.txt', 'site.toml'])
  })

  it('saves the same twice, as two presses of a key may', async () => {
    const { policies, now } = folder()
    const port = await serve(policies)
    for (const _ of [1, 2]) expect((await save(port, change('robots.txt'))).status).toBe(200)
    expect(now()).toBe(NEW)
  })

  it('saves a file of the longest name', async () => {
    const name = `${'a'.repeat(251)}.txt`
    const { policies } = folder()
    writeFileSync(join(policies, 'news', name), OLD)
    expect((await save(await serve(policies), change(name))).status).toBe(200)
  })

  it('never overwrites a file whose bytes the page cannot show', async () => {
    const { policies, robots } = folder()
    writeFileSync(robots, Buffer.from('Disallow: /priv\xe9/\n', 'latin1'))
    expect(
      (await save(await serve(policies), change('robots.txt', 'Disallow: /priv\ufffd/\n'))).status,
    ).toBe(409)
  })

  it.each(['../../secret.txt', '../news/robots.txt', 'new.txt', '/etc/hosts', '.hidden'])(
    'writes only files of the site: not %s',
    async (path) => {
      const { root, policies, now } = folder()
      expect((await save(await serve(policies), change(path))).status).toBe(409)
      expect([now(), readFileSync(join(root, 'secret.txt'), 'utf8')]).toEqual([OLD, OLD])
    },
  )

  it('creates the files that a site is made of, and no others', async () => {
    const { policies } = folder()
    const port = await serve(policies)
    expect((await save(port, change('cases.toml', ''))).status).toBe(200)
    expect(readFileSync(join(policies, 'news', 'cases.toml'), 'utf8')).toBe(NEW)
    expect((await save(port, change('other.toml', ''))).status).toBe(409)
    expect((await save(port, change('robots.txt', ''))).status).toBe(409)
  })

  it('knows no other folders, and refuses what is not its JSON', async () => {
    const { policies, now } = folder()
    const port = await serve(policies)
    expect((await save(port, change('robots.txt', OLD, '..'))).status).toBe(404)
    expect((await save(port, change('robots.txt', OLD, 'policies'))).status).toBe(404)
    for (const body of ['{', '[]', '{"site":"news"}', { ...change('robots.txt'), more: 1 }]) {
      expect((await save(port, body)).status).toBe(400)
    }
    expect(now()).toBe(OLD)
  })

  it.each([
    ['another origin', { origin: 'http://evil.test' }, 403],
    ['another port of this machine', { origin: 'http://localhost:1' }, 403],
    ['an unknown origin', { origin: 'null' }, 403],
    ['a wrong token', { 'x-acap-token': 'x' }, 403],
    ['what a form can send', { 'content-type': 'text/plain' }, 415],
  ])('refuses %s', async (_, headers, status) => {
    const { policies, now } = folder()
    const port = await serve(policies)
    expect((await save(port, change('robots.txt'), headers)).status).toBe(status)
    expect(
      (await save(port, { ...change('robots.txt', '', 'shop.test'), isNew: true }, headers)).status,
    ).toBe(status)
    expect([now(), ...readdirSync(policies)]).toEqual([OLD, 'news'])
  })

  it('refuses a link that leads out of the policies', async () => {
    const { root, policies } = folder()
    symlinkSync(join(root, 'secret.txt'), join(policies, 'news', 'link.txt'))
    expect((await save(await serve(policies), change('link.txt'))).status).toBe(500)
    expect(readFileSync(join(root, 'secret.txt'), 'utf8')).toBe(OLD)
  })
})
