import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { acap } from '../../src/doors/hono/node.ts'
import { fileBundle, urlBundle } from '../../src/doors/node/bundle-stores.ts'
import { bundleOf } from '../support/bundle.ts'
import { startOrigin } from '../support/node-origin.ts'

const built = (path: string) =>
  bundleOf(
    {
      news: {
        'robots.txt': `User-agent: *\nDisallow: ${path}\n`,
        'site.toml': 'hosts = ["news.test"]\n',
      },
    },
    { known: { SearchBot1: 'search' } },
  )
const [A, B] = [await built('/a/'), await built('/b/')]
const bytesOf = (buffer: ArrayBuffer | null) => Buffer.from(buffer!)

/** A bundle with one bit of its last site turned over. */
function damaged(bundle: ArrayBuffer): Uint8Array {
  const bytes = new Uint8Array(bundle.slice(0))
  bytes[bytes.length - 20]! ^= 1
  return bytes
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'policies.bin')
}

async function served(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const origin = await startOrigin(answer)
  onTestFinished(() => origin.stop())
  return urlBundle(`${origin.url}/policies.bin`)
}

describe('the file of a bundle', () => {
  it('is read again when it was replaced, and is the same object until then', async () => {
    const path = scratch()
    writeFileSync(path, new Uint8Array(A))
    const store = fileBundle(path)
    const first = await store.get('bundle')
    expect(bytesOf(first)).toEqual(bytesOf(A))
    expect(await store.get('bundle')).toBe(first)
    utimesSync(path, 1, 1)
    expect(await store.get('bundle')).toBe(first)
    writeFileSync(`${path}.new`, new Uint8Array(B))
    renameSync(`${path}.new`, path)
    expect(bytesOf(await store.get('bundle'))).toEqual(bytesOf(B))
    expect(await store.get('another')).toBeNull()
  })

  it.each([
    ['cut', new Uint8Array(A).subarray(0, 900), /bytes/],
    ['damaged in a site', damaged(A), /does not have the hash/],
    ['no bundle', Buffer.from('<!doctype html>'), /too few/],
  ])('is refused when it is %s', async (_, bytes, says) => {
    const path = scratch()
    writeFileSync(path, bytes)
    await expect(fileBundle(path).get('bundle')).rejects.toThrow(says)
  })
})

test.each([undefined, '', 7])('fileBundle(%s) throws what it needs', (path) => {
  expect(() => fileBundle(path as never)).toThrow(/^fileBundle\(\) needs the path of a bundle/)
})

describe('the URL of a bundle', () => {
  it('is https, but on this machine', () => {
    expect(() => urlBundle('http://store.test/policies.bin')).toThrow(/not https/)
    expect(() => urlBundle('ftp://127.0.0.1/policies.bin')).toThrow(/not https/)
    expect(() => urlBundle('http://127.0.0.1.store.test/policies.bin')).toThrow(/not https/)
    expect(() => urlBundle('https://store.test/policies.bin')).not.toThrow()
  })

  it('is asked whether it has changed', async () => {
    const asked: (string | undefined)[] = []
    let now = A
    const store = await served((request, response) => {
      const etag = now === A ? '"a"' : '"b"'
      asked.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
      else response.writeHead(200, { etag }).end(new Uint8Array(now))
    })
    const first = await store.get('bundle')
    expect(await store.get('bundle')).toBe(first)
    now = B
    expect(bytesOf(await store.get('bundle'))).toEqual(bytesOf(B))
    expect(asked).toEqual([undefined, '"a"', '"a"'])
  })

  it('gives the same object where the bytes are the same and no ETag says so', async () => {
    const store = await served((_, response) => void response.end(new Uint8Array(A)))
    expect(await store.get('bundle')).toBe(await store.get('bundle'))
  })

  it.each([
    [
      '404',
      (response: ServerResponse) => void response.writeHead(404).end('no such file'),
      /answered 404/,
    ],
    [
      'a redirect',
      (response: ServerResponse) => void response.writeHead(302, { location: '/x' }).end(),
      /./,
    ],
    [
      'damage',
      (response: ServerResponse) => void response.end(damaged(A)),
      /does not have the hash/,
    ],
    [
      '304 to the first question',
      (response: ServerResponse) => void response.writeHead(304).end(),
      /answered 304/,
    ],
    [
      'half of it',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': A.byteLength })
        response.write(new Uint8Array(A).subarray(0, 1000), () => response.destroy())
      },
      /./,
    ],
    ['too much', (response: ServerResponse) => endless(response), /more than 67108864 bytes/],
  ])('is refused after %s, and what was good before stays', async (_, bad, says) => {
    let answer = bad
    const store = await served((_, response) => answer(response))
    await expect(store.get('bundle')).rejects.toThrow(says)
    answer = (response) => void response.end(new Uint8Array(A))
    expect(bytesOf(await store.get('bundle'))).toEqual(bytesOf(A))
  })
})

function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(1 << 20)
  response.on('error', () => undefined)
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}

describe('the middleware', () => {
  it('takes a newer bundle from a store, and keeps the last good one', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    onTestFinished(() => void vi.restoreAllMocks())
    const path = scratch()
    writeFileSync(path, new Uint8Array(B))
    const app = new Hono()
    app.use(acap({ bundle: A, bundles: fileBundle(path) }))
    app.get('*', (c) => c.text('a page'))
    const statuses = () =>
      Promise.all(
        ['/a/', '/b/'].map(
          async (path) =>
            (
              await app.request(`https://news.test${path}`, {
                headers: { 'user-agent': 'SearchBot1/1' },
              })
            ).status,
        ),
      )
    expect(await statuses()).toEqual([200, 403])
    writeFileSync(path, 'no bundle')
    vi.advanceTimersByTime(60_000)
    expect(await statuses()).toEqual([200, 403])
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('too few'))
    writeFileSync(path, new Uint8Array(A))
    vi.advanceTimersByTime(60_000)
    expect(await statuses()).toEqual([403, 200])
  })
})
