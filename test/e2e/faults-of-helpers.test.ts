import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { Signer } from '../support/edge/signer.ts'
import { type Running, startWorker } from '../support/edge/workerd.ts'
import { type Origin, raw, startOrigin } from '../support/node-origin.ts'

const POLICY = {
  'robots.txt': `User-agent: ThrowBot
User-agent: HangBot
Disallow: /private/
Request-rate: 1/10

User-agent: SignedBot
Disallow: /private/
`,
  'site.toml': 'hosts = ["127.0.0.1"]\n',
}

const DIRECTORY = { 'content-type': 'application/http-message-signatures-directory+json' }
const MEGABYTE = Buffer.alloc(1 << 20, ' ')

/** What the directory behind a Signature-Agent does, by its host. */
const DIRECTORIES: Readonly<Record<string, (answer: ServerResponse) => void>> = {
  'silent.test': () => undefined,
  'stuck.test': (answer) => void answer.writeHead(200, DIRECTORY).write('{"keys":['),
  'endless.test': (answer) => {
    answer.writeHead(200, DIRECTORY)
    const more = () => {
      while (!answer.destroyed && answer.write(MEGABYTE));
    }
    answer.on('drain', more)
    more()
  },
  'looping.test': (answer) =>
    void answer.writeHead(302, { ...DIRECTORY, location: '/looping.test' }).end(),
  'resetting.test': (answer) => answer.destroy(),
  'failing.test': (answer) => void answer.writeHead(500, DIRECTORY).end(),
  'babbling.test': (answer) =>
    void answer.writeHead(200, DIRECTORY).end('{"keys":[{"kty":"OKP"},1,null]'),
}

let origin: Origin
let directories: Origin
let edge: Running
let signer: Signer
const asked: string[] = []
const ended: string[] = []

beforeAll(async () => {
  origin = await startOrigin((_, answer) => answer.end('a page'))
  directories = await startOrigin((request, answer) => {
    const host = request.url!.slice(1)
    asked.push(host)
    answer.on('close', () => ended.push(host))
    DIRECTORIES[host]!(answer)
  })
  edge = await startWorker({
    policies: await bundleOf({ site: POLICY }),
    vars: { ORIGIN_URL: origin.url, DIRECTORIES: directories.url },
    entry: 'test/support/e2e/failing-helpers.ts',
  })
  signer = await Signer.make()
})
afterAll(() => {
  edge?.stop()
  origin?.stop()
  directories?.stop()
})

const logged = () =>
  edge
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{"acap"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const ask = async (path: string, headers: Record<string, string>) => {
  const { status, body } = await raw(edge.url + path, { headers })
  return [status, body.toString()]
}

describe('a Pacer', () => {
  test.each(['ThrowBot', 'HangBot'])(
    'that fails lets %s have what it may, and the log says so',
    async (name) => {
      expect(await ask('/', { 'user-agent': `${name}/1.0` })).toEqual([200, 'a page'])
      expect(logged()).toContainEqual(
        expect.objectContaining({ acap: 'pace', crawler: name.toLowerCase() }),
      )
    },
  )

  test('that fails opens nothing that is prohibited', async () => {
    expect((await ask('/private/', { 'user-agent': 'ThrowBot/1.0' }))[0]).toBe(403)
  })
})

describe.each(Object.keys(DIRECTORIES))('a key directory (%s)', (host) => {
  const headers = async (path: string) => {
    const agent = `https://${host}`
    const signed = await signer.headers({
      url: edge.url + path,
      agent,
      created: Math.floor(Date.now() / 1000),
    })
    return { 'user-agent': 'SignedBot/1.0', ...signed }
  }

  test('proves nothing and disproves nothing: the crawler is what it claims to be', async () => {
    const before = residentMegabytes()
    expect(await ask('/', await headers('/'))).toEqual([200, 'a page'])
    expect((await ask('/private/', await headers('/private/')))[0]).toBe(403)
    expect(residentMegabytes() - before).toBeLessThan(30)
    const address = `https://${host}/.well-known/http-message-signatures-directory`
    expect(logged()).toContainEqual(
      expect.objectContaining({ acap: 'signature-directory', address }),
    )
    expect(
      logged()
        .filter(({ userAgent }) => userAgent === 'SignedBot/1.0')
        .at(-1),
    ).toMatchObject({ crawler: { name: 'signedbot' }, assurance: { level: 'unchecked' } })
  })

  test('is asked once, and its connection is given up', async () => {
    expect(asked.filter((each) => each === host)).toHaveLength(1)
    await expect.poll(() => ended, { timeout: 10_000 }).toContain(host)
  })
})

/** What the process keeps in memory now. */
function residentMegabytes(): number {
  const status = readFileSync(`/proc/${edge.process.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
